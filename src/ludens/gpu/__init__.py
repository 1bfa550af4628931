"""Games on NVIDIA's graphics cards: one thread a game, the same games as on the host, bit for bit.

`game.playouts(n, device="cuda")` and `game.vector(n, device="cuda")` are the doors; `Table` keeps a game ready on a
device.
"""

from ludens.gpu.assembler import Assembled, assembled, assembler
from ludens.gpu.code import ptx_of, stack_of
from ludens.gpu.devicevector import DeviceVector
from ludens.gpu.drivers import EMULATED
from ludens.gpu.errors import DeviceError
from ludens.gpu.games import GAME_WORK, Played, Table, playouts, playouts_table, release
from ludens.gpu.kernel import KERNEL, Kernel, kernel_of
from ludens.gpu.steps import stepping_of
from ludens.gpu.tensors import DeviceArray

__all__ = [
    "EMULATED",
    "GAME_WORK",
    "KERNEL",
    "Assembled",
    "DeviceArray",
    "DeviceError",
    "DeviceVector",
    "Kernel",
    "Played",
    "Table",
    "assembled",
    "assembler",
    "kernel_of",
    "playouts",
    "playouts_table",
    "ptx_of",
    "release",
    "stack_of",
    "stepping_of",
]
