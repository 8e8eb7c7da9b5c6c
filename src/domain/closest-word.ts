/** Finds the word that was probably meant. */

/** Removes case, accents and punctuation, as in slugs. */
export const simplifyWord = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’'ʼ]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('-')

/** Longer words aren't compared, because the time grows with the square of their length. */
const maxLength = 60

/** Counts letters that are added, missing, wrong or exchanged with a neighbour. */
function countTypos(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isExchanged =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1]
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isExchanged ? beforeLast[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last[other.length]!
}

/**
 * Returns the key of the spelling that differs only in case and punctuation, or else the nearest, with at most one typo
 * in four letters. Null if there is none, or if two keys are equally near.
 */
export function findClosest<Key extends string>(
  word: string,
  spellings: Iterable<readonly [spelling: string, key: Key]>,
): Key | null {
  const given = simplifyWord(word)
  if (given === '' || given.length > maxLength) return null
  const limit = Math.min(2, Math.floor(given.length / 4) || (given.length === 3 ? 1 : 0))
  let nearest = limit + 1
  let keys = new Set<Key>()
  for (const [spelling, key] of spellings) {
    const known = simplifyWord(spelling)
    if (Math.abs(known.length - given.length) > limit) continue
    const typos = known === given ? 0 : countTypos(given, known)
    if (typos > nearest || typos > limit) continue
    if (typos < nearest) keys = new Set()
    nearest = typos
    keys.add(key)
  }
  const [key = null] = keys
  return keys.size === 1 ? key : null
}

/** Returns the known word that was probably meant; null if there is none. */
export const findClosestWord = <Word extends string>(
  word: string,
  words: Iterable<Word>,
): Word | null =>
  findClosest(
    word,
    Array.from(words, (one) => [one, one] as const),
  )
