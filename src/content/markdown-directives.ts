import type { MarkdownIt, StateBlock } from 'markdown-it'
import type { DirectiveProblem } from './body-problem.ts'

/**
 * Directives beyond CommonMark and GFM: `:::pullquote{by="Name"}` … `:::`, `:::gallery` … `:::` around figures,
 * `::figure{image="id" alt="…" caption="…" credit="…"}` (in imported texts with `altNeeded="true"`, see
 * src/domain/image/image.ts),
 * `::audio{file="id" title="…" credit="…"}`, `::embed{url="https://…" title="…"}` and, for the privacy page,
 * `::cookies` (device-storage-table.ts). An unknown name or broken line becomes a `problem` token with a
 * DirectiveProblem, for the editor.
 */
type DirectiveAttributes = Readonly<Record<string, string>>

const directivePattern = /^(:{2,3})([a-z]+)(\{[^}]*\})?\s*$/
const misspeltPattern = /^:{2,3}\s?[a-z]+\s*\{/i
const morePattern = /^<!--\s*more\s*-->$/i
// Starts at a name's first letter, so that each name is read once.
const attributePattern = /(?<![a-zA-Z])([a-zA-Z]+)="([^"]*)"/g

const containers = new Set(['pullquote', 'gallery'])
const leaves = new Set(['figure', 'audio', 'embed', 'cookies'])

/** Names as they are written, with their colons. */
export const directiveNames = [
  ...[...leaves].map((name) => `::${name}`),
  ...[...containers].map((name) => `:::${name}`),
]

function parseAttributes(source: string | undefined): DirectiveAttributes {
  const pairs = [...(source ?? '').matchAll(attributePattern)]
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]))
}

function readLine(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])
}

function parseDirective(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
  const line = readLine(state, startLine)
  const match = directivePattern.exec(line)
  if (!match) return misspeltPattern.test(line) && parseMisspeltDirective(state, startLine, silent)
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
  const closeLine = isContainer ? findClosingLine(state, startLine + 1, endLine) : null
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

type SearchedRange = { readonly from: number; readonly to: number; readonly isComplete: boolean }

/** Failed searches, by parser state and depth. `isComplete`: they reached the quotation's or list item's end. */
const searchedRanges = new WeakMap<StateBlock, Map<string, SearchedRange>>()

/**
 * Searches within the same quotation or list item. Storing failures keeps the time linear if there are many openings.
 */
function findClosingLine(state: StateBlock, startLine: number, endLine: number): number | null {
  const ranges = searchedRanges.get(state) ?? new Map<string, SearchedRange>()
  searchedRanges.set(state, ranges)
  const depth = `${state.level}:${state.blkIndent}`
  const range = ranges.get(depth)
  const isSearched =
    range && startLine >= range.from && startLine <= range.to
      ? range.isComplete || endLine <= range.to
      : false
  if (isSearched) return null
  let line = startLine
  while (line < endLine && (state.isEmpty(line) || state.sCount[line]! >= state.blkIndent)) {
    if (readLine(state, line).trim() === ':::') return line
    line++
  }
  ranges.set(depth, { from: startLine, to: line, isComplete: line < endLine })
  return null
}

function parseMisspeltDirective(state: StateBlock, line: number, silent: boolean): boolean {
  if (silent) return true
  state.line = line + 1
  const token = state.push('problem', '', 0)
  token.block = true
  token.map = [line, line + 1]
  token.meta = { kind: 'misspelt-directive' } satisfies DirectiveProblem
  return true
}

/** Adds the directives and the marker `<!-- more -->`. */
export function addDirectives(markdown: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  markdown.block.ruler.before('fence', 'directive', parseDirective, { alt })
  markdown.block.ruler.before(
    'fence',
    'more',
    (state, startLine, _endLine, silent) => {
      if (!morePattern.test(readLine(state, startLine).trim())) return false
      if (silent) return true
      state.push('more', '', 0).map = [startLine, startLine + 1]
      state.line = startLine + 1
      return true
    },
    { alt },
  )
}
