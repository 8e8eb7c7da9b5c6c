import type { MarkdownIt, StateBlock } from 'markdown-it'
import type { DirectiveProblem } from './body-problem.ts'

/**
 * The few directives that bodies may use beyond CommonMark and GFM:
 *
 *     :::pullquote{by="Name"}          ::figure{image="id" alt="…" caption="…" credit="…"}
 *     A sentence of the article.       ::embed{url="https://…" title="…"}
 *     :::
 *
 * They become tokens `pullquote_open`, `pullquote_close`, `figure` and `embed` with their
 * attributes in `token.meta`. An unknown name or a broken line becomes a `problem` token with a
 * DirectiveProblem in `token.meta`, so that the editor hears of it instead of the reader.
 */
export type DirectiveAttributes = Readonly<Record<string, string>>

const openPattern = /^(:{2,3})([a-z]+)(\{[^}]*\})?\s*$/
/** Nobody means this as text. */
const misspeltPattern = /^:{2,3}\s?[a-z]+\s*\{/i
const morePattern = /^<!--\s*more\s*-->$/i
// A name is read once, from its first letter.
const attributePattern = /(?<![a-z])([a-z]+)="([^"]*)"/g

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
  const isContainer = colons === ':::' && containers.has(name)
  const closeLine = isContainer ? closingLine(state, startLine + 1, endLine) : null
  if (closeLine !== null) {
    push(`${name}_open`, 1)
    state.md.block.tokenize(state, startLine + 1, closeLine)
    push(`${name}_close`, -1)
    state.line = closeLine + 1
    return true
  }
  state.line = startLine + 1
  const problem: DirectiveProblem = containers.has(name)
    ? { kind: 'unclosed-directive', name }
    : { kind: 'unknown-directive', name: colons + name }
  push('problem', 0).meta = problem
  return true
}

type Stretch = { readonly from: number; readonly to: number; readonly isWhole: boolean }

/**
 * By parser state and depth, the lines that were last looked through without finding a closing;
 * `isWhole` where the quotation or list item ends with them.
 */
const unclosed = new WeakMap<StateBlock, Map<string, Stretch>>()

/**
 * The line that closes a container, in the same quotation or list item; null where there is none.
 * Lines that were looked through in vain are remembered: a text full of openings is read once.
 */
function closingLine(state: StateBlock, startLine: number, endLine: number): number | null {
  const known = unclosed.get(state) ?? new Map<string, Stretch>()
  unclosed.set(state, known)
  const depth = `${state.level}:${state.blkIndent}`
  const searched = known.get(depth)
  const isSearched =
    searched && startLine >= searched.from && startLine <= searched.to
      ? searched.isWhole || endLine <= searched.to
      : false
  if (isSearched) return null
  let line = startLine
  while (line < endLine && (state.isEmpty(line) || state.sCount[line]! >= state.blkIndent)) {
    if (lineAt(state, line).trim() === ':::') return line
    line++
  }
  known.set(depth, { from: startLine, to: line, isWhole: line < endLine })
  return null
}

function parseMisspelt(state: StateBlock, line: number, silent: boolean): boolean {
  if (silent) return true
  state.line = line + 1
  const token = state.push('problem', '', 0)
  token.block = true
  token.map = [line, line + 1]
  token.meta = { kind: 'misspelt-directive' } satisfies DirectiveProblem
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
