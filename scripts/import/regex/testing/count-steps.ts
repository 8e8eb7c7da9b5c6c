/** Counts a backtracking engine's steps. Matches by continuations, as in ECMAScript 22.2.2. */
import { type PatternNode, parsePattern } from './parse-pattern.ts'

/** Matches the rest of the expression from a position; returns the end of the match, or null. */
type Matcher = (at: number) => number | null

class TooManySteps extends Error {}

const isWord = (character: string | undefined) => character !== undefined && /\w/.test(character)
const isLineEnd = (character: string | undefined) =>
  character !== undefined && /[\n\r\u2028\u2029]/.test(character)

export type Search = {
  readonly steps: number
  /** Position and length of each match found before the limit. */
  readonly matches: readonly (readonly [number, number])[]
}

/** Returns a function that finds all matches in a text, as `replaceAll` does, in up to `most` steps. */
export function createStepCounter(regex: RegExp): (text: string, most: number) => Search {
  const isUnicode = /[uv]/.test(regex.flags)
  let characters: readonly string[] = []
  let captures: (readonly [number, number] | undefined)[] = []
  let [steps, maxSteps] = [0, 0]
  const countStep = () => {
    if (++steps > maxSteps) throw new TooManySteps()
  }

  function isAtEdge(edge: Extract<PatternNode, { kind: 'edge' }>['edge'], at: number): boolean {
    const [before, after] = [characters[at - 1], characters[at]]
    switch (edge) {
      case 'start':
        return at === 0 || (regex.multiline && isLineEnd(before))
      case 'end':
        return at === characters.length || (regex.multiline && isLineEnd(after))
      case 'word':
        return isWord(before) !== isWord(after)
      case 'within':
        return isWord(before) === isWord(after)
    }
  }

  /** Matches `node`, then `next`, which also gets the position where the node began. */
  function compileFrom(
    node: PatternNode,
    isBackward: boolean,
    next: (start: number, at: number) => number | null,
  ): Matcher {
    let start = -1
    const matcher = compile(node, isBackward, (at) => next(start, at))
    return (at) => {
      const before = start
      start = at
      const end = matcher(at)
      if (end === null) start = before
      return end
    }
  }

  /** Compiles a node. Lookbehinds match backwards. */
  function compile(node: PatternNode, isBackward: boolean, next: Matcher): Matcher {
    const direction = isBackward ? -1 : 1
    switch (node.kind) {
      case 'character':
        return (at) => {
          countStep()
          const character = characters[isBackward ? at - 1 : at]
          return character !== undefined && node.matches(character) ? next(at + direction) : null
        }
      case 'edge':
        return (at) => {
          countStep()
          return isAtEdge(node.edge, at) ? next(at) : null
        }
      case 'sequence': {
        const parts = isBackward ? node.parts : node.parts.toReversed()
        return parts.reduce((after, part) => compile(part, isBackward, after), next)
      }
      case 'choice': {
        const options = node.options.map((option) => compile(option, isBackward, next))
        return (at) => {
          countStep()
          for (const option of options) {
            const end = option(at)
            if (end !== null) return end
          }
          return null
        }
      }
      case 'repeat': {
        const compileOptional = (after: Matcher): Matcher => {
          const once = compileFrom(node.part, isBackward, (start, at) =>
            at === start ? null : after(at),
          )
          return (at) => {
            countStep()
            return node.isLazy ? (next(at) ?? once(at)) : (once(at) ?? next(at))
          }
        }
        let matcher = next
        if (node.max === Number.POSITIVE_INFINITY) {
          const loop = compileOptional((at) => loop(at))
          matcher = loop
        } else {
          for (let time = node.min; time < node.max; time++) matcher = compileOptional(matcher)
        }
        for (let time = 0; time < node.min; time++)
          matcher = compile(node.part, isBackward, matcher)
        return matcher
      }
      case 'group':
        return compileFrom(node.part, isBackward, (start, at) => {
          const before = captures[node.index]
          captures[node.index] = isBackward ? [at, start] : [start, at]
          const end = next(at)
          if (end === null) captures[node.index] = before
          return end
        })
      case 'look': {
        const matcher = compile(node.part, node.isBehind, (at) => at)
        return (at) => {
          const before = [...captures]
          const isFound = matcher(at) !== null
          const end = isFound === node.isNegative ? null : next(at)
          if (end === null) captures = before
          return end
        }
      }
      case 'reference':
        return (at) => {
          const word = characters.slice(...(captures[node.index] ?? [0, 0]))
          const begin = isBackward ? at - word.length : at
          steps += word.length
          return word.every((character, index) => characters[begin + index] === character)
            ? next(at + direction * word.length)
            : null
        }
    }
  }

  const match = compile(parsePattern(regex), false, (at) => at)
  return (text, most) => {
    characters = isUnicode ? [...text] : text.split('')
    steps = 0
    maxSteps = most
    const matches: [number, number][] = []
    try {
      for (let at = 0; at <= characters.length; ) {
        captures = []
        const end = match(at)
        if (end === null && regex.sticky) break
        if (end !== null) matches.push([at, end - at])
        at = Math.max(end ?? 0, at + 1)
      }
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error
    }
    return { steps, matches }
  }
}
