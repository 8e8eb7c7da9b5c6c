/** The syntax tree of a regular expression, as far as the expressions of this repository use it. */

export type PatternNode =
  | { readonly kind: 'character'; matches(character: string): boolean }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' | 'word' | 'within' }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | {
      readonly kind: 'repeat'
      readonly part: PatternNode
      readonly min: number
      readonly max: number
      readonly isLazy: boolean
    }
  | { readonly kind: 'group'; readonly part: PatternNode; readonly index: number }
  | {
      readonly kind: 'look'
      readonly part: PatternNode
      readonly isBehind: boolean
      readonly isNegative: boolean
    }
  | { readonly kind: 'reference'; readonly index: number }

/** Syntax that this reader of patterns doesn't know. */
export class UnknownSyntax extends Error {}

/** One unit of a pattern that matches a single character. */
const characterSyntax =
  /\\(?:[pP]\{[^{}]*\}|u\{[^{}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[\s\S])|\[(?:[^\]\\]|\\[\s\S])*\]|[^[]/y
const unicodeCharacterSyntax = new RegExp(characterSyntax.source, 'uy')
const quantifierSyntax = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\?)?/y
const openings = {
  '(?:': 'group',
  '(?=': 'look',
  '(?!': 'look',
  '(?<=': 'look',
  '(?<!': 'look',
} as const

/** Throws UnknownSyntax. */
export function parsePattern({ source, flags }: RegExp): PatternNode {
  const isUnicode = /[uv]/.test(flags)
  const names = [...source.matchAll(/\((?:\?<(\w+)>|(?!\?))/g)].map(([, name]) => name)
  let at = 0
  let groups = 0

  const take = (syntax: RegExp): RegExpExecArray | null => {
    syntax.lastIndex = at
    const match = syntax.exec(source)
    if (match) at += match[0].length
    return match
  }
  const skip = (text: string): boolean => {
    if (!source.startsWith(text, at)) return false
    at += text.length
    return true
  }

  function choice(): PatternNode {
    const options = [sequence()]
    while (skip('|')) options.push(sequence())
    return options.length === 1 ? options[0]! : { kind: 'choice', options }
  }

  function sequence(): PatternNode {
    const parts: PatternNode[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated())
    return { kind: 'sequence', parts }
  }

  function repeated(): PatternNode {
    const part = atom()
    const quantifier = take(quantifierSyntax)
    if (!quantifier) return part
    const [, sign, from, comma, to, lazy] = quantifier
    const min = sign ? (sign === '+' ? 1 : 0) : Number(from)
    const open = sign ? sign !== '?' : comma !== undefined && to === ''
    const max = open ? Number.POSITIVE_INFINITY : sign ? 1 : Number(to || from)
    return { kind: 'repeat', part, min, max, isLazy: lazy !== undefined }
  }

  function closed(part: PatternNode): PatternNode {
    if (!skip(')')) throw new UnknownSyntax(source)
    return part
  }

  function atom(): PatternNode {
    for (const [opening, kind] of Object.entries(openings)) {
      if (!skip(opening)) continue
      const part = closed(choice())
      if (kind === 'group') return part
      const isBehind = opening.includes('<')
      return { kind: 'look', part, isBehind, isNegative: opening.endsWith('!') }
    }
    if (take(/\(\?<\w+>|\((?!\?)/y)) {
      const index = ++groups
      return { kind: 'group', part: closed(choice()), index }
    }
    if (skip('^')) return { kind: 'edge', edge: 'start' }
    if (skip('$')) return { kind: 'edge', edge: 'end' }
    if (skip('\\b')) return { kind: 'edge', edge: 'word' }
    if (skip('\\B')) return { kind: 'edge', edge: 'within' }
    const reference = take(/\\(?:([1-9]\d*)|k<(\w+)>)/y)
    if (reference) {
      const [, index, name] = reference
      return { kind: 'reference', index: index ? Number(index) : names.indexOf(name) + 1 }
    }
    const unit = take(isUnicode ? unicodeCharacterSyntax : characterSyntax)?.[0]
    if (unit === undefined || unit === '(') throw new UnknownSyntax(source)
    return character(unit)
  }

  /** The engine itself says which characters a unit matches. */
  function character(unit: string): PatternNode {
    const engine = new RegExp(`^${unit}$`, flags.replace(/[gmyd]/g, ''))
    const known = new Map<string, boolean>()
    return {
      kind: 'character',
      matches(one) {
        let answer = known.get(one)
        if (answer === undefined) {
          answer = engine.test(one)
          known.set(one, answer)
        }
        return answer
      },
    }
  }

  const pattern = choice()
  if (at < source.length) throw new UnknownSyntax(source)
  return pattern
}
