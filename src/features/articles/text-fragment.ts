/** Builds text fragments (`#:~:text=`, WICG scroll-to-text-fragment). Browsers highlight the first match. */

/** A word, with the paragraph or other block that contains it. */
export type Word = { readonly text: string; readonly block: number }

/** Longer passages are written as their beginning and end. */
const maxExactWords = 12
/** Words of context, added until the first match is the right one. */
const contextLengths = [0, 3, 6, 12, 24]

export function splitWords(blocks: readonly string[]): Word[] {
  return blocks.flatMap((block, index) =>
    (block.match(/\S+/g) ?? []).map((text) => ({ text, block: index })),
  )
}

/** Browsers ignore case and accents. */
function foldCase(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function encodeWords(words: readonly Word[]): string {
  // A hyphen would mark the word as context.
  return encodeURIComponent(words.map(({ text }) => text).join(' ')).replaceAll('-', '%2D')
}

/** Builds a fragment for the words from `first` to `last`, both inclusive. */
export function buildTextFragment(words: readonly Word[], first: number, last: number): string {
  const foldedWords = words.map(({ text }) => foldCase(text))
  const text = foldedWords.join(' ')
  const starts: number[] = []
  let length = 0
  for (const word of foldedWords) {
    starts.push(length)
    length += word.length + 1
  }
  const sliceText = (from: number, to: number) =>
    text.slice(starts[from]!, starts[to]! + foldedWords[to]!.length)
  const findBlock = (place: number) => words[place]?.block
  /** Returns the farthest place in the same block, at most `steps` words away. */
  const stepWithinBlock = (place: number, steps: number) => {
    let end = place
    const direction = Math.sign(steps)
    while (end !== place + steps && findBlock(end + direction) === findBlock(place))
      end += direction
    return end
  }

  const isExact = last - first < maxExactWords && findBlock(first) === findBlock(last)
  let fragment = ''
  for (const context of contextLengths) {
    const startEnd = isExact ? last : Math.min(stepWithinBlock(first, 3 + context), last)
    const before = context > 0 && first > 0 ? stepWithinBlock(first - 1, 1 - context) : first
    const prefix = before < first ? `${encodeWords(words.slice(before, first))}-,` : ''
    const isStartFound = text.indexOf(sliceText(before, startEnd)) === starts[before]
    fragment = `:~:text=${prefix}${encodeWords(words.slice(first, startEnd + 1))}`
    if (isExact || startEnd === last) {
      if (isStartFound) return fragment
      continue
    }
    const endStart = Math.max(stepWithinBlock(last, -3 - context), startEnd + 1)
    const from = starts[startEnd]! + foldedWords[startEnd]!.length
    const isEndFound = text.indexOf(sliceText(endStart, last), from) === starts[endStart]
    fragment += `,${encodeWords(words.slice(endStart, last + 1))}`
    if (isStartFound && isEndFound) return fragment
  }
  // The same words in the same context occur twice, so the first match is used.
  return fragment
}
