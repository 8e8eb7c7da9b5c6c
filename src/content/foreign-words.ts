/**
 * Words in other languages and writing systems, as `<span lang dir>`: screen readers change the voice,
 * browsers the font and the direction. Editors name the language,
 *
 *     She calls it :lang[خط]{ur}, a letter.
 *
 * and where they don't, the writing system is detected and named instead (`und-Arab`).
 */
import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'
import {
  directionOf,
  directionOfText,
  isLanguageTag,
  mayNeedMarks,
  splitByWritingSystem,
  undeterminedLanguage,
  type WritingSystem,
} from '../domain/writing-system.ts'
import type { DirectiveProblem } from './body-problem.ts'

const begin = ':lang['
// Words without brackets, so that a text full of openings is read once.
const whole = /:lang\[([^[\]]+)\]\{([^{}]{1,40})\}/y
const misspelt = /:lang\s?\[/iy

type Attributes = [string, string][]

function attributesFor(lang: string, direction: 'ltr' | 'rtl'): Attributes {
  return [['lang', lang], ...(direction === 'rtl' ? [['dir', 'rtl'] as [string, string]] : [])]
}

const detectedAttributes = (system: WritingSystem) =>
  attributesFor(undeterminedLanguage(system), directionOf(system))

function parseLang(state: StateInline, silent: boolean): boolean {
  const start = state.pos
  if (state.src[start] !== ':') return false
  whole.lastIndex = start
  const match = whole.exec(state.src)
  const end = whole.lastIndex
  const [, words = '', lang = ''] = match ?? []
  if (!match || end > state.posMax || !isLanguageTag(lang)) return parseMisspelt(state, silent)
  if (!silent) {
    const { posMax } = state
    state.push('lang_open', 'span', 1).attrs = attributesFor(lang, directionOfText(words))
    state.pos = start + begin.length
    state.posMax = state.pos + words.length
    state.md.inline.tokenize(state)
    state.push('lang_close', 'span', -1)
    state.posMax = posMax
  }
  state.pos = end
  return true
}

/** Shown as it is written, with a word to the editor. */
function parseMisspelt(state: StateInline, silent: boolean): boolean {
  misspelt.lastIndex = state.pos
  if (!misspelt.test(state.src)) return false
  if (!silent) {
    state.push('problem', '', 0).meta = { kind: 'misspelt-lang' } satisfies DirectiveProblem
    state.pending += ':'
  }
  state.pos++
  return true
}

/** Marks what no directive marks, in the tokens of one block. */
function detect(children: readonly Token[], state: StateCore): Token[] {
  let depth = 0
  return children.flatMap((token) => {
    if (token.type === 'lang_open' || token.type === 'lang_close') depth += token.nesting
    if (token.type !== 'text' || depth > 0) return [token]
    const runs = splitByWritingSystem(token.content)
    if (runs.every(({ system }) => system === null)) return [token]
    return runs.flatMap(({ text, system }) => {
      const run = new state.Token('text', '', 0)
      run.content = text
      if (!system) return [run]
      const open = new state.Token('lang_open', 'span', 1)
      open.attrs = detectedAttributes(system)
      return [open, run, new state.Token('lang_close', 'span', -1)]
    })
  })
}

const isLang = ({ type }: Token) => type === 'lang_open' || type === 'lang_close'

/** The attributes that all words of a block share; null where some are in the page's own language. */
function sharedAttributes(children: readonly Token[]): Attributes | null {
  let depth = 0
  let shared: Attributes | null = null
  for (const token of children) {
    if (token.type === 'lang_open') {
      if (shared && String(shared) !== String(token.attrs)) return null
      shared = token.attrs as Attributes
    }
    if (isLang(token)) depth += token.nesting
    else if (depth === 0 && /[\p{L}\p{N}]/u.test(token.content)) return null
  }
  return shared
}

function markForeignWords(state: StateCore): void {
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== 'inline' || !token.children) continue
    if (!mayNeedMarks(token.content) && !token.content.includes(begin)) continue
    token.children = detect(token.children, state)
    // A paragraph as a whole is aligned by its own direction.
    const [block, end] = [state.tokens[index - 1], state.tokens[index + 1]]
    if (block?.type !== 'paragraph_open' || block.hidden) continue
    // A note's last paragraph also has the ways back, in English.
    if (end?.type !== 'paragraph_close') continue
    const shared = sharedAttributes(token.children)
    if (!shared) continue
    block.attrs = shared
    token.children = token.children.filter((child) => !isLang(child))
  }
}

/** Plain text as HTML, with the same marks. */
export function foreignWordsHtml(text: string, escapeHtml: (text: string) => string): string {
  return splitByWritingSystem(text)
    .map(({ text: run, system }) => {
      if (!system) return escapeHtml(run)
      const attributes = detectedAttributes(system).map(([name, value]) => ` ${name}="${value}"`)
      return `<span${attributes.join('')}>${escapeHtml(run)}</span>`
    })
    .join('')
}

export function foreignWords(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'lang', parseLang)
  markdown.core.ruler.push('foreign_words', markForeignWords)
}
