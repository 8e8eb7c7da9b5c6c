import type { MarkdownIt, StateBlock } from 'markdown-it'

/**
 * The few directives that bodies may use beyond CommonMark and GFM:
 *
 *     :::pullquote{by="Name"}          ::figure{image="id" alt="…" caption="…" credit="…"}
 *     A sentence of the article.       ::embed{url="https://…" title="…"}
 *     :::
 *
 * They become tokens `pullquote_open`, `pullquote_close`, `figure` and `embed` with their
 * attributes in `token.meta`. An unknown name or a broken line becomes a `problem` token, so that
 * the editor hears of it instead of the reader.
 */
export type DirectiveAttributes = Readonly<Record<string, string>>

const openPattern = /^(:{2,3})([a-z]+)(\{[^}]*\})?\s*$/
/** Nobody means this as text. */
const misspeltPattern = /^:{2,3}\s?[a-z]+\s*\{/i
const morePattern = /^<!--\s*more\s*-->$/i
const attributePattern = /([a-z]+)="([^"]*)"/g

const containers = new Set(['pullquote'])
const leaves = new Set(['figure', 'embed'])

function parseAttributes(source: string | undefined): DirectiveAttributes {
  const pairs = [...(source ?? '').matchAll(attributePattern)]
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]))
}

function lineAt(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])
}

function parseDirective(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
  const line = lineAt(state, startLine)
  const match = openPattern.exec(line)
  if (!match) return misspeltPattern.test(line) && parseMisspelt(state, startLine, silent)
  const [, colons, name, attributeSource] = match as unknown as [string, string, string, string?]
  if (silent) return true
  const meta = parseAttributes(attributeSource)
  const push = (type: string, nesting: -1 | 0 | 1) => {
    const token = state.push(type, '', nesting)
    token.block = true
    token.meta = meta
    token.map = [startLine, state.line]
    return token
  }

  if (colons === '::' && leaves.has(name)) {
    state.line = startLine + 1
    push(name, 0)
    return true
  }
  let closeLine = startLine + 1
  while (closeLine < endLine && lineAt(state, closeLine).trim() !== ':::') closeLine++
  if (colons === ':::' && containers.has(name) && closeLine < endLine) {
    push(`${name}_open`, 1)
    state.md.block.tokenize(state, startLine + 1, closeLine)
    push(`${name}_close`, -1)
    state.line = closeLine + 1
    return true
  }
  state.line = startLine + 1
  push('problem', 0).content = containers.has(name)
    ? `the directive :::${name} is never closed with :::`
    : `there is no directive ${colons}${name}`
  return true
}

function parseMisspelt(state: StateBlock, line: number, silent: boolean): boolean {
  if (silent) return true
  state.line = line + 1
  const token = state.push('problem', '', 0)
  token.block = true
  token.map = [line, line + 1]
  token.content =
    'a directive is ::name{attribute="value"}, without spaces before it or braces in a value'
  return true
}

/** Adds the directives, and the marker `<!-- more -->` at which a lead-in ends, to a parser. */
export function directives(markdown: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  markdown.block.ruler.before('fence', 'directive', parseDirective, { alt })
  markdown.block.ruler.before(
    'fence',
    'more',
    (state, startLine, _endLine, silent) => {
      if (!morePattern.test(lineAt(state, startLine).trim())) return false
      if (silent) return true
      state.push('more', '', 0).map = [startLine, startLine + 1]
      state.line = startLine + 1
      return true
    },
    { alt },
  )
}
