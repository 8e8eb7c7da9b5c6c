/**
 * Adds `lang` and `dir` to blocks in other languages, and to words that differ from their block, so that screen readers
 * switch voices, and browsers fonts and direction. Editors can name the language (`:lang[خط]{ur}`); otherwise it's the
 * story's, or detected (`und-Arab`).
 */
import type { Env, MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'
import {
  addLetters,
  countLetters,
  countLettersByLanguage,
  findMainLanguage,
  findOtherRuns,
  formatLanguageAttributes,
  getLanguageAttributes,
  getStoryLanguage,
  type LanguageAttributes,
  type LanguageRun,
  type LetterCounts,
  layOutText,
  siteLanguage,
  type TextContext,
  type TextLanguage,
} from '../domain/text-language.ts'
import {
  getTextDirection,
  isLanguageTag,
  mayContainOtherScripts,
} from '../domain/writing-system.ts'
import type { DirectiveProblem } from './body-problem.ts'

const openMarker = ':lang['
// The words can't contain brackets, so that a text full of opening brackets is read only once.
const directivePattern = /:lang\[([^[\]]+)\]\{([^{}]{1,40})\}/y
const misspeltPattern = /:lang\s?\[/iy

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
    state.push('lang_open', 'span', 1).meta = { lang, dir: getTextDirection(words) }
    state.pos = start + openMarker.length
    state.posMax = state.pos + words.length
    state.md.inline.tokenize(state)
    state.push('lang_close', 'span', -1)
    state.posMax = posMax
  }
  state.pos = end
  return true
}

/** Shows a misspelt directive as written, and reports it to the editor. */
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

type Attributes = [string, string][]

const toTokenAttributes = (attributes: LanguageAttributes): Attributes =>
  Object.entries(attributes).flatMap(([name, value]) => (value ? [[name, value]] : []))

const readNamedLanguage = ({ meta }: Token) => meta as TextLanguage

function countInlineLetters(children: readonly Token[], counts: LetterCounts, language?: string) {
  const named: TextLanguage[] = []
  for (const token of children) {
    if (token.type === 'lang_open') named.push(readNamedLanguage(token))
    if (token.type === 'lang_close') named.pop()
    if (token.type !== 'text') continue
    const [current] = named
    if (current)
      addLetters(counts, {
        language: current,
        isNamed: true,
        letters: countLetters(token.content),
      })
    else {
      for (const count of countLettersByLanguage(token.content, language).values())
        addLetters(counts, count)
    }
  }
}

/** Elements that can have a language. In tight lists, the items do, because their paragraphs have no element. */
const blockPattern =
  /^(?:paragraph|heading|blockquote|bullet_list|ordered_list|list_item|table|th|td|pullquote|footnote)_(?:open|close)$/
const isBlock = ({ type, hidden }: Token) => blockPattern.test(type) && !hidden

/** Counts each block's letters, nested ones included, by the index of its opening token. Each text is read once. */
function countBlockLetters(tokens: readonly Token[], language?: string) {
  const blocks = new Map<number, LetterCounts>()
  const open: LetterCounts[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'inline') {
      const counts = open.at(-1)
      if (counts) countInlineLetters(token.children ?? [], counts, language)
    } else if (isBlock(token) && token.nesting === 1) {
      open.push(new Map())
      blocks.set(index, open.at(-1)!)
    } else if (isBlock(token) && token.nesting === -1) {
      const counts = open.pop()
      const outer = open.at(-1)
      if (!counts || !outer) continue
      for (const count of counts.values()) addLetters(outer, count)
    }
  }
  return blocks
}

/** Returns the story's language, which is in the rendering environment if the story has one. */
export const readStoryLanguage = (env: Env | undefined) => env?.language as string | undefined

const surroundings = new WeakMap<Token, TextLanguage>()

/** Returns the context of a text in a directive's attribute. */
export function getTextContext(token: Token, env: Env | undefined): TextContext {
  return { around: surroundings.get(token) ?? siteLanguage, language: readStoryLanguage(env) }
}

function tagLanguages(state: StateCore): void {
  const language = readStoryLanguage(state.env)
  const textLanguage = getStoryLanguage({ language })
  const mayDiffer =
    textLanguage.lang !== siteLanguage.lang ||
    mayContainOtherScripts(state.src) ||
    state.src.includes(openMarker)
  if (!mayDiffer) return
  const blocks = countBlockLetters(state.tokens, language)
  const open: TextLanguage[] = [textLanguage]
  for (const [index, token] of state.tokens.entries()) {
    const around = open.at(-1)!
    if (token.type === 'inline' && token.children)
      token.children = tagWords(token.children, around, state, language)
    else if (isBlock(token) && token.nesting === 1) {
      const block = findMainLanguage(blocks.get(index)!, around, language)
      for (const attribute of toTokenAttributes(getLanguageAttributes(block, around)))
        token.attrPush(attribute)
      open.push(block)
    } else if (isBlock(token) && token.nesting === -1) {
      surroundings.set(token, open.pop()!)
    } else surroundings.set(token, around)
  }
}

type Node = { readonly tokens: readonly Token[]; readonly start: number; readonly end: number }

const opaque = '\ufffc'

/**
 * Returns the text that `findOtherRuns` expects, with a placeholder for anything without letters or with a named
 * language.
 */
const toText = ({ type, content }: Token) =>
  type === 'text' ? content : /^(?:soft|hard)break$/.test(type) ? ' ' : opaque

/** Returns elements with their contents, and single tokens, with their positions in the text. */
function readNodes(tokens: readonly Token[]): { readonly nodes: Node[]; readonly text: string } {
  const nodes: Node[] = []
  let text = ''
  let depth = 0
  let first = 0
  let start = 0
  let named = 0
  for (const [index, token] of tokens.entries()) {
    if (depth === 0) [first, start] = [index, text.length]
    if (token.type === 'lang_open') named++
    if (token.nesting === 0 && named === 0) text += toText(token)
    else if (token.type === 'lang_close' && --named === 0) text += opaque
    depth += token.nesting
    if (depth === 0) nodes.push({ tokens: tokens.slice(first, index + 1), start, end: text.length })
  }
  return { nodes, text }
}

function tagWords(
  children: readonly Token[],
  block: TextLanguage,
  state: StateCore,
  language?: string,
): Token[] {
  for (const token of children) {
    if (token.type === 'lang_open')
      token.attrs = toTokenAttributes(getLanguageAttributes(readNamedLanguage(token), block))
  }
  const runs = findOtherRuns(readNodes(children).text, block, language)
  return removePlainElements(tagRuns(children, 0, runs, state))
}

/** Removes the elements around words in the block's own language. */
function removePlainElements(tokens: readonly Token[]): Token[] {
  const isPlain: boolean[] = []
  return tokens.filter(({ type, attrs }) => {
    if (type === 'lang_open') isPlain.push(attrs?.length === 0)
    return type === 'lang_close' ? !isPlain.pop() : type !== 'lang_open' || !isPlain.at(-1)
  })
}

/**
 * Tags runs. Each run is one element if possible, because words keep their order inside an element; but elements can't
 * overlap.
 */
function tagRuns(
  tokens: readonly Token[],
  offset: number,
  runs: readonly LanguageRun[],
  state: StateCore,
): Token[] {
  if (runs.length === 0) return [...tokens]
  const tagged: Token[] = []
  let current: LanguageRun | undefined
  const enter = (run: LanguageRun | undefined) => {
    if (run === current) return
    if (current) tagged.push(new state.Token('lang_close', 'span', -1))
    current = run
    if (!run) return
    const open = new state.Token('lang_open', 'span', 1)
    open.attrs = toTokenAttributes(run.attributes)
    tagged.push(open)
  }
  let passed = 0
  for (const node of readNodes(tokens).nodes) {
    const [start, end] = [node.start + offset, node.end + offset]
    const [token] = node.tokens as readonly [Token, ...Token[]]
    while (passed < runs.length && runs[passed]!.end <= start) passed++
    let reached = passed
    while (reached < runs.length && runs[reached]!.start < end) reached++
    const touching = runs.slice(passed, reached)
    if (node.tokens.length > 1) {
      const isInside = touching[0] && touching[0].start <= start && touching[0].end >= end
      enter(isInside ? touching[0] : undefined)
      const inner = node.tokens.slice(1, -1)
      const isNamed = token.type === 'lang_open'
      tagged.push(
        token,
        ...(isInside || isNamed ? inner : tagRuns(inner, start, touching, state)),
        node.tokens.at(-1)!,
      )
    } else if (token.type === 'text') {
      let at = start
      const add = (until: number, run: LanguageRun | undefined) => {
        if (until <= at) return
        enter(run)
        const piece = new state.Token('text', '', 0)
        piece.content = token.content.slice(at - start, until - start)
        tagged.push(piece)
        at = until
      }
      for (const run of touching) {
        add(Math.min(run.start, end), undefined)
        add(Math.min(run.end, end), run)
      }
      add(end, undefined)
    } else {
      enter(touching[0])
      tagged.push(token)
    }
  }
  enter(undefined)
  return tagged
}

/** `attributes` are for the element around the text, each preceded by a space. */
export function renderTextBlock(
  text: string,
  escapeHtml: (text: string) => string,
  context: TextContext = {},
): { readonly language: TextLanguage; readonly attributes: string; readonly html: string } {
  const { language, attributes, parts } = layOutText(text, context)
  const html = parts.map((part) => {
    const partAttributes = formatLanguageAttributes(part.attributes)
    return partAttributes
      ? `<span${partAttributes}>${escapeHtml(part.text)}</span>`
      : escapeHtml(part.text)
  })
  return { language, attributes: formatLanguageAttributes(attributes), html: html.join('') }
}

export function addForeignWords(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'lang', parseLang)
  markdown.core.ruler.push('foreign_words', tagLanguages)
}
