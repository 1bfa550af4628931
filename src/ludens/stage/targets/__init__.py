"""Where code can run: a value for each target, and object code for it (`emitting`). No target knows a game.

`HOST` is this machine, `WASM` a page or any other WebAssembly engine, `triple` any machine that LLVM makes code for.
"""

from ludens.stage.targets.target import HOST, WASM, Target, UnknownTarget, native, triple

__all__ = ["HOST", "WASM", "Target", "UnknownTarget", "native", "triple"]
