'use strict';

const RECIPES = [
  { name: 'Sea salt cookie', salt: '4 g', minutes: 14, serves: 24 },
  { name: 'Hash browns', salt: '2 g', minutes: 25, serves: 4 },
  { name: 'Mac and cheese', salt: '6 g', minutes: 40, serves: 6 },
];

/** Same day, same recipe: a small string hash picks it. */
function hash(text) {
  let h = 5381;
  for (const ch of text) h = ((h << 5) + h + ch.codePointAt(0)) | 0;
  return Math.abs(h);
}

function recipeOfTheDay(date = new Date()) {
  return RECIPES[hash(date.toISOString().slice(0, 10)) % RECIPES.length];
}

function shoppingList(names) {
  return RECIPES.filter((r) => names.includes(r.name))
    .map((r) => `${r.name}: ${r.salt} salt, serves ${r.serves}`)
    .join('\n');
}

module.exports = { recipeOfTheDay, shoppingList };
