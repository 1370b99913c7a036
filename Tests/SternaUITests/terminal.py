"""Runs a program in a pseudo-terminal of 80 x 24, presses keys and waits for texts.

usage: terminal.py PROGRAM [ARGUMENT ...] -- STEP ...        STEP: see:TEXT press:KEYS size:COLUMNSxROWS end:SIGNAL
Prints the last picture of each `see`, each after a line `== TEXT`; then the exit code, and whether the terminal is as it was.
"""
import fcntl, os, pty, re, select, signal, struct, sys, termios, time

arguments = sys.argv[1:]
cut = arguments.index("--")
program, steps = arguments[:cut], arguments[cut + 1:]
child, tty = pty.fork()
if child == 0:
    os.execv(program[0], program)
resize = lambda columns, rows: fcntl.ioctl(tty, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
resize(80, 24)
written = b""


def read(limit):
    """Reads what comes within that time; false at the end."""
    global written
    if not select.select([tty], [], [], limit)[0]:
        return True
    try:
        more = os.read(tty, 65536)
    except OSError:
        return False
    written += more
    return bool(more)


def pictures():
    """Every picture that was drawn whole, as text."""
    frames = re.findall(rb"\x1b\[H(.*?)\x1b\[J", written, re.S)
    return [re.sub(rb"\x1b\[K", b"", frame).replace(b"\r", b"").decode("utf-8", "replace") for frame in frames]


def see(text):
    seen = len(pictures())
    end = time.monotonic() + 20
    while time.monotonic() < end:
        for picture in pictures()[max(0, seen - 1):]:
            if text in picture:
                print("==", text)
                print(picture.rstrip())
                return
        if not read(0.05):
            break
    print("!! not seen:", text)
    print(pictures()[-1] if pictures() else written)
    os.kill(child, signal.SIGKILL)
    sys.exit(1)


for step in steps:
    kind, _, value = step.partition(":")
    if kind == "see":
        see(value)
    elif kind == "press":
        os.write(tty, value.encode().decode("unicode_escape").encode())
    elif kind == "size":
        resize(*map(int, value.split("x")))
        os.kill(child, signal.SIGWINCH)
    elif kind == "end":
        os.kill(child, getattr(signal, value))
while read(5):
    pass
status = os.waitpid(child, 0)[1]
print("== end", os.waitstatus_to_exitcode(status), written.rstrip().endswith(b"\x1b[?1049l"))
