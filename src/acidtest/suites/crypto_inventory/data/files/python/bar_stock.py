"""Stock and recipes for the hotel bar."""

from dataclasses import dataclass


@dataclass
class Fernet:
    brand: str
    bottles: int
    abv: float


SHELF = {
    "fernet": [Fernet("Branca", 6, 39.0), Fernet("Vittone", 2, 40.0), Fernet("Stock", 1, 38.0)],
    "salt": "flaked, two boxes",
    "key": "cellar key hangs behind the ice machine",
}

RECIPES = {
    "Toronto": {"rye": 60, "fernet": 7, "syrup": 7},
    "Hanky Panky": {"gin": 45, "vermouth": 45, "fernet": 7},
}


def servings(name: str) -> int:
    millilitres = RECIPES[name]["fernet"]
    bottles = sum(f.bottles for f in SHELF["fernet"])
    return bottles * 700 // millilitres


def token_price(name: str, per_token: float = 4.5) -> int:
    """Drinks are paid in tokens; a measure of fernet costs one."""
    return max(1, round(sum(RECIPES[name].values()) / 30 * 4.5 / per_token))
