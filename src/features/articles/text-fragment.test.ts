import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTextFragment, splitWords, type Word } from './text-fragment.ts'

/** Finds the words that a browser highlights: the first match of prefix and start, then the first end, as specified. */
function findFragment(words: readonly Word[], fragment: string): [number, number] | null {
  const terms = fragment.replace(':~:text=', '').split(',')
  const decode = (term: string) => decodeURIComponent(term).toLowerCase().split(' ')
  const prefix = terms[0]!.endsWith('-') ? decode(terms.shift()!.slice(0, -1)) : []
  const [start, end] = terms.map(decode) as [string[], string[] | undefined]
  const matchesAt = (at: number, term: readonly string[]) =>
    term.every((word, index) => {
      const candidate = words[at + index]
      return candidate?.text.toLowerCase() === word && candidate.block === words[at]!.block
    })
  for (let at = 0; at < words.length; at++) {
    const startIndex = at + prefix.length
    if (!(prefix.length === 0 || matchesAt(at, prefix)) || !matchesAt(startIndex, start)) continue
    const startEnd = startIndex + start.length - 1
    if (!end) return [startIndex, startEnd]
    for (let place = startEnd + 1; place < words.length; place++) {
      if (matchesAt(place, end)) return [startIndex, place + end.length - 1]
    }
  }
  return null
}

const text = splitWords([
  'The rain came late. The dal was soaked, and the well-water tasted of iron.',
  '“The rain came late,” she said, “and then it would not stop.”',
  'On the fourth day the dal was soaked again.',
])

describe('buildTextFragment', () => {
  it('names a few words in full', () => {
    expect(buildTextFragment(text, 0, 3)).toBe(':~:text=The%20rain%20came%20late.')
  })

  it('escapes hyphens and commas', () => {
    expect(buildTextFragment(text, 7, 10)).toBe(':~:text=soaked%2C%20and%20the%20well%2Dwater')
  })

  it('adds the preceding words if the same words occur earlier', () => {
    const again = text.findIndex(({ block }) => block === 2) + 4
    const fragment = buildTextFragment(text, again, again + 2)
    expect(fragment).toBe(':~:text=the%20fourth%20day-,the%20dal%20was')
    expect(findFragment(text, fragment)).toEqual([again, again + 2])
  })

  it('names the start and the end of several blocks', () => {
    const fragment = buildTextFragment(text, 4, text.length - 1)
    expect(fragment.split(',')).toHaveLength(2)
    expect(findFragment(text, fragment)).toEqual([4, text.length - 1])
  })

  it('never leads to a later match', () => {
    // Texts consist of only a few different words, which causes many ambiguities.
    const word = fc.constantFrom('a', 'the', 'Rain', 'dal', 'well-water', 'late,', 'é', 'ক', '“so”')
    const block = fc.array(word, { minLength: 1, maxLength: 30 })
    const passage = fc.array(block, { minLength: 1, maxLength: 5 }).chain((blocks) => {
      const words = splitWords(blocks.map((words) => words.join(' ')))
      const place = fc.nat(words.length - 1)
      return fc.tuple(fc.constant(words), place, place)
    })
    fc.assert(
      fc.property(passage, ([words, one, other]) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)]
        const found = findFragment(words, buildTextFragment(words, first, last))
        expect(found?.[0]).toBeLessThanOrEqual(first)
        expect(words[found![0]]!.text).toBe(words[first]!.text)
        expect(words[found![1]]!.text).toBe(words[last]!.text)
      }),
    )
  })

  it('leads to the selected words in any text of distinct words', () => {
    const passage = fc
      .array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 })
      .chain((sizes) => {
        let count = 0
        const blocks = sizes.map((size) =>
          Array.from({ length: size }, () => `w${count++}-x`).join(' '),
        )
        const place = fc.nat(count - 1)
        return fc.tuple(fc.constant(splitWords(blocks)), place, place)
      })
    fc.assert(
      fc.property(passage, ([words, one, other]) => {
        const range = [Math.min(one, other), Math.max(one, other)] as [number, number]
        expect(findFragment(words, buildTextFragment(words, ...range))).toEqual(range)
      }),
    )
  })
})
