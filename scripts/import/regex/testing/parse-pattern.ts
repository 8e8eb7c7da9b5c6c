/** Parses the regular expression syntax that this repository uses. */

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

class UnknownSyntaxError extends Error {}

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

/** Throws UnknownSyntaxError. */
export function parsePattern({ source, flags }: RegExp): PatternNode {
  const isUnicode = /[uv]/.test(flags)
  const names = [...source.matchAll(/\((?:\?<(\w+)>|(?!\?))/g)].map(([, name]) => name)
  let at = 0
  let groups = 0

  const readToken = (syntax: RegExp): RegExpExecArray | null => {
    syntax.lastIndex = at
    const match = syntax.exec(source)
    if (match) at += match[0].length
    return match
  }
  const skipText = (text: string): boolean => {
    if (!source.startsWith(text, at)) return false
    at += text.length
    return true
  }

  function parseChoice(): PatternNode {
    const options = [parseSequence()]
    while (skipText('|')) options.push(parseSequence())
    return options.length === 1 ? options[0]! : { kind: 'choice', options }
  }

  function parseSequence(): PatternNode {
    const parts: PatternNode[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(parseRepeat())
    return { kind: 'sequence', parts }
  }

  function parseRepeat(): PatternNode {
    const part = parseAtom()
    const quantifier = readToken(quantifierSyntax)
    if (!quantifier) return part
    const [, sign, from, comma, to, lazy] = quantifier
    const min = sign ? (sign === '+' ? 1 : 0) : Number(from)
    const open = sign ? sign !== '?' : comma !== undefined && to === ''
    const max = open ? Number.POSITIVE_INFINITY : sign ? 1 : Number(to || from)
    return { kind: 'repeat', part, min, max, isLazy: lazy !== undefined }
  }

  function parseGroupEnd(part: PatternNode): PatternNode {
    if (!skipText(')')) throw new UnknownSyntaxError(source)
    return part
  }

  function parseAtom(): PatternNode {
    for (const [opening, kind] of Object.entries(openings)) {
      if (!skipText(opening)) continue
      const part = parseGroupEnd(parseChoice())
      if (kind === 'group') return part
      const isBehind = opening.includes('<')
      return { kind: 'look', part, isBehind, isNegative: opening.endsWith('!') }
    }
    if (readToken(/\(\?<\w+>|\((?!\?)/y)) {
      const index = ++groups
      return { kind: 'group', part: parseGroupEnd(parseChoice()), index }
    }
    if (skipText('^')) return { kind: 'edge', edge: 'start' }
    if (skipText('$')) return { kind: 'edge', edge: 'end' }
    if (skipText('\\b')) return { kind: 'edge', edge: 'word' }
    if (skipText('\\B')) return { kind: 'edge', edge: 'within' }
    const reference = readToken(/\\(?:([1-9]\d*)|k<(\w+)>)/y)
    if (reference) {
      const [, index, name] = reference
      return { kind: 'reference', index: index ? Number(index) : names.indexOf(name) + 1 }
    }
    const unit = readToken(isUnicode ? unicodeCharacterSyntax : characterSyntax)?.[0]
    if (unit === undefined || unit === '(') throw new UnknownSyntaxError(source)
    return parseCharacter(unit)
  }

  function parseCharacter(unit: string): PatternNode {
    const engine = new RegExp(`^${unit}$`, flags.replace(/[gmyd]/g, ''))
    const known = new Map<string, boolean>()
    return {
      kind: 'character',
      matches(one) {
        let isMatch = known.get(one)
        if (isMatch === undefined) {
          isMatch = engine.test(one)
          known.set(one, isMatch)
        }
        return isMatch
      },
    }
  }

  const pattern = parseChoice()
  if (at < source.length) throw new UnknownSyntaxError(source)
  return pattern
}
