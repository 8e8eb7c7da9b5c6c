/**
 * Counts what a backtracking engine does to search a text, so that tests can tell whether the work
 * grows with the text's length alone, without a clock.
 */
import { type PatternNode, parsePattern } from '../pattern.ts'

type Character = Extract<PatternNode, { kind: 'character' }>
type Edge = Extract<PatternNode, { kind: 'edge' }>['edge']

type Instruction =
  | { readonly do: 'character'; readonly character: Character }
  | { readonly do: 'edge'; readonly edge: Edge }
  | { readonly do: 'fork'; first: number; second: number }
  | { readonly do: 'jump'; to: number }
  /** Stores the position: where a group begins or ends, or a repetition begins. */
  | { readonly do: 'store'; readonly slot: number }
  /** A repetition that matched nothing ends, as the language has it. */
  | { readonly do: 'advance'; readonly slot: number }
  | { readonly do: 'reference'; readonly index: number }
  | { readonly do: 'look'; readonly program: Program; readonly isNegative: boolean }
  | { readonly do: 'done' }

type Program = { readonly instructions: readonly Instruction[]; readonly isBackward: boolean }

type Compiled = { readonly program: Program; readonly isMultiline: boolean }

function canBeEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case 'character':
      return false
    case 'edge':
    case 'look':
    case 'reference':
      return true
    case 'sequence':
      return node.parts.every(canBeEmpty)
    case 'choice':
      return node.options.some(canBeEmpty)
    case 'repeat':
      return node.min === 0 || canBeEmpty(node.part)
    case 'group':
      return canBeEmpty(node.part)
  }
}

function compile(regex: RegExp): Compiled {
  // Slots of groups come first; a pattern has fewer than a hundred.
  let slots = 200
  const isRemembered = /\\[1-9k]/.test(regex.source)
  function programOf(pattern: PatternNode, isBackward: boolean): Program {
    const instructions: Instruction[] = []
    const add = <One extends Instruction>(one: One): One => {
      instructions.push(one)
      return one
    }
    const next = () => instructions.length
    function fork(isLazy: boolean, inside: () => void) {
      const one = add({ do: 'fork', first: -1, second: -1 })
      const start = next()
      inside()
      const [enter, leave] = [start, next()]
      Object.assign(one, isLazy ? { first: leave, second: enter } : { first: enter, second: leave })
    }
    function emit(node: PatternNode): void {
      switch (node.kind) {
        case 'character':
          add({ do: 'character', character: node })
          return
        case 'edge':
          add({ do: 'edge', edge: node.edge })
          return
        case 'sequence':
          for (const part of isBackward ? [...node.parts].reverse() : node.parts) emit(part)
          return
        case 'choice': {
          const ends: { do: 'jump'; to: number }[] = []
          for (const [index, option] of node.options.entries()) {
            if (index === node.options.length - 1) {
              emit(option)
              break
            }
            fork(false, () => {
              emit(option)
              ends.push(add({ do: 'jump', to: -1 }))
            })
          }
          for (const end of ends) end.to = next()
          return
        }
        case 'repeat': {
          for (let time = 0; time < node.min; time++) emit(node.part)
          const slot = slots++
          const once = () => {
            if (canBeEmpty(node.part)) add({ do: 'store', slot })
            emit(node.part)
            if (canBeEmpty(node.part)) add({ do: 'advance', slot })
          }
          if (node.max === Number.POSITIVE_INFINITY) {
            const start = next()
            fork(node.isLazy, () => {
              once()
              add({ do: 'jump', to: start })
            })
            return
          }
          const optional = (times: number) => {
            if (times === 0) return
            const forks: { do: 'fork'; first: number; second: number }[] = []
            for (let time = 0; time < times; time++) {
              const one = add({ do: 'fork', first: -1, second: -1 })
              forks.push(one)
              if (node.isLazy) one.second = next()
              else one.first = next()
              once()
            }
            for (const one of forks) {
              if (node.isLazy) one.first = next()
              else one.second = next()
            }
          }
          optional(node.max - node.min)
          return
        }
        case 'group':
          if (isRemembered) add({ do: 'store', slot: node.index * 2 + (isBackward ? 1 : 0) })
          emit(node.part)
          if (isRemembered) add({ do: 'store', slot: node.index * 2 + (isBackward ? 0 : 1) })
          return
        case 'look':
          add({
            do: 'look',
            program: programOf(node.part, node.isBehind),
            isNegative: node.isNegative,
          })
          return
        case 'reference':
          add({ do: 'reference', index: node.index })
          return
      }
    }
    emit(pattern)
    add({ do: 'done' })
    return { instructions, isBackward }
  }
  return {
    program: programOf(parsePattern(regex), false),
    isMultiline: regex.flags.includes('m'),
  }
}

class TooManySteps extends Error {}

type Slots = ReadonlyMap<number, number>
type Thread = { readonly at: number; readonly instruction: number; readonly slots: Slots }

const isWord = (character: string | undefined) => character !== undefined && /\w/.test(character)
const isLineEnd = (character: string | undefined) =>
  character !== undefined && /[\n\r\u2028\u2029]/.test(character)

export type Search = {
  readonly steps: number
  /** Place and length of each, as far as it came. */
  readonly matches: readonly (readonly [number, number])[]
}

/**
 * Makes a counter of the steps that it takes to find all matches in a text, one after the other, as
 * `replace` with a global expression does. It stops counting at `most`.
 */
export function stepCounter(regex: RegExp): (text: string, most: number) => Search {
  const { program, isMultiline } = compile(regex)
  const isUnicode = /[uv]/.test(regex.flags)
  return (text, most) => {
    const characters = isUnicode ? [...text] : text.split('')
    const matches: [number, number][] = []
    let steps = 0

    function isAt(edge: Edge, at: number): boolean {
      const [before, after] = [characters[at - 1], characters[at]]
      switch (edge) {
        case 'start':
          return at === 0 || (isMultiline && isLineEnd(before))
        case 'end':
          return at === characters.length || (isMultiline && isLineEnd(after))
        case 'word':
          return isWord(before) !== isWord(after)
        case 'within':
          return isWord(before) === isWord(after)
      }
    }

    /** Where the match ends, and what it stored; null where there is none. */
    function run(
      { instructions, isBackward }: Program,
      start: number,
      given: Slots,
    ): { end: number; slots: Slots } | null {
      const waiting: Thread[] = [{ at: start, instruction: 0, slots: given }]
      const taken = (at: number) => (isBackward ? characters[at - 1] : characters[at])
      const step = isBackward ? -1 : 1
      while (waiting.length > 0) {
        let { at, instruction, slots } = waiting.pop()!
        let isAlive = true
        while (isAlive) {
          if (++steps > most) throw new TooManySteps()
          const one = instructions[instruction]!
          instruction++
          switch (one.do) {
            case 'character': {
              const character = taken(at)
              isAlive = character !== undefined && one.character.matches(character)
              at += step
              break
            }
            case 'edge':
              isAlive = isAt(one.edge, at)
              break
            case 'fork':
              waiting.push({ at, instruction: one.second, slots })
              instruction = one.first
              break
            case 'jump':
              instruction = one.to
              break
            case 'store':
              slots = new Map(slots).set(one.slot, at)
              break
            case 'advance':
              isAlive = slots.get(one.slot) !== at
              break
            case 'reference': {
              const [from, to] = [slots.get(one.index * 2), slots.get(one.index * 2 + 1)]
              const word = from === undefined || to === undefined ? [] : characters.slice(from, to)
              const begin = isBackward ? at - word.length : at
              steps += word.length
              isAlive = word.every((character, index) => characters[begin + index] === character)
              at += step * word.length
              break
            }
            case 'look': {
              const found = run(one.program, at, slots)
              isAlive = (found !== null) !== one.isNegative
              if (found && !one.isNegative) slots = found.slots
              break
            }
            case 'done':
              return { end: at, slots }
          }
        }
      }
      return null
    }

    try {
      for (let at = 0; at <= characters.length; ) {
        const found = run(program, at, new Map())
        if (!found && regex.sticky) break
        if (found) matches.push([at, found.end - at])
        at = found && found.end > at ? found.end : at + 1
      }
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error
    }
    return { steps, matches }
  }
}
