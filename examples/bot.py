"""Plays a fighter at a live table, with nothing but the standard library: `python examples/bot.py LINK`.

LINK is the invitation of a player's seat, as `fireteam serve` or the game master gives it.
"""

import json
import sys
import time
import urllib.request
import uuid

base, _, token = sys.argv[1].rpartition("/join/")


def ask(path, body=None):
    """One request with this seat's link."""
    request = urllib.request.Request(base + path, None if body is None else json.dumps(body).encode())
    request.add_header("Authorization", f"Bearer {token}")
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def order(do, **fields):
    """An order; its id is of our making, so that a retry would act once."""
    return ask(f"{table}/orders", {"do": do, "id": uuid.uuid4().hex, "seq": view["seq"], **fields})


table = "/api/tables/" + ask("/api/seat")["table"]
while (view := ask(table))["scene"]["phase"] != "over":
    if view["question"]:
        print("answer", order("answer", key=view["question"]["key"], answer=view["question"]["default"])["ok"])
    elif offers := ask(f"{table}/offers"):
        best = next((offer for offer in offers if offer["hostile"]), offers[-1])
        print(best["text"], "->", order("act", command=best["command"])["ok"])
    time.sleep(0.2)
print("over:", view["scene"]["winner"])
