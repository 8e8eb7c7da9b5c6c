/**
 * Texts that make a regular expression work as hard as it can: long repetitions of what its own parts
 * match, behind what has to come before them, with an end that doesn't match.
 */
import { type PatternNode, parsePattern } from '../pattern.ts'

type Character = Extract<PatternNode, { kind: 'character' }>

/** All of ASCII, and a few characters of every other kind. */
const candidates = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...['\u00a0', 'é', '\u0300', '’', '“', '\u202a', '\u2028', '漢', '\ue000', '\ue004', '\ufffd'],
]

function charactersOf(node: PatternNode): readonly Character[] {
  switch (node.kind) {
    case 'character':
      return [node]
    case 'edge':
    case 'reference':
      return []
    case 'group':
    case 'look':
    case 'repeat':
      return charactersOf(node.part)
    case 'choice':
      return node.options.flatMap(charactersOf)
    case 'sequence':
      return node.parts.flatMap(charactersOf)
  }
}

/** One of each kind of character that a pattern tells apart. */
function alphabetOf(pattern: PatternNode): readonly string[] {
  const characters = charactersOf(pattern)
  const byKind = new Map<string, string>()
  for (const one of candidates) {
    const kind = characters.map(({ matches }) => (matches(one) ? '1' : '0')).join('')
    // A space rather than a control character, where both would do.
    if (!byKind.has(kind) || one === ' ' || one === 'a') byKind.set(kind, one)
  }
  return [...byKind.values()]
}

const unique = (list: readonly string[]) => [...new Set(list)]

/** The first of each, and each other one in its place. */
function joined(parts: readonly (readonly string[])[]): readonly string[] {
  const first = parts.map(([one]) => one ?? '')
  const others = parts.flatMap((part, index) =>
    part.slice(1).map((one) => first.with(index, one).join('')),
  )
  return unique([first.join(''), ...others])
}

type Attack = { readonly before: string; readonly pumps: readonly string[] }

function attacksOf(pattern: PatternNode, alphabet: readonly string[]): readonly Attack[] {
  function samplesOf(node: PatternNode): readonly string[] {
    switch (node.kind) {
      case 'character':
        return alphabet.filter((one) => node.matches(one)).slice(0, 4)
      case 'edge':
      case 'reference':
      case 'look':
        return ['']
      case 'group':
        return samplesOf(node.part)
      case 'choice':
        return unique(node.options.flatMap((option) => samplesOf(option).slice(0, 2)))
      case 'sequence':
        return joined(node.parts.map(samplesOf))
      case 'repeat': {
        const some = samplesOf(node.part).map((one) =>
          one.repeat(Math.min(Math.max(node.min, 1), 20)),
        )
        return node.min === 0 ? unique([...some, '']) : some
      }
    }
  }

  function attacksOn(node: PatternNode, before: string): Attack[] {
    switch (node.kind) {
      case 'character':
      case 'edge':
      case 'reference':
        return []
      case 'group':
      case 'look':
        return attacksOn(node.part, before)
      case 'choice':
        return node.options.flatMap((option) => attacksOn(option, before))
      case 'sequence': {
        const samples = node.parts.map(samplesOf)
        return node.parts.flatMap((part, index) => [
          ...attacksOn(part, before + (joined(samples.slice(0, index))[0] ?? '')),
          // A beginning that is met again and again, and never goes on.
          { before: '', pumps: joined(samples.slice(0, index + 1)).map((one) => before + one) },
        ])
      }
      case 'repeat':
        return [{ before, pumps: samplesOf(node.part) }, ...attacksOn(node.part, before)]
    }
  }
  return attacksOn({ kind: 'sequence', parts: [pattern] }, '')
}

export type HostileText = {
  readonly before: string
  readonly pump: string
  readonly ending: string
}

/** About so many characters of the pump. */
export const written = ({ before, pump, ending }: HostileText, length: number): string =>
  before + pump.repeat(Math.ceil(length / pump.length)) + ending

/** At most so many of a list, from all of it. */
const spread = <Item>(list: readonly Item[], most: number): Item[] =>
  list.filter((_, index) => index % Math.ceil(list.length / most) === 0)

export function* hostileTexts(regex: RegExp): Generator<HostileText> {
  const pattern = parsePattern(regex)
  const alphabet = alphabetOf(pattern)
  const attacks = attacksOf(pattern, alphabet)
  const beginnings = unique(['', ...attacks.map(({ before }) => before)]).slice(0, 12)
  const signs = spread(alphabet, 10)
  const endings = unique(['', '\u0001', '\n', '\u0001 \u0001', ...signs])
  const doubled = signs.map((one) => one + one)
  const pairs = alphabet.flatMap((one) => alphabet.map((other) => one + other))
  const pumps = unique(attacks.flatMap((attack) => attack.pumps)).filter((one) => one !== '')

  for (const pump of alphabet) {
    for (const ending of [...endings, ...doubled]) yield { before: '', pump, ending }
    for (const before of beginnings.slice(1)) {
      for (const ending of endings) yield { before, pump, ending }
    }
  }
  for (const pump of [...spread(pairs, 150), ...spread(pumps, 150)]) {
    for (const ending of endings.slice(0, 4)) yield { before: '', pump, ending }
  }
  for (const attack of attacks) {
    if (attack.before === '') continue
    for (const pump of attack.pumps.filter((one) => one !== '')) {
      for (const ending of endings.slice(0, 4)) yield { before: attack.before, pump, ending }
    }
  }
}
