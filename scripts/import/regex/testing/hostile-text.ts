/** Generates a part's prefix, many repetitions of the part, and an ending that doesn't match. */
import { type PatternNode, parsePattern } from './parse-pattern.ts'

type Character = Extract<PatternNode, { kind: 'character' }>

/** All of ASCII, and a few of every other kind of character. */
const candidates = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...['\u00a0', 'é', '\u0300', '’', '“', '\u202a', '\u2028', '漢', '\ue000', '\ue004', '\ufffd'],
]

function listParts(node: PatternNode): readonly PatternNode[] {
  if ('part' in node) return [node.part]
  if ('parts' in node) return node.parts
  return 'options' in node ? node.options : []
}

const collectCharacters = (node: PatternNode): readonly Character[] =>
  node.kind === 'character' ? [node] : listParts(node).flatMap(collectCharacters)

/** Collects one of each kind of character that the pattern distinguishes. */
function collectAlphabet(pattern: PatternNode): readonly string[] {
  const characters = collectCharacters(pattern)
  const byKind = new Map<string, string>()
  for (const one of candidates) {
    const kind = characters.map(({ matches }) => (matches(one) ? '1' : '0')).join('')
    // Prefers a space or a letter to a control character.
    if (!byKind.has(kind) || one === ' ' || one === 'a') byKind.set(kind, one)
  }
  return [...byKind.values()]
}

const unique = (list: readonly string[]) => [...new Set(list)]

function joinParts(parts: readonly (readonly string[])[]): readonly string[] {
  const first = parts.map(([one]) => one ?? '')
  const others = parts.flatMap((part, index) =>
    part.slice(1).map((one) => first.with(index, one).join('')),
  )
  return unique([first.join(''), ...others])
}

type Attack = { readonly before: string; readonly pumps: readonly string[] }

function findAttacks(pattern: PatternNode, alphabet: readonly string[]): readonly Attack[] {
  function createSamples(node: PatternNode): readonly string[] {
    switch (node.kind) {
      case 'character':
        return alphabet.filter((one) => node.matches(one)).slice(0, 4)
      case 'edge':
      case 'reference':
      case 'look':
        return ['']
      case 'group':
        return createSamples(node.part)
      case 'choice':
        return unique(node.options.flatMap((option) => createSamples(option).slice(0, 2)))
      case 'sequence':
        return joinParts(node.parts.map(createSamples))
      case 'repeat': {
        const some = createSamples(node.part).map((one) =>
          one.repeat(Math.min(Math.max(node.min, 1), 20)),
        )
        return node.min === 0 ? unique([...some, '']) : some
      }
    }
  }

  function findNodeAttacks(node: PatternNode, before: string): Attack[] {
    if (node.kind === 'sequence') {
      const samples = node.parts.map(createSamples)
      return node.parts.flatMap((part, index) => [
        ...findNodeAttacks(part, before + (joinParts(samples.slice(0, index))[0] ?? '')),
        // This text repeats the pattern's beginning without its continuation.
        { before: '', pumps: joinParts(samples.slice(0, index + 1)).map((one) => before + one) },
      ])
    }
    const own = node.kind === 'repeat' ? [{ before, pumps: createSamples(node.part) }] : []
    return [...own, ...listParts(node).flatMap((part) => findNodeAttacks(part, before))]
  }
  return findNodeAttacks({ kind: 'sequence', parts: [pattern] }, '')
}

export type HostileText = {
  readonly before: string
  readonly pump: string
  readonly ending: string
}

/** `length` is the approximate length of the repeated part. */
export const renderHostileText = ({ before, pump, ending }: HostileText, length: number): string =>
  before + pump.repeat(Math.ceil(length / pump.length)) + ending

const pickSpread = <Item>(list: readonly Item[], most: number): Item[] =>
  list.filter((_, index) => index % Math.ceil(list.length / most) === 0)

export function* generateHostileTexts(regex: RegExp): Generator<HostileText> {
  const pattern = parsePattern(regex)
  const alphabet = collectAlphabet(pattern)
  const attacks = findAttacks(pattern, alphabet)
  const beginnings = unique(['', '\u0001', ...attacks.map(({ before }) => before)]).slice(0, 13)
  const signs = pickSpread(alphabet, 10)
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
  for (const pump of [...pickSpread(pairs, 150), ...pickSpread(pumps, 150)]) {
    for (const ending of endings.slice(0, 4)) yield { before: '', pump, ending }
  }
  for (const attack of attacks) {
    if (attack.before === '') continue
    for (const pump of attack.pumps.filter((one) => one !== '')) {
      for (const ending of endings.slice(0, 4)) yield { before: attack.before, pump, ending }
    }
  }
}
