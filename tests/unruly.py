"""A bots' process that misbehaves. Without a screen: it has to start as quickly as the real one."""

from __future__ import annotations

import time
from multiprocessing.connection import Connection

from game.ai.worker import THINKING, answer_to


def unruly(pipe: Connection) -> None:
    """Does what its bot is called."""
    while True:
        request = pipe.recv()
        what, _, text = request["bot"].partition("=")
        match what:
            case "garbage":
                pipe.send({"number": request["number"], "move": ["what"], "values": 3})
            case "noise":
                pipe.send_bytes(b"\x80\x04no pickle at all")
            case "illegal":
                pipe.send({"number": request["number"], "move": text, "values": [], "simulations": 0, "reasons": []})
            case "silent":
                time.sleep(60)
            case _:
                pipe.send(answer_to(request, lambda: pipe.send(THINKING)))
