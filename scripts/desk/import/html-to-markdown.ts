/**
 * The HTML of a post as our Markdown, whatever system wrote it.
 *
 * Nothing of the HTML is left in it, and what only looks like Markdown or a directive is escaped.
 * What cannot be carried over is said in the notes, once each. Pictures keep the addresses that they
 * have in the source.
 */
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { parseHtml } from './html/bounded-html.ts'
import { readComments } from './html/comments.ts'
import type { Conversion, HtmlSource } from './html/conversion.ts'
import { takeFootnotes } from './html/footnotes.ts'
import { trackLosses } from './html/losses.ts'
import { reduceHtml } from './html/reduce.ts'
import { settle } from './html/settle.ts'
import { elementsIn, type Node } from './html/tree.ts'
import { writeMarkdown } from './html/write-markdown.ts'
import { hasBlocks, makeParagraphs } from './wordpress/paragraphs.ts'
import { readShortcodes } from './wordpress/shortcodes.ts'

export type { HtmlSource } from './html/conversion.ts'

export type ConvertedHtml = { readonly body: string; readonly notes: readonly string[] }

/** What one Firestore document can hold (src/domain/article.ts). */
const longestBody = 900_000

/** The failure is the reason for which a text cannot be carried over at all, in words. */
export function htmlToMarkdown(html: string, source: HtmlSource): Result<ConvertedHtml, string> {
  const losses = trackLosses()
  const conversion: Conversion = { source, losses }
  const parsed = parseHtml(html)
  if (!parsed.ok) return parsed
  const { root, flattened } = parsed.value
  if (flattened) losses.say('elements nested too deeply were brought together')
  disown(root.children as Node[])

  const read = (note: string): Node[] => {
    const inner = parseHtml(note)
    if (!inner.ok) losses.say(`a footnote was left out: ${inner.failure}`)
    return inner.ok ? disown(inner.value.root.children as Node[]) : []
  }
  if (source.dialect === 'wordpress') {
    const classic = !hasBlocks(html)
    root.children = readShortcodes(root.children as Node[], conversion)
    root.children = makeParagraphs(root.children as Node[], classic)
  }
  root.children = readComments(root.children as Node[], conversion)
  takeFootnotes(root, conversion, read)
  const body = writeMarkdown(settle(reduceHtml(root.children as Node[], conversion), losses))
  if (body.length > longestBody) {
    return fail(
      `its text has ${body.length.toLocaleString('en-GB')} characters, ${longestBody.toLocaleString('en-GB')} fit`,
    )
  }
  return succeed({ body, notes: losses.notes() })
}

/** Takes the names of our own elements from what a source may have written. */
function disown(nodes: Node[]): Node[] {
  for (const node of elementsIn(nodes)) if (node.tagName.startsWith('our-')) node.tagName = 'span'
  return nodes
}
