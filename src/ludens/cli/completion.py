"""completion: a script that lets a shell complete `ludens`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any, Final

from ludens.cli.arguments import add_command

SHELLS: Final = ("bash", "zsh", "fish", "tcsh")
_KEYS: Final = "ludens games --keys"
#: how each shell completes a game: by the keys of the library's games, which are lower case, and by description files
_GAMES: Final = {
    "bash": "_ludens_complete_games",
    "zsh": "_ludens_complete_games",
    "fish": "(_ludens_complete_games)",
    "tcsh": f"`{_KEYS}; ls | grep -F .lud`",
}
#: functions that the scripts call; in zsh a command of its own would run for each argument when the script is loaded
_PREAMBLE: Final = {
    "bash": f"""
_ludens_complete_games() {{
  compgen -W "$({_KEYS})" -- "$(tr '[:upper:]' '[:lower:]' <<< "$1")"
  compgen -f -X '!*.lud' -- $1
  compgen -d -- $1
}}
""",
    "zsh": f"""
_ludens_complete_games() {{
  local -a keys=(${{(f)"$({_KEYS})"}})
  local found=1
  compadd -M 'm:{{[:upper:]}}={{[:lower:]}}' -a keys && found=0
  _files -g '*.lud' && found=0
  return found
}}
""",
    "fish": f"""
function _ludens_complete_games
  {_KEYS} | string replace -r '$' '\\tgame'
  __fish_complete_suffix .lud
end
""",
}
_HOW: Final = """
bash: eval "$(ludens completion bash)" in ~/.bashrc.
zsh: ludens completion zsh > ~/.zsh/completions/_ludens, a folder of $fpath.
fish: ludens completion fish > ~/.config/fish/completions/ludens.fish.
tcsh: ludens completion tcsh > ~/.ludens.tcsh, and source it in ~/.tcshrc.
"""


def add(commands: Any) -> None:
    parser = add_command(commands, "completion", _completion)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HOW.strip()
    parser.add_argument("shell", choices=SHELLS, help="whose script")


def _completion(arguments: argparse.Namespace) -> int:
    import shtab

    from ludens.cli import whole_parser

    parser = whole_parser()
    for action in _actions(parser):
        if action.dest in ("game", "games") and action.nargs != 0:
            action.complete = _GAMES  # type: ignore[attr-defined]
        elif action.metavar in ("FILE", "TRIAL"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.metavar == "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    print(shtab.complete(parser, arguments.shell, preamble=_PREAMBLE.get(arguments.shell, "")))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every argument of a parser, and of the parsers of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
