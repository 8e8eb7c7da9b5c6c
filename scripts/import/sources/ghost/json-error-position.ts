/** Finds the first error in invalid JSON of any size, in one pass; V8's messages often lack it. */

export type JsonErrorPosition = {
  readonly position: number
  /** True for the beginning of valid JSON. */
  readonly isTruncated: boolean
}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | 'comma' | 'nothing'

const numberSyntax = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const literals = ['true', 'false', 'null']

export function findJsonError(source: string): JsonErrorPosition {
  const openBrackets: ('{' | '[')[] = []
  const errorAt = (position: number): JsonErrorPosition => ({ position, isTruncated: false })
  const truncatedError: JsonErrorPosition = { position: source.length, isTruncated: true }
  const afterValue = (): Expected => (openBrackets.length > 0 ? 'comma' : 'nothing')
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    while (' \t\n\r'.includes(source[at] ?? '-')) at++
    const character = source[at]
    if (character === undefined) return expected === 'nothing' ? errorAt(at) : truncatedError
    if (expected === 'nothing') return errorAt(at)
    if (expected === ':') {
      if (character !== ':') return errorAt(at)
      expected = 'value'
      at++
      continue
    }
    const isClosingBracket = character === '}' || character === ']'
    if (isClosingBracket && (expected === 'comma' || expected.endsWith(character))) {
      if (openBrackets.pop() !== (character === '}' ? '{' : '[')) return errorAt(at)
      expected = afterValue()
      at++
      continue
    }
    if (expected === 'comma') {
      if (character !== ',') return errorAt(at)
      expected = openBrackets.at(-1) === '{' ? 'key' : 'value'
      at++
      continue
    }
    const isKey: boolean = expected === 'key' || expected === 'key or }'
    if (character === '"') {
      const end = findStringEnd(source, at)
      if (typeof end !== 'number') return end
      at = end
      expected = isKey ? ':' : afterValue()
      continue
    }
    if (isKey) return errorAt(at)
    if (character === '{' || character === '[') {
      openBrackets.push(character)
      expected = character === '{' ? 'key or }' : 'value or ]'
      at++
      continue
    }
    let end = at
    while (/[\w.+-]/.test(source[end] ?? ' ')) end++
    const token = source.slice(at, end)
    if (!literals.includes(token) && !numberSyntax.test(token)) {
      const isPartialToken =
        /^[\d-]/.test(token) || literals.some((whole) => whole.startsWith(token))
      return end === source.length && isPartialToken ? truncatedError : errorAt(at)
    }
    at = end
    expected = afterValue()
  }
}

function findStringEnd(source: string, start: number): number | JsonErrorPosition {
  for (let at = start + 1; at < source.length; at++) {
    const character = source[at]!
    if (character === '"') return at + 1
    if (character < ' ') return { position: at, isTruncated: false }
    if (character !== '\\') continue
    at++
    const escaped = source.slice(at, at + 5)
    if (source[at] === 'u') {
      if (/^u[0-9a-fA-F]{4}$/.test(escaped)) at += 4
      else if (at + escaped.length < source.length || !/^u[0-9a-fA-F]*$/.test(escaped))
        return { position: at, isTruncated: false }
    } else if (at < source.length && !'"\\/bfnrt'.includes(source[at]!)) {
      return { position: at, isTruncated: false }
    }
  }
  return { position: source.length, isTruncated: true }
}
