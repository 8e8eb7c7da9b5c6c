/** Reads data in JavaScript: only literals are read, and nothing is run. */

type Token = { readonly kind: 'text' | 'word' | 'sign'; readonly value: string }
type Parsed = { readonly value: unknown }

function* readTokens(script: string): Generator<Token> {
  const word = /-?[\w$][\w$.]*/y
  for (let at = 0; at < script.length; ) {
    const character = script[at]!
    word.lastIndex = at
    const [found] = word.exec(script) ?? []
    if (/["'`]/.test(character)) {
      const text = readText(script, at)
      yield text === null ? { kind: 'sign', value: character } : { kind: 'text', value: text.value }
      at = text === null ? script.length : text.end
    } else if (script.startsWith('//', at)) {
      const end = script.indexOf('\n', at)
      at = end < 0 ? script.length : end
    } else if (script.startsWith('/*', at)) {
      const end = script.indexOf('*/', at + 2)
      at = end < 0 ? script.length : end + 2
    } else if (found !== undefined) {
      yield { kind: 'word', value: found }
      at += found.length
    } else {
      if (character.trim() !== '') yield { kind: 'sign', value: character }
      at++
    }
  }
}

/** Returns the text in quotes that open at `start`; null if they aren't closed, or contain an expression. */
function readText(script: string, start: number): { value: string; end: number } | null {
  const quote = script[start]
  let value = ''
  for (let at = start + 1; at < script.length; at++) {
    const character = script[at]!
    if (character === quote) return { value, end: at + 1 }
    if (quote === '`' && script.startsWith('${', at)) return null
    if (character === '\\') at++
    value += character === '\\' && script[at] === 'n' ? '\n' : (script[at] ?? '')
  }
  return null
}

/**
 * Reads an object, or declarations with literals. Null for anything else, such as calls and conditions, whose
 * result isn't known.
 */
export function readScriptLiterals(script: string): Readonly<Record<string, unknown>> | null {
  const tokens = [...readTokens(script)]
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
