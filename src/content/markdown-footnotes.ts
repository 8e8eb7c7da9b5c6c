import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'
import footnote from 'markdown-it-footnote'

/** The maximum characters in a label. Otherwise, at each `[^`, the plugin would search the whole text for the end. */
const maxLabelLength = 200

/** Treats `[^` without a closing bracket as text, before the plugin searches for one. */
function skipUnclosedReference(state: StateInline): boolean {
  if (!state.src.startsWith('[^', state.pos)) return false
  const label = state.src.slice(
    state.pos + 2,
    Math.min(state.pos + 2 + maxLabelLength, state.posMax),
  )
  if (label.includes(']')) return false
  state.pending += '['
  state.pos++
  return true
}

type Footnote = {
  readonly label?: string
  readonly count?: number
  readonly content?: string
  readonly tokens?: Token[]
}

/** Replaces the plugin's function, which copies the whole text for each note. */
function moveNotesToEnd(state: StateCore): void {
  const notes = state.env?.footnotes as { list?: readonly Footnote[] } | undefined
  if (!notes) return
  const text: Token[] = []
  const defined = new Map<string, Token[]>()
  let definition: Token[] | null = null
  for (const token of state.tokens) {
    if (token.type === 'footnote_reference_open') {
      definition = []
      defined.set((token.meta as { label: string }).label, definition)
    } else if (token.type === 'footnote_reference_close') definition = null
    else (definition ?? text).push(token)
  }
  state.tokens = text
  if (!notes.list) return

  const add = (
    type: string,
    tag: string,
    nesting: -1 | 0 | 1,
    meta?: Record<string, unknown>,
  ): Token => {
    const token = new state.Token(type, tag, nesting)
    if (meta) token.meta = meta
    text.push(token)
    return token
  }
  add('footnote_block_open', '', 1)
  for (const [id, note] of notes.list.entries()) {
    const { label, count, content, tokens } = note
    add('footnote_open', '', 1, { id, label })
    if (tokens) {
      add('paragraph_open', 'p', 1).block = true
      Object.assign(add('inline', '', 0), { children: tokens, content })
      add('paragraph_close', 'p', -1).block = true
    } else {
      for (const token of defined.get(label ?? '') ?? []) text.push(token)
    }
    // Backlinks belong in the last paragraph.
    const end = text.at(-1)?.type === 'paragraph_close' ? text.pop() : undefined
    for (let subId = 0; subId < Math.max(count ?? 1, 1); subId++) {
      add('footnote_anchor', '', 0, { id, subId, label })
    }
    if (end) text.push(end)
    add('footnote_close', '', -1)
  }
  add('footnote_block_close', '', -1)
}

export function addFootnotes(markdown: MarkdownIt): void {
  markdown.use(footnote)
  markdown.core.ruler.at('footnote_tail', moveNotesToEnd)
  markdown.inline.ruler.before('footnote_ref', 'unclosed_footnote_ref', skipUnclosedReference)
  const rules = markdown.renderer.rules
  const readNumbers = (token: Token) => {
    const { id, subId } = token.meta as { id: number; subId: number }
    // Each reference to a note has its own anchor.
    return { number: id + 1, anchor: subId > 0 ? `${id + 1}:${subId}` : `${id + 1}` }
  }
  rules.footnote_ref = (tokens, index) => {
    const { number, anchor } = readNumbers(tokens[index]!)
    return (
      `<sup class="footnote-ref"><a href="#fn${number}" id="fnref${anchor}" role="doc-noteref"` +
      ` aria-label="Note ${number}">${number}</a></sup>`
    )
  }
  rules.footnote_block_open = () =>
    '<section class="footnotes" role="doc-endnotes" aria-label="Notes">\n<ol class="footnotes-list">\n'
  rules.footnote_open = (tokens, index, _options, _env, self) => {
    const token = tokens[index]!
    const { number } = readNumbers(token)
    return `<li id="fn${number}" class="footnote-item"${self.renderAttrs(token)}>`
  }
  rules.footnote_anchor = (tokens, index) => {
    const { number, anchor } = readNumbers(tokens[index]!)
    return (
      ` <a href="#fnref${anchor}" class="footnote-backref" role="doc-backlink"` +
      ` aria-label="Back to the text at note ${number}">↩\uFE0E</a>`
    )
  }
}
