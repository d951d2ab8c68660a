"""Rainbow effect for the lobby's LED strip."""

import colorsys
import time
from collections.abc import Iterator

PIXELS = 144
RAINBOW = "Rainbow-III-Classic"
EFFECTS = {RAINBOW: 0.8, "Falcon-512": 1.6, "Dilithium crystal": 0.4}


def wheel(position: float) -> tuple[int, int, int]:
    red, green, blue = colorsys.hsv_to_rgb(position % 1.0, 1.0, 0.6)
    return int(red * 255), int(green * 255), int(blue * 255)


def frames(speed: float) -> Iterator[list[tuple[int, int, int]]]:
    start = time.monotonic()
    while True:
        shift = (time.monotonic() - start) * speed / 10
        yield [wheel(n / PIXELS + shift) for n in range(PIXELS)]


def run(strip, effect: str = RAINBOW, seconds: float = 60) -> None:
    stamp = time.monotonic()
    for frame in frames(EFFECTS[effect]):
        for n, colour in enumerate(frame):
            strip[n] = colour
        strip.show()
        if time.monotonic() - stamp > seconds:
            break
        time.sleep(1 / 40)
