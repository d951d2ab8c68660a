"""Where the answers of a file are: the last line counts, the order is that of the first lines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from acidtest.store.answer_places import AnswerPlaces

names = st.text(st.characters(), max_size=3)  # lone surrogates too
lines = st.lists(st.tuples(names, st.integers(0, 3), st.booleans()))


@given(lines)
def test_places_are_those_of_a_dictionary(written: list[tuple[str, int, bool]]) -> None:
    places, known, fine = AnswerPlaces(), {}, {}
    for start, (name, attempt, is_fine) in enumerate(written):
        places.put((name, attempt), (start, 1), fine=is_fine)
        known[name, attempt] = (start, 1)
        fine[name, attempt] = is_fine
    assert list(places.keys()) == list(known)
    assert len(places) == len(known)
    assert list(places.sorted_places()) == [known[key] for key in sorted(known)]
    for key in [*known, ("", 9)]:
        assert places.place(key) == known.get(key)
        assert places.is_fine(key) == fine.get(key, False)
        mine = {attempt for name, attempt in known if name == key[0]}
        assert places.places(key[0]).keys() == mine
        assert places.fine(key[0]) == {attempt for attempt in mine if fine[key[0], attempt]}


def test_more_keys_than_are_read_at_once_all_come() -> None:
    places = AnswerPlaces()
    keys = [(str(number % 900), number // 900) for number in range(2700)]
    for start, key in enumerate(keys):
        places.put(key, (start, 1), fine=True)
    assert list(places.keys()) == keys
    order = [keys[start] for start, _ in places.sorted_places()]
    assert order == sorted(keys)
