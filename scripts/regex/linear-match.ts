/**
 * Matches a regular expression that somebody else wrote, in time that grows with its length and the
 * text's, whatever it is: every state that it may be in is followed at once, and none is gone back to.
 */
import { type PatternNode, parsePattern, UnknownSyntax } from './pattern.ts'

type State =
  | { readonly kind: 'character'; matches(character: string): boolean; next: number }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' | 'word' | 'within'; next: number }
  | { readonly kind: 'fork'; next: number; other: number }
  | { readonly kind: 'accept' }

/** States of one expression; `x{1000000}` would have a million. */
const mostStates = 2_000
/** Characters: what nests deeper than a reader's stack is longer. */
const longestSource = 1_000

/** Answers whether it matches anywhere in a text; null for an expression that it can't follow. */
export function linearMatcher(source: string): ((text: string) => boolean) | null {
  if (source.length > longestSource) return null
  const states: State[] = [{ kind: 'accept' }]
  const add = (state: State): number => {
    if (states.length >= mostStates) throw new UnknownSyntax(source)
    return states.push(state) - 1
  }

  /** Adds the states of a node in front of `next`; answers the first of them. */
  function build(node: PatternNode, next: number): number {
    switch (node.kind) {
      case 'character':
        return add({ kind: 'character', matches: node.matches, next })
      case 'edge':
        return add({ kind: 'edge', edge: node.edge, next })
      case 'sequence':
        return node.parts.reduceRight((after, part) => build(part, after), next)
      case 'choice':
        return node.options
          .map((option) => build(option, next))
          .reduce((other, start) => add({ kind: 'fork', next: start, other }))
      case 'group':
        return build(node.part, next)
      case 'repeat': {
        let start = next
        if (node.max === Number.POSITIVE_INFINITY) {
          const fork: State = { kind: 'fork', next: -1, other: next }
          start = add(fork)
          fork.next = build(node.part, start)
        } else {
          for (let time = node.min; time < node.max; time++) {
            start = add({ kind: 'fork', next: build(node.part, start), other: next })
          }
        }
        for (let time = 0; time < node.min; time++) start = build(node.part, start)
        return start
      }
      case 'look':
      case 'reference':
        throw new UnknownSyntax(source)
    }
  }

  let first: number
  try {
    first = build(parsePattern(new RegExp(source)), 0)
  } catch (error) {
    // What isn't an expression of JavaScript's is a SyntaxError.
    if (error instanceof UnknownSyntax || error instanceof SyntaxError) return null
    throw error
  }

  const isWord = (character: string | undefined) => character !== undefined && /\w/.test(character)

  return (text) => {
    let current = new Set<number>()
    const follow = (reached: Set<number>, start: number, at: number) => {
      const waiting = [start]
      while (waiting.length > 0) {
        const index = waiting.pop()!
        if (reached.has(index)) continue
        reached.add(index)
        const state = states[index]!
        if (state.kind === 'fork') waiting.push(state.next, state.other)
        if (state.kind === 'edge' && isAt(state.edge, at)) waiting.push(state.next)
      }
    }
    const isAt = (edge: 'start' | 'end' | 'word' | 'within', at: number): boolean => {
      switch (edge) {
        case 'start':
          return at === 0
        case 'end':
          return at === text.length
        case 'word':
          return isWord(text[at - 1]) !== isWord(text[at])
        case 'within':
          return isWord(text[at - 1]) === isWord(text[at])
      }
    }
    for (let at = 0; at <= text.length; at++) {
      follow(current, first, at)
      if (current.has(0)) return true
      const next = new Set<number>()
      for (const index of current) {
        const state = states[index]!
        if (state.kind === 'character' && at < text.length && state.matches(text[at]!))
          follow(next, state.next, at + 1)
      }
      current = next
    }
    return false
  }
}
