/**
 * Adds `<span lang dir>` to words in other languages, so that screen readers change the voice, and
 * browsers the font and direction. Editors name the language (`:lang[خط]{ur}`); otherwise it's detected
 * (`und-Arab`).
 */
import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'
import {
  getDirection,
  getTextDirection,
  getUndeterminedLanguageTag,
  isLanguageTag,
  mayContainOtherScripts,
  splitByWritingSystem,
  type WritingSystem,
} from '../domain/writing-system.ts'
import type { DirectiveProblem } from './body-problem.ts'

const openMarker = ':lang['
// No brackets in the words, so that a text full of openings is read once.
const directivePattern = /:lang\[([^[\]]+)\]\{([^{}]{1,40})\}/y
const misspeltPattern = /:lang\s?\[/iy

type Attributes = [string, string][]

function languageAttributes(lang: string, direction: 'ltr' | 'rtl'): Attributes {
  return [['lang', lang], ...(direction === 'rtl' ? [['dir', 'rtl'] as [string, string]] : [])]
}

const detectedAttributes = (system: WritingSystem) =>
  languageAttributes(getUndeterminedLanguageTag(system), getDirection(system))

function parseLang(state: StateInline, silent: boolean): boolean {
  const start = state.pos
  if (state.src[start] !== ':') return false
  directivePattern.lastIndex = start
  const match = directivePattern.exec(state.src)
  const end = directivePattern.lastIndex
  const [, words = '', lang = ''] = match ?? []
  if (!match || end > state.posMax || !isLanguageTag(lang)) return parseMisspeltLang(state, silent)
  if (!silent) {
    const { posMax } = state
    state.push('lang_open', 'span', 1).attrs = languageAttributes(lang, getTextDirection(words))
    state.pos = start + openMarker.length
    state.posMax = state.pos + words.length
    state.md.inline.tokenize(state)
    state.push('lang_close', 'span', -1)
    state.posMax = posMax
  }
  state.pos = end
  return true
}

/** Shown as written, and reported to the editor. */
function parseMisspeltLang(state: StateInline, silent: boolean): boolean {
  misspeltPattern.lastIndex = state.pos
  if (!misspeltPattern.test(state.src)) return false
  if (!silent) {
    state.push('problem', '', 0).meta = { kind: 'misspelt-lang' } satisfies DirectiveProblem
    state.pending += ':'
  }
  state.pos++
  return true
}

function detectForeignWords(children: readonly Token[], state: StateCore): Token[] {
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

/** Null if some words are in the page's own language. */
function findCommonAttributes(children: readonly Token[]): Attributes | null {
  let depth = 0
  let commonAttributes: Attributes | null = null
  for (const token of children) {
    if (token.type === 'lang_open') {
      if (commonAttributes && String(commonAttributes) !== String(token.attrs)) return null
      commonAttributes = token.attrs as Attributes
    }
    if (isLang(token)) depth += token.nesting
    else if (depth === 0 && /[\p{L}\p{N}]/u.test(token.content)) return null
  }
  return commonAttributes
}

function tagForeignWords(state: StateCore): void {
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== 'inline' || !token.children) continue
    if (!mayContainOtherScripts(token.content) && !token.content.includes(openMarker)) continue
    token.children = detectForeignWords(token.children, state)
    // A paragraph in one language gets the attributes itself, which aligns it.
    const [block, end] = [state.tokens[index - 1], state.tokens[index + 1]]
    if (block?.type !== 'paragraph_open' || block.hidden) continue
    // A note's last paragraph also contains English backlinks.
    if (end?.type !== 'paragraph_close') continue
    const commonAttributes = findCommonAttributes(token.children)
    if (!commonAttributes) continue
    block.attrs = commonAttributes
    token.children = token.children.filter((child) => !isLang(child))
  }
}

export function renderForeignWords(text: string, escapeHtml: (text: string) => string): string {
  return splitByWritingSystem(text)
    .map(({ text: run, system }) => {
      if (!system) return escapeHtml(run)
      const attributes = detectedAttributes(system).map(([name, value]) => ` ${name}="${value}"`)
      return `<span${attributes.join('')}>${escapeHtml(run)}</span>`
    })
    .join('')
}

export function addForeignWords(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'lang', parseLang)
  markdown.core.ruler.push('foreign_words', tagForeignWords)
}
