/* 텃밭 씨앗 나눔 게시판 */
import seedrandom from 'seedrandom';

const SEEDS = [
  { name: '상추', season: 'spring', grams: 2 },
  { name: '무', season: 'autumn', grams: 5 },
  { name: '들깨', season: 'spring', grams: 3 },
];

export function seedsFor(season) {
  return SEEDS.filter((seed) => seed.season === season);
}

/** 매주 같은 순서가 나오도록 주차를 seed로 쓴다. */
export function weeklyOrder(week, people) {
  const random = seedrandom(`week-${week}`);
  const order = [...people];
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

export function render(list, season) {
  list.replaceChildren(
    ...seedsFor(season).map((seed) => {
      const item = document.createElement('li');
      item.textContent = `${seed.name} ${seed.grams}g`;
      item.setAttribute('aria-label', `${seed.name} 씨앗`);
      return item;
    }),
  );
}
