"""A Gomocup engine that makes one mistake, for tests of the client.

The first argument is the mistake, or "good" for no mistake.

Some mistakes happen only in the first run, when the file that the second argument names does not exist yet.
"""

import os
import random
import subprocess
import sys
import threading
from pathlib import Path

fault = sys.argv[1] if len(sys.argv) > 1 else "good"
mark = Path(sys.argv[2]) if len(sys.argv) > 2 and fault != "noise" else None
size, stones = 15, []
# "drops 3": the engine ignores three commands after its move; "halves": it misses the first word of the next command;
# "deaf": it receives nothing until the file exists; "late", "late about": it answers when nobody has locked the file;
# "ends late": it ends then
drops = int(fault.split()[-1]) if "drops" in fault else 0
lost, hears = 0, True


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def note(line):
    """Save the input in a file."""
    if mark and fault in ("good", "no takeback", "no restart", "swap2 sides"):
        with mark.open("a") as file:
            file.write(line.strip() + "\n")


def move(x, y):
    """Send the engine's move, and ignore input for a while."""
    global lost, hears
    lost, hears = drops, "halves" not in fault and "deaf" not in fault
    if "deaf" in fault:
        mark.unlink(missing_ok=True)
    say(f"{x},{y}")


def hears_it(line):
    """Return whether the engine receives a command. If it misses the first word, it reports the other words."""
    global lost, hears
    if "deaf" in fault and not hears:
        hears = mark.exists()
        if not hears:
            sys.exit(f"a command came too early: {line}")
    elif "halves" in fault and not hears:
        hears = True
        for word in line.split()[1:]:
            say(f"ERROR Unknown command: {word}")
        return False
    elif lost:
        lost -= 1
        return False
    return hears


def forever():
    threading.Event().wait()


def until_unlocked():
    import fcntl  # Unix only

    with mark.open() as file:
        fcntl.flock(file, fcntl.LOCK_SH)


def free():
    """Return the first free point from the middle on, by rows."""
    points = [(x, y) for y in range(size) for x in range(size)]
    points = points[len(points) // 2 :] + points[: len(points) // 2]
    return next(point for point in points if point not in stones)


def answer(command):
    """Answer a request for a stone."""
    if fault == "silence":
        return None
    if fault == "late":
        until_unlocked()
    if fault == "hang":
        say("MESSAGE I think")
        forever()
    if fault == "hang and deaf":
        import signal

        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        forever()
    if fault == "crash":
        sys.stderr.write("first line\nSegmentation fault in the search\n")
        sys.stderr.flush()
        os._exit(139)
    if fault == "crash once" and not mark.exists():
        mark.write_text("")
        os._exit(1)
    if fault == "killed":
        os.abort()
    if fault == "closes":
        os.close(1)
        forever()
    if fault == "noise":
        number = random.Random(int(sys.argv[2]))
        for _ in range(200):
            kind = number.choice((b"MESSAGE ", b"INFO ", b"DEBUG ", b"INFO PV ", b"MESSAGE (1) ", b"\r", b""))
            end = number.choice((b"\n", b"\r", b"\r\n"))
            sys.stdout.buffer.write(kind + number.randbytes(number.randrange(60)) + end)
        sys.stdout.buffer.flush()
        return None
    if fault == "binary":
        sys.stdout.buffer.write(bytes(range(128, 256)) + b"\n")
        sys.stdout.flush()
        return None
    if fault == "megabyte":
        say("MESSAGE " + "x" * 1000)
        for _ in range(2000):
            say("MESSAGE " + "x" * 1000)
        return None
    if fault == "endless messages":
        while True:
            say("MESSAGE still thinking")
    if fault == "endless line":
        while True:
            sys.stdout.write("x" * 1000)
            sys.stdout.flush()
    answers = {
        "rubbish": "i think\x1b[31m h8 \x07",
        "long line": "x" * 20_000,
        "zero": "0,0",
        "outside": f"{size},0",
        "negative": "-1,3",
        "occupied": "{},{}".format(*stones[0]) if stones else "",
        "error": "ERROR no memory",
        "unknown": f"UNKNOWN {command}",
    }
    if fault in answers:
        return say(answers[fault])
    if fault == "suggests":
        return say("SUGGEST {},{}".format(*free()))
    point = free()
    stones.append(point)
    if fault == "talks":
        name = chr(ord("A") + point[0])
        row = point[1] + 1
        say("DEBUG alpha 3")
        say(f"MESSAGE Depth 3-5 | Eval 12 | Time 1ms | {name}{row} A1")
        say(f"MESSAGE Depth 9-14 | Eval -M8 | Time 7ms | {name}{row} A1 B2")
        say("")
        sys.stdout.write("{}, {}\r\r\n".format(*point))
        sys.stdout.flush()
        return None
    if fault == "tells more":
        return say("MESSAGE\tdepth 4\nmessage\tI think\n{},{}\tat last 1,2".format(*point))
    return move(*point)


def pair(text):
    x, y = text.split(",")[:2]
    return int(x), int(y)


if fault == "greets":
    say("Welcome to the engine")
    say("It is made of C")
if fault == "child":
    child = subprocess.Popen([sys.executable, "-c", "import threading; threading.Event().wait()"])
    mark.write_text(f"{os.getpid()} {child.pid}")
if fault in ("stubborn", "leaves a child"):
    import signal

    if fault == "stubborn":
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)  # its children inherit this, and ignore these signals, too
    waits = [sys.executable, "-S", "-E", "-c", "import threading; threading.Event().wait()"]
    # start a child process, a child in a separate session, and an orphan
    begins = f"import subprocess; print(subprocess.Popen({waits!r}, start_new_session=True, stdout=-3, stderr=-3).pid)"
    pids = [os.getpid(), subprocess.Popen(waits).pid, subprocess.Popen(waits, start_new_session=True).pid]
    pids.append(subprocess.check_output([sys.executable, "-S", "-E", "-c", begins], text=True).strip())
    mark.with_suffix(".new").write_text(" ".join(map(str, pids)))
    mark.with_suffix(".new").rename(mark)  # so that the file is complete as soon as it exists
if fault == "ends":
    sys.exit(3)
if fault == "stderr":
    sys.stderr.write("x" * 300_000)
    sys.stderr.flush()

for line in sys.stdin:
    line = line.strip()
    word, _, rest = line.partition(" ")
    word = word.upper()
    if not hears_it(line):
        continue
    note(line)
    if word == "ABOUT":
        if fault == "no about":
            continue
        if fault in ("late about", "ends late"):
            until_unlocked()
        if fault == "ends late":
            sys.exit(3)
        if fault == "about unknown":
            say("UNKNOWN about")
        elif fault == "old about":
            say("Pela, a strong engine, 2005")
        else:
            say(f'name="Wicked", version="1.0", author="A test", country="EE", fault="{fault}"')
    elif word == "START":
        if fault == "no start":
            continue
        size, stones = int(rest), []
        say("ERROR unsupported size" if size != 15 or fault == "no size" else "OK - everything is good")
    elif word == "RESTART":
        if fault == "no restart":
            say("UNKNOWN restart")
        else:
            stones = []
            say("OK")
    elif word == "INFO" and fault == "ok to info":
        say("OK")
    elif word == "INFO":
        pass
    elif word == "BEGIN":
        answer(line)
    elif word == "TURN":
        stones.append(pair(rest))
        answer(line)
    elif word == "PLAY":
        say(rest)
    elif word == "TAKEBACK":
        if fault == "no takeback":
            say("UNKNOWN takeback")
        else:
            stones.remove(pair(rest))
            say("OK")
    elif word == "BOARD" or (word == "SWAP2BOARD" and fault != "no swap2"):
        stones = []
        for row in sys.stdin:
            if row.strip() == "DONE":
                break
            note(row)
            if fault == "swap2 sides" and word == "SWAP2BOARD" and row.count(",") < 2:
                say("ERROR Coord is not valid or empty, or color is not valid.")
            else:
                stones.append(pair(row))
        if word == "BOARD":
            answer(line)
        elif word == "SWAP2BOARD":
            if fault == "swap2 rubbish":
                say("7,7")
            elif fault == "swap2 twice":
                say("7,7 8,8 7,7")
            else:
                say({0: "7,7 8,7 9,9", 3: "6,6 5,5"}.get(len(stones), "SWAP"))
                lost = drops
    elif word == "END":
        if fault in ("hang", "does not end", "child"):
            forever()
        break
    elif fault == "dies of unknown":
        os._exit(5)
    elif word:
        say(f"UNKNOWN command {word}")
if fault == "stubborn":
    forever()  # does not end when its input ends either
