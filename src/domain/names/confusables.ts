/**
 * Letters and digits that look like Latin ones: a part of Unicode's confusables.txt, version 17.0.0, for UTS #39.
 * Copyright 2025 Unicode, Inc., under the Unicode License v3 (https://www.unicode.org/license.txt). Source:
 * https://www.unicode.org/Public/17.0.0/security/confusables.txt
 *
 * It contains single letters, marks and numbers whose prototype consists of Latin letters only, after both are
 * decomposed (NFKD), stripped of the accents U+0300 to U+036F, and converted to lower case. Our names in other scripts
 * are compared letter by letter.
 */
import { foldNasals, overlookedMarks, southAsianPrototypes } from './south-asian-confusables.ts'

/** Code points in hexadecimal by the letter that they look like. They are also confusable with one another. */
const confusables: Readonly<Record<string, string>> = {
  a: '251 391 3b1 410 430 13aa 15c5 a4ee 102a0 16f40',
  aa: 'a732 a733',
  ae: 'c6 e6 4d4 4d5',
  ao: 'a734 a735',
  au: 'a736 a737',
  av: 'a738 a739 a73a a73b',
  ay: 'a73c a73d',
  b: '180 182 183 184 253 392 411 412 42c 462 463 48c 48d 13cf 13f4 1472 1473 15af 15f7 2c82 a4d0 a7b4 10282 102a1 10301 16eb6',
  bl: '42b',
  c: '23c 3a3 3c2 421 441 4aa 4ab 1004 105a 13df 1d04 2ca4 2ca5 a4da abaf 102a2 10302 10415 1043d 1051c 118e9 118f2',
  d: 'd0 110 111 189 18c 256 257 501 13a0 13e7 146f 15de 15ea a4d2 a4d3',
  dz: '2a3',
  e: '246 247 395 415 435 4bd 4bf 13ac 2d39 a4f0 ab32 10286 118a6 118ae',
  f: '191 192 3dc 584 15b4 1d6e 1e9d a4dd a798 a799 ab35 10287 102a5 10525 118a2 118c2',
  fn: '2a9',
  g: '18d 1e4 1e5 260 261 50c 581 13c0 13f3 1d83 a4d6',
  h: '126 127 266 397 41d 43d 45b 4a2 4bb 4c7 4c9 570 13bb 13c2 13f2 157c 2c67 2c8e a4e7 a695 102cf',
  i: '131 268 269 26a 3b9 456 582 13a5 1d7b 1d7c 2c93 a647 ab75 118c3',
  j: '248 249 37f 3f3 408 458 13ab 148d a4d9 a7b2',
  k: '199 39a 41a 49a 49e 13e6 16d5 2c69 2c94 a4d7 a740 10518',
  l: '141 142 196 197 19a 1c0 26b 26d 399 406 4c0 4cf 5d5 5df 627 661 6f1 7ca 13de 14aa 16c1 2c92 2cd0 2d4f a4e1 a4f2 1028a 10309 10320 1041b 10526 118a3 118b2 11dda 11de1 16eaa 16f16 16f28 1e8c7',
  ll: '1c1 5f0',
  lo: '42e',
  ls: '2aa',
  lz: '2ab',
  m: '39c 3fa 41c 4cd 13b7 15f0 16d6 2c98 a4df 102b0 10311',
  n: '14b 19d 19e 273 39d 3b7 572 578 57c 1d70 2c9a a4e0 10513',
  o: 'd8 f8 19f 275 398 39f 3b8 3bf 3c3 3ed 41e 43e 472 473 4e8 4e9 555 585 5e1 647 665 6be 6c1 6d5 6f5 6ff 7c0 966 9e6 a66 ae6 b20 b66 be6 c02 c66 c82 ce6 d02 d20 d66 d82 e50 ed0 101d 1040 10ff 12d0 13be 13eb 17e0 1d0f 1d11 2c90 2c91 2c9e 2c9f 2d31 2d41 2d54 3007 a4f3 a74a a74b ab3d ab3e ab74 ab8e abbb 10292 102ab 10404 1042c 104c2 104ea 10516 114d0 118b5 118c8 118d7 118e0 11de0',
  oe: '152 153',
  oo: 'a698 a699 a74e a74f',
  p: 'fe 1a5 1bf 3a1 3c1 3f8 420 440 13e2 146d 1d7d 2ca2 2ca3 2cce 2ccf a4d1 10295',
  q: '2a0 51b 563 566 2d55',
  r: '1a6 24d 27c 27d 433 493 13a1 13d2 1587 1d26 1d72 2c85 a4e3 ab47 ab48 ab81 104b4 16f35',
  rn: '271 1d6f 11700 118e3',
  s: '1bd 282 405 455 54f d1f 13d5 13da 1d74 a4e2 a731 abaa 10296 10420 10448 118c1 16f3a',
  t: '166 167 1ad 1ae 23e 3a4 422 4ac 13a2 1d75 2ca6 a4d4 10297 102b1 10315 118bc 16f0a',
  tf: 'a777',
  ts: '2a6',
  u: '244 28b 3c5 45f 54d 57d 1200 13cc 144c 1d1c 1d7e a4f4 a79f ab4e ab52 ab9c 104ce 104f6 118b8 118d8 16f42',
  ue: '1d6b',
  uo: 'ab63',
  v: '3bd 474 475 5d8 667 6f7 13d9 142f 1d20 2d38 a4e6 a6df aba9 1051d 11706 118a0 118c0 16f08',
  w: '26f 448 461 51c 51d 561 13b3 13d4 1d21 2cbd a4ea a761 ab83 114c5 1170a 1170e 1170f 118e6 118ef',
  x: '3a7 425 445 4b2 1541 157d 16b7 2cac 2d5d a4eb a7b3 10290 102b4 10317 10322 10527 118ec',
  y: '1b4 24e 24f 263 28f 3a5 3b3 423 443 4ae 4af 4b0 4b1 10e7 13a9 13bd 1d8c 1eff 2ca8 2ca9 a4ec ab5a 102b2 118a4 118dc 16f43',
  z: '1b5 1b6 224 225 290 396 13c3 1d22 1d76 a4dc ab93 102f5 118a9 118c4 118e5',
}

/**
 * Small capitals, phonetic letters, and lower-case Cyrillic and Greek letters for which Unicode's file has no
 * lookalike, or not the one that readers see.
 */
const otherConfusables: Readonly<Record<string, string>> = {
  a: '1d00 2c6f 250',
  ae: '1d01',
  b: '299 1d03 df 432 44c 3b2',
  d: '1d05 1d06 f0',
  e: '1d07 1d08 25b 259 1dd 3b5 454 4d9',
  f: 'a730 492 493',
  g: '262 29b 50d',
  h: '29c 4a3 4c8',
  i: '26a',
  j: '1d0a 575',
  k: '1d0b 43a 3ba 49b 49d 49f 4a1',
  l: '29f 1d0c 1c3 56c',
  m: '1d0d 43c 4ce',
  n: '274 1d0e 43f 3c0',
  o: '254',
  oe: '276',
  p: '1d18 48f',
  q: 'a7af',
  r: '280 1d19 491',
  t: '1d1b 442 3c4 4ad',
  u: '3bc',
  w: '3c9',
  x: '3c7 4b3',
  y: '28f',
}

/**
 * Confusable ASCII characters: according to UTS #39 m, I, 1 and 0; in lower case i too. In a narrow typeface vv and cl
 * look like w and d. Other digits stand for letters: "5upp0r7".
 */
const asciiConfusables: Readonly<Record<string, string>> = {
  i: 'l',
  '1': 'l',
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  m: 'rn',
  w: 'vv',
  d: 'cl',
}

const listPrototypes = (alike: Readonly<Record<string, string>>) =>
  Object.entries(alike).flatMap(([letters, codes]) =>
    codes
      .split(' ')
      .map((code) => [String.fromCodePoint(Number.parseInt(code, 16)), letters] as const),
  )

const prototypes: ReadonlyMap<string, string> = new Map([
  ...listPrototypes(confusables),
  ...listPrototypes(otherConfusables),
])

/**
 * Matches marks without a script of their own, such as accents and rings, modifier letters that look like apostrophes,
 * Arabic marks, and anything that isn't a letter, a mark or a number.
 */
const invisiblePattern =
  /\p{Script=Inherited}|[\u02b0-\u02ff]|(?=\p{Script=Arabic})\p{Mn}|\p{Default_Ignorable_Code_Point}|[^\p{L}\p{M}\p{N}|]/gu

/**
 * Collapses doubled letters, because an extra or missing one is easily overlooked: "Daruwala". In a skeleton, cl and rn
 * stand for d and m, so each counts as one letter.
 */
export const collapseRepeated = (skeleton: string): string =>
  skeleton.replaceAll(/(cl|rn|.)\1+/gu, '$1')

/**
 * Returns a skeleton: two texts look alike if their skeletons are equal. A skeleton contains only letters, marks and
 * numbers without repetitions, and no spaces, punctuation or invisible characters. Use it only to compare texts:
 * nobody could read it.
 */
export function createSkeleton(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replaceAll('&', 'and')
    .replaceAll(invisiblePattern, '')
    // A vertical bar looks like a letter, but isn't one.
    .replaceAll('|', 'l')
    .replaceAll(overlookedMarks, '')
  let skeleton = ''
  const spelled = [...letters].map((letter) => southAsianPrototypes.get(letter) ?? letter).join('')
  for (const letter of foldNasals(spelled)) {
    // Compares capitals before lower case, because capital eta looks like H, and small eta like n. Old forms of a
    // letter have the same capital as today's.
    const lower = letter.toUpperCase().toLowerCase()
    for (const latin of prototypes.get(letter) ?? prototypes.get(lower) ?? lower)
      skeleton += asciiConfusables[latin] ?? latin
  }
  return collapseRepeated(skeleton)
}
