/**
 * The part of an address that leads to words of a page (`#:~:text=`, WICG scroll-to-text-fragment):
 * browsers look for the first place that fits and show it. Words are those between spaces, so that
 * a fragment always begins and ends where browsers let one.
 */

/** A word of a page, and which paragraph or other block it stands in. */
export type Word = { readonly text: string; readonly block: number }

/** At most so many words are named in full; longer passages by their beginning and end. */
const longestExact = 12
/** Tried one after the other, until the first place that fits is the one that is meant. */
const contexts = [0, 3, 6, 12, 24]

/** From the text of each block. */
export function wordsOf(blocks: readonly string[]): Word[] {
  return blocks.flatMap((block, index) =>
    (block.match(/\S+/g) ?? []).map((text) => ({ text, block: index })),
  )
}

/** Browsers look for letters without regard to case and accents. */
function folded(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function encoded(words: readonly Word[]): string {
  // A hyphen would say that the word before it is context.
  return encodeURIComponent(words.map(({ text }) => text).join(' ')).replaceAll('-', '%2D')
}

/** The fragment that leads to the words from `first` to `last`, both included. */
export function textFragment(words: readonly Word[], first: number, last: number): string {
  const plain = words.map(({ text }) => folded(text))
  const text = plain.join(' ')
  const starts: number[] = []
  let length = 0
  for (const word of plain) {
    starts.push(length)
    length += word.length + 1
  }
  const slice = (from: number, to: number) =>
    text.slice(starts[from]!, starts[to]! + plain[to]!.length)
  const blockOf = (place: number) => words[place]?.block
  /** The farthest place in the same block, at most so many words away. */
  const within = (place: number, steps: number) => {
    let end = place
    const way = Math.sign(steps)
    while (end !== place + steps && blockOf(end + way) === blockOf(place)) end += way
    return end
  }

  const isExact = last - first < longestExact && blockOf(first) === blockOf(last)
  let fragment = ''
  for (const context of contexts) {
    const startEnd = isExact ? last : Math.min(within(first, 3 + context), last)
    const before = context > 0 && first > 0 ? within(first - 1, 1 - context) : first
    const prefix = before < first ? `${encoded(words.slice(before, first))}-,` : ''
    const isStartFound = text.indexOf(slice(before, startEnd)) === starts[before]
    fragment = `:~:text=${prefix}${encoded(words.slice(first, startEnd + 1))}`
    if (isExact || startEnd === last) {
      if (isStartFound) return fragment
      continue
    }
    const endStart = Math.max(within(last, -3 - context), startEnd + 1)
    const from = starts[startEnd]! + plain[startEnd]!.length
    const isEndFound = text.indexOf(slice(endStart, last), from) === starts[endStart]
    fragment += `,${encoded(words.slice(endStart, last + 1))}`
    if (isStartFound && isEndFound) return fragment
  }
  // The same words in the same company, twice: the first of them it is.
  return fragment
}
