import type { MarkdownIt, Token } from 'markdown-it'
import footnote from 'markdown-it-footnote'

/** Notes as markdown-it-footnote reads them, with links that say where they lead, both ways. */
export function footnotes(markdown: MarkdownIt): void {
  markdown.use(footnote)
  const rules = markdown.renderer.rules
  const numbersOf = (token: Token) => {
    const { id, subId } = token.meta as { id: number; subId: number }
    // A note may be referred to more than once; each place has an address of its own.
    return { number: id + 1, place: subId > 0 ? `${id + 1}:${subId}` : `${id + 1}` }
  }
  rules.footnote_ref = (tokens, index) => {
    const { number, place } = numbersOf(tokens[index]!)
    return (
      `<sup class="footnote-ref"><a href="#fn${number}" id="fnref${place}" role="doc-noteref"` +
      ` aria-label="Note ${number}">${number}</a></sup>`
    )
  }
  rules.footnote_block_open = () =>
    '<section class="footnotes" role="doc-endnotes" aria-label="Notes">\n<ol class="footnotes-list">\n'
  rules.footnote_anchor = (tokens, index) => {
    const { number, place } = numbersOf(tokens[index]!)
    return (
      ` <a href="#fnref${place}" class="footnote-backref" role="doc-backlink"` +
      ` aria-label="Back to the text at note ${number}">↩\uFE0E</a>`
    )
  }
}
