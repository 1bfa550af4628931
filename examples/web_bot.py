"""A bot for a table of `ludens web`, in the standard library alone: it plays any game, one legal move at random.

    python examples/web_bot.py http://localhost:8080 TOKEN

It accepts whatever it is challenged to. Put your own `choose` in the place of the one below.
"""

import json
import random
import sys
import threading
from urllib.parse import quote
from urllib.request import Request, urlopen


class Server:
    def __init__(self, address, token):
        self.address, self.headers = address.rstrip("/"), {"Authorization": f"Bearer {token}"}

    def post(self, path):
        urlopen(Request(self.address + path, data=b"", headers=self.headers, method="POST")).close()

    def lines(self, path):
        with urlopen(Request(self.address + path, headers=self.headers)) as answer:
            yield from (json.loads(line) for line in answer if line.strip())


def choose(state):
    return random.choice(state["legal"])["text"]


def play(server, game):
    for line in server.lines(f"/api/bot/game/stream/{game}"):
        state = line.get("state", line) if line["type"] == "gameFull" else line
        if state.get("yours") and state["status"] == "started":
            server.post(f"/api/bot/game/{game}/move/{quote(choose(state), safe='')}")


def run(server):
    for event in server.lines("/api/stream/event"):
        if event["type"] == "challenge" and event["challenge"]["direction"] == "in":
            server.post(f"/api/challenge/{event['challenge']['id']}/accept")
        elif event["type"] == "gameStart":
            threading.Thread(target=play, args=(server, event["game"]["id"])).start()


if __name__ == "__main__":
    run(Server(*sys.argv[1:3]))
