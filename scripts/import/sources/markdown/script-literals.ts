/** Front matter in JavaScript: only literals are read, and nothing is run. */

type Token = { readonly kind: 'text' | 'word' | 'sign'; readonly value: string }
type Parsed = { readonly value: unknown }

const tokenPattern =
  /\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\$]|\\.)*)`|(-?[\w$][\w$.]*)|([^\s])/g

/**
 * An object, or `const` statements with literals. Null for anything else, such as calls and conditions, whose
 * result isn't known.
 */
export function readScriptLiterals(script: string): Readonly<Record<string, unknown>> | null {
  const tokens: Token[] = []
  for (const [, double, single, template, word, sign] of script.matchAll(tokenPattern)) {
    const text = double ?? single ?? template
    if (text !== undefined) tokens.push({ kind: 'text', value: unescapeText(text) })
    else if (word !== undefined) tokens.push({ kind: 'word', value: word })
    else if (sign !== undefined) tokens.push({ kind: 'sign', value: sign })
  }
  let at = 0
  const takeSign = (sign: string) => {
    const isNext = tokens[at]?.kind === 'sign' && tokens[at]?.value === sign
    if (isNext) at++
    return isNext
  }

  function readValue(depth: number): Parsed | null {
    const token = tokens[at]
    if (!token || depth > 20) return null
    at++
    if (token.kind === 'text') return { value: token.value }
    if (token.kind === 'word') return readWord(token.value)
    if (token.value === '{') return readList('}', depth, true)
    return token.value === '[' ? readList(']', depth, false) : null
  }

  function readList(end: string, depth: number, hasNames: boolean): Parsed | null {
    const entries: [string, unknown][] = []
    while (!takeSign(end)) {
      const name = hasNames ? tokens[at++] : { kind: 'text', value: '' }
      if (!name || name.kind === 'sign' || (hasNames && !takeSign(':'))) return null
      const read = readValue(depth + 1)
      if (!read) return null
      entries.push([name.value, read.value])
      if (takeSign(',')) continue
      if (!takeSign(end)) return null
      break
    }
    return { value: hasNames ? Object.fromEntries(entries) : entries.map(([, value]) => value) }
  }

  const fields: [string, unknown][] = []
  while (at < tokens.length) {
    if (takeSign(';')) continue
    const token = tokens[at]
    const isStatement = token?.kind === 'word' && /^(?:const|let|var)$/.test(token.value)
    const name = isStatement ? tokens[at + 1] : null
    if (isStatement) at += 2
    if (name && !takeSign('=')) return null
    const read = readValue(0)
    const isEnd = at >= tokens.length || takeSign(';') || tokens[at]?.kind === 'word'
    if (!read || !isEnd) return null
    if (name) fields.push([name.value, read.value])
    else if (typeof read.value === 'object' && read.value !== null && !Array.isArray(read.value))
      fields.push(...Object.entries(read.value))
    else return null
  }
  return Object.fromEntries(fields)
}

function readWord(word: string): Parsed | null {
  const named = { true: true, false: false, null: null, undefined: null }
  if (Object.hasOwn(named, word)) return { value: named[word as keyof typeof named] }
  return /^-?\d+(?:\.\d+)?$/.test(word) ? { value: Number(word) } : null
}

const unescapeText = (text: string) =>
  text.replace(/\\(.)/gs, (_, character: string) => (character === 'n' ? '\n' : character))
