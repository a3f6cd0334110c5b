"""A copy of the game with its minds compiled, in which a ladder plays the same matches in a third to half of the time.

    make ladder TITLE=happy_mochi      # compiles what has changed, then plays
    python -m tests.tools.compiled build/compiled

mypyc turns the typed Python of `game/ai` into C; it needs a C compiler. Thoughts are counted in simulations and not in
seconds, so they stay the same to the last bit. Matches of every title are played both ways before the copy is good.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from itertools import cycle
from pathlib import Path

from game.data import catalog
from game.engine.spec import LEVELS
from game.titles import TITLES

ROOT = Path(__file__).parents[2]
COMPILED = (
    *("ai/*/*.py", "ai/search.py", "ai/thought.py"),
    *("engine/cards.py", "engine/dice.py", "engine/moves.py", "titles/happy_mochi/pairs.py"),
)
GAMES = 2


def copy(folder: Path) -> None:
    """In place of an older copy, but of nothing else."""
    if folder in (ROOT, *ROOT.parents) or (folder.exists() and not (folder / "game").is_dir()):
        sys.exit(f"{folder} is no place for a copy: something else lies there.")
    shutil.rmtree(folder, ignore_errors=True)
    for part in ("game", "locales"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))


def sources(folder: Path) -> list[str]:
    found = [file for pattern in COMPILED for file in sorted((folder / "game").glob(pattern))]
    return [str(file.relative_to(folder)) for file in found if file.name != "__init__.py"]


def compile_in(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mypyc", *sources(folder)], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(
            f"{done.stdout}{done.stderr}\nThe minds could not be compiled. Is there a C compiler? Without one,"
            " `python -m game ladder` plays the same matches, only slower."
        )


def records(tree: Path, out: Path) -> dict[str, bytes]:
    """A few matches of every title and number of seats as a tree plays them, a level to a seat, the best first."""
    for title in TITLES:
        for seats in catalog.spec(title).seats:
            bots = ",".join(level for level, _ in zip(cycle(reversed(LEVELS)), range(seats), strict=False))
            plan = ["--seats", str(seats), "--games", str(GAMES), "--seed", "1", "--bots", bots, "--records", str(out)]
            play = [sys.executable, "-m", "game", "simulate", title, *plan]
            subprocess.run(play, cwd=tree, check=True, stdout=subprocess.DEVNULL)
    return {file.name: file.read_bytes() for file in out.iterdir()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the copy goes")
    folder = parser.parse_args().folder.resolve()
    copy(folder)
    compile_in(folder)
    plain, compiled = records(ROOT, folder / "plain"), records(folder, folder / "compiled")
    if plain != compiled:
        odd = ", ".join(sorted(name for name in plain if plain[name] != compiled.get(name)))
        sys.exit(f"Compiled, the bots play otherwise: {odd}. What lies in {folder} is of no use.")
    print(f"{len(sources(folder))} modules compiled; {len(plain)} matches were played the same both ways.")


if __name__ == "__main__":
    main()
