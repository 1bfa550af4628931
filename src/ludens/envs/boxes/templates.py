"""The files of boxes, as templates: `$$name` is the module's name, `$$title` the game's."""

from __future__ import annotations

#: what each arena is, in a line, and then how its box is used
ABOUT = {
    "kaggle": """Kaggle Environments, and Kaggle's Game Arena: specification, interpreter, renderer, player, harness
An environment of [Kaggle Environments](https://github.com/Kaggle/kaggle-environments). Put the folder `$name` into
`kaggle_environments/envs/`, or run it from here:

```python
import kaggle_environments
import $name

kaggle_environments.register("$name", $name.parts)
env = kaggle_environments.make("$name", configuration={"seed": 1})
env.run(["random"] * $players)
print(env.render(mode="ansi"))
```

`$name/harness.py` has the functions that the harness of language models asks for (`get_legal_moves`,
`generate_prompt`, `parse_response`); `$name/test_llm_game.py` plays a game of two models with it.""",
    "verifiers": """verifiers, by Prime Intellect: a taskset for evaluation and reinforcement learning
An environment of [verifiers](https://github.com/PrimeIntellect-ai/verifiers), in its second form (`verifiers.v1`).

```sh
pip install -e .
vf-eval $name -n 3 --model openai/gpt-5 --env.taskset.opponent uct:100 --no-push
```

The reward is what the final rank is worth, from -1 to 1. `prime env push` hands it in.""",
    "openenv": """OpenEnv: a server for containers, with its client
""",
    "textarena": """TextArena: a registered environment
An environment of [TextArena](https://github.com/LeonGuertler/TextArena).

```python
import textarena as ta
import $name

env = ta.make("$class-v0")
env.reset(num_players=$players)
```""",
    "openspiel": """OpenSpiel 2: a game with structs of positions, observations and actions
A game of [OpenSpiel](https://github.com/google-deepmind/open_spiel).

```python
import $name

game = $name.load()
state = game.new_initial_state()
print(state.to_json(), game.action_struct_spec())
```""",
    "gymnasium": """Gymnasium: a registered environment with spaces of texts
An environment of [Gymnasium](https://gymnasium.farama.org) with spaces of texts.

```python
import gymnasium
import $name

env = gymnasium.make("$name/Text-v0", opponent="uct:100")
seen, info = env.reset(seed=1)
```""",
    "inspect": """Inspect, by the UK AI Security Institute: tasks of plays and of questions about rules
Tasks of [Inspect](https://inspect.aisi.org.uk).

```sh
inspect eval $name/task.py@play --model openai/gpt-5 -T opponent=uct:100 -T plays=20
inspect eval $name/task.py@rules --model openai/gpt-5 -T level=2
```""",
}

SETUP = """\
Made by `ludens suite box` of [ludens](https://pypi.org/project/ludens) $version. `game.lud` has the rules.
"""

_PYPROJECT = """\
[project]
name = "$name"
version = "0.1.0"
description = "$title for $arena, played from its description by ludens."
requires-python = ">=3.11"
dependencies = ["ludens[EXTRA]>=$version"]

[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[tool.hatch.build.targets.wheel]
packages = ["$name"]
"""

_GAME = 'GAME, OPTIONS = Path(__file__).with_name("game.lud"), $options'

_KAGGLE = f'''\
"""$title for Kaggle Environments."""

from pathlib import Path

from ludens.envs import kaggle

{_GAME}
environment = kaggle.make(GAME, options=OPTIONS, name="$name")
parts = environment.parts()
specification, interpreter = environment.specification, environment.interpreter
renderer, html_renderer, agents = environment.renderer, environment.html_renderer, environment.agents
'''

_HARNESS = f'''\
"""What Kaggle's harness of language models asks for."""

from pathlib import Path

from ludens.envs.kaggle import Harness

{_GAME}
_harness = Harness(GAME, OPTIONS)


def get_legal_moves(observation):
    return _harness.get_legal_moves(observation)


def generate_prompt(observation, move_history, previous_response=None, previous_action=None):
    return _harness.make_prompt(observation, move_history, previous_response, previous_action)


def parse_response(response, legal_action_strings, *, observation):
    return _harness.parse_response(response, legal_action_strings, observation=observation)
'''

_LLM = '''\
"""Play a game of language models (MODEL_NAME, and the key of its provider)."""

import kaggle_environments
from kaggle_environments.local_harness_runner import run_llm_game

from $name import parts

if __name__ == "__main__":
    kaggle_environments.register("$name", parts)
    run_llm_game("$name", caller_file=__file__, num_agents=$players)
'''

_VERIFIERS = f'''\
"""$title for verifiers."""

from pathlib import Path

from ludens.envs.verifiers import GameEnv, taskset

{_GAME}
$class = taskset(GAME, OPTIONS)

__all__ = ["GameEnv", "$class"]
'''

_OPENENV_README = """\
---
title: $title
emoji: 🎲
colorFrom: blue
colorTo: green
sdk: docker
pinned: false
app_port: 8000
base_path: /web
tags:
  - openenv
---

# $title

An environment of [OpenEnv](https://github.com/meta-pytorch/OpenEnv): one seat of the game in words, against an agent.

```sh
pip install -e . && server          # listens at http://127.0.0.1:8000
openenv validate && openenv push    # hands it in to the Hugging Face Hub
```

```python
from $name import GameAction, GameEnv

with GameEnv(base_url="http://localhost:8000").sync() as env:
    result = env.reset(seed=1)
    print(result.observation.system, result.observation.prompt)
    result = env.step(GameAction(message="[A1]"))
```

"""

_OPENENV_CLIENT = '''\
"""The client of $title."""

from openenv.core import EnvClient
from openenv.core.client_types import StepResult

from ludens.envs.openenv import GameAction, GameObservation, GameState


class GameEnv(EnvClient[GameAction, GameObservation, GameState]):
    """A play of the game on a server."""

    def _step_payload(self, action):
        return {"message": action.message}

    def _parse_result(self, payload):
        done, reward = payload.get("done", False), payload.get("reward")
        observation = GameObservation(**{**payload.get("observation", {}), "done": done, "reward": reward})
        return StepResult(observation=observation, reward=reward, done=done)

    def _parse_state(self, payload):
        return GameState(**payload)
'''

_OPENENV_APP = '''\
"""The server of $title."""

import os
from pathlib import Path

from ludens.envs.openenv import app as make_app

GAME, OPTIONS = Path(__file__).parents[1] / "game.lud", $options
SEAT, OPPONENT = int(os.environ.get("LUDENS_SEAT", "1")), os.environ.get("LUDENS_OPPONENT", "random")
app = make_app(GAME, options=OPTIONS, seat=SEAT, opponent=OPPONENT)


def main() -> None:
    """Serve at port 8000, or PORT."""
    import uvicorn

    uvicorn.run(app, host="0.0.0.0", port=int(os.environ.get("PORT", "8000")))


if __name__ == "__main__":
    main()
'''

_OPENENV_PYPROJECT = """\
[build-system]
requires = ["setuptools>=45", "wheel"]
build-backend = "setuptools.build_meta"

[project]
name = "openenv-$name"
version = "0.1.0"
description = "$title for OpenEnv, played from its description by ludens."
requires-python = ">=3.11"
dependencies = ["ludens[openenv]>=$version", "openenv-core>=0.3"]

[project.scripts]
server = "$name.server.app:main"

[tool.setuptools]
include-package-data = true
packages = ["$name", "$name.server"]
package-dir = { "$name" = ".", "$name.server" = "server" }

[tool.setuptools.package-data]
"$name" = ["game.lud"]
"""

_TEXTARENA = f'''\
"""$title for TextArena."""

from pathlib import Path

import textarena as ta

from ludens.envs import textarena

{_GAME}


def make(**settings):
    return textarena.make(GAME, options=OPTIONS, **settings)


ta.envs.registration.register(id="$class-v0", entry_point=make)
'''

_OPENSPIEL = f'''\
"""$title for OpenSpiel."""

from pathlib import Path

from ludens.envs import openspiel

{_GAME}


def load(**settings):
    return openspiel.load(GAME, OPTIONS, **settings)
'''

_GYMNASIUM = f'''\
"""$title for Gymnasium, with spaces of texts."""

from pathlib import Path

import gymnasium

from ludens.envs import text

{_GAME}


def make(**settings):
    return text.make(GAME, options=OPTIONS, **settings)


gymnasium.register(id="$name/Text-v0", entry_point=make)
'''

_INSPECT = f'''\
"""$title for Inspect: plays, and questions about the rules."""

from pathlib import Path

from inspect_ai import task

from ludens.envs import inspect_ai

{_GAME}


@task
def play(plays: int = 10, seed: int = 0, opponent: str = "random"):
    return inspect_ai.game_task(GAME, options=OPTIONS, plays=plays, seed=seed, opponent=opponent)


@task
def rules(n: int = 100, level: int = 2, seed: int = 0):
    return inspect_ai.question_task(GAME, options=OPTIONS, n=n, level=level, seed=seed)
'''


def _package(extra: str, modules: dict[str, str]) -> dict[str, str]:
    """The files of a box that is a package of its own, which wants `ludens` with an extra."""
    return {**modules, "$name/game.lud": "$rules", "pyproject.toml": _PYPROJECT.replace("EXTRA", extra)}


#: the files of each arena's box, by their paths
TEMPLATES: dict[str, dict[str, str]] = {
    "kaggle": _package(
        "kaggle",
        {
            "$name/__init__.py": 'from $name.$name import environment, parts\n\n__all__ = ["environment", "parts"]\n',
            "$name/$name.py": _KAGGLE,
            "$name/harness.py": _HARNESS,
            "$name/test_llm_game.py": _LLM,
        },
    ),
    "verifiers": _package("verifiers", {"$name/__init__.py": _VERIFIERS}),
    "openenv": {
        "__init__.py": "from .client import GameAction, GameEnv, GameObservation\n\n"
        '__all__ = ["GameAction", "GameEnv", "GameObservation"]\n',
        "client.py": _OPENENV_CLIENT,
        "models.py": "from ludens.envs.openenv import GameAction, GameObservation\n\n"
        '__all__ = ["GameAction", "GameObservation"]\n',
        "server/__init__.py": "",
        "server/app.py": _OPENENV_APP,
        "server/Dockerfile": "FROM python:3.12-slim\nWORKDIR /app/env\nCOPY . .\n"
        "RUN pip install --no-cache-dir .\nEXPOSE 8000\n"
        'CMD ["uvicorn", "server.app:app", "--host", "0.0.0.0", "--port", "8000"]\n',
        "server/requirements.txt": "ludens[openenv]>=$version\n",
        "openenv.yaml": "spec_version: 1\nname: $name\ntype: space\nruntime: fastapi\n"
        "app: server.app:app\nport: 8000\n",
        "game.lud": "$rules",
        "pyproject.toml": _OPENENV_PYPROJECT,
        "README.md": _OPENENV_README + SETUP,
    },
    "textarena": _package("textarena", {"$name/__init__.py": _TEXTARENA}),
    "openspiel": _package("openspiel", {"$name/__init__.py": _OPENSPIEL}),
    "gymnasium": _package("gym", {"$name/__init__.py": _GYMNASIUM}),
    "inspect": _package("inspect", {"$name/__init__.py": "", "$name/task.py": _INSPECT}),
}
