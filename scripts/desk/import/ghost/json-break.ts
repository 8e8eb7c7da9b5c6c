/** Where a text that should be JSON stops being JSON. It goes through a text of any size once. */

export type JsonBreak = {
  /** Characters before the place. */
  readonly position: number
  /** True where the text is JSON as far as it goes. */
  readonly isCutOff: boolean
}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | 'comma' | 'nothing'

const numberSyntax = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const words = ['true', 'false', 'null']

/** Values are read over, without what they mean, up to the first thing that can't be there. */
export function findJsonBreak(source: string): JsonBreak {
  const open: ('{' | '[')[] = []
  const broken = (position: number): JsonBreak => ({ position, isCutOff: false })
  const cutOff: JsonBreak = { position: source.length, isCutOff: true }
  const afterValue = (): Expected => (open.length > 0 ? 'comma' : 'nothing')
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    while (' \t\n\r'.includes(source[at] ?? '-')) at++
    const sign = source[at]
    if (sign === undefined) return expected === 'nothing' ? broken(at) : cutOff
    if (expected === 'nothing') return broken(at)
    if (expected === ':') {
      if (sign !== ':') return broken(at)
      expected = 'value'
      at++
      continue
    }
    const isEnd = sign === '}' || sign === ']'
    if (isEnd && (expected === 'comma' || expected.endsWith(sign))) {
      if (open.pop() !== (sign === '}' ? '{' : '[')) return broken(at)
      expected = afterValue()
      at++
      continue
    }
    if (expected === 'comma') {
      if (sign !== ',') return broken(at)
      expected = open.at(-1) === '{' ? 'key' : 'value'
      at++
      continue
    }
    const isKey: boolean = expected === 'key' || expected === 'key or }'
    if (sign === '"') {
      const end = stringEnd(source, at)
      if (typeof end !== 'number') return end
      at = end
      expected = isKey ? ':' : afterValue()
      continue
    }
    if (isKey) return broken(at)
    if (sign === '{' || sign === '[') {
      open.push(sign)
      expected = sign === '{' ? 'key or }' : 'value or ]'
      at++
      continue
    }
    let end = at
    while (/[\w.+-]/.test(source[end] ?? ' ')) end++
    const word = source.slice(at, end)
    if (!words.includes(word) && !numberSyntax.test(word)) {
      const isBegun = /^[\d-]/.test(word) || words.some((whole) => whole.startsWith(word))
      return end === source.length && isBegun ? cutOff : broken(at)
    }
    at = end
    expected = afterValue()
  }
}

/** The place after a string; else where it breaks. */
function stringEnd(source: string, start: number): number | JsonBreak {
  for (let at = start + 1; at < source.length; at++) {
    const sign = source[at]!
    if (sign === '"') return at + 1
    if (sign < ' ') return { position: at, isCutOff: false }
    if (sign !== '\\') continue
    at++
    const escaped = source.slice(at, at + 5)
    if (source[at] === 'u') {
      if (/^u[0-9a-fA-F]{4}$/.test(escaped)) at += 4
      else if (at + escaped.length < source.length || !/^u[0-9a-fA-F]*$/.test(escaped))
        return { position: at, isCutOff: false }
    } else if (at < source.length && !'"\\/bfnrt'.includes(source[at]!)) {
      return { position: at, isCutOff: false }
    }
  }
  return { position: source.length, isCutOff: true }
}
