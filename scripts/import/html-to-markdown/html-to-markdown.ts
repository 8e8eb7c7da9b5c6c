/**
 * Converts the HTML of any system to our Markdown. The result never contains HTML, text that looks like
 * Markdown is escaped, and the notes list every loss. Pictures keep their addresses in the source.
 */

import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { type Note, noteConversion, noteLoss } from '../items/note.ts'
import { addParagraphs, hasBlockMarkup } from './autop.ts'
import { fenceCode } from './code-shortcodes.ts'
import type { ConversionContext, HtmlSource } from './conversion-context.ts'
import { createLossReport } from './conversion-losses.ts'
import { extractFootnotes } from './convert-footnotes.ts'
import { convertFormulas } from './convert-formulas.ts'
import { removeRepeatedEmbeds } from './embed-elements.ts'
import { removeHiddenElements } from './hidden-elements.ts'
import { convertComments } from './html-comments.ts'
import { type Node, walkElements } from './html-tree.ts'
import { liftBlocks } from './lift-blocks.ts'
import { parseHtml } from './parse-html.ts'
import { reduceHtml } from './reduce-html.ts'
import { removeSignUpForms } from './sign-up-forms.ts'
import { convertShortcodes } from './wordpress-shortcodes.ts'
import { writeMarkdown } from './write-markdown.ts'

export type { HtmlSource } from './conversion-context.ts'

export type ConvertedHtml = { readonly body: string; readonly notes: readonly Note[] }

/** Characters that fit into a Firestore document (src/domain/article.ts). */
const maxBodyLength = 900_000

/** The failure is the reason in words. */
export function htmlToMarkdown(html: string, source: HtmlSource): Result<ConvertedHtml, string> {
  const losses = createLossReport()
  const context: ConversionContext = { source, losses }
  const parsed = parseHtml(source.dialect === 'wordpress' ? fenceCode(html) : html)
  if (!parsed.ok) return parsed
  const { root, isFlattened } = parsed.value
  if (isFlattened) losses.add(noteConversion('deeply nested elements were flattened'))
  replaceReservedTags(root.children as Node[])
  root.children = removeSignUpForms(root.children as Node[], context)
  if (source.prepare) root.children = source.prepare(root.children as Node[], context)

  const parseNote = (note: string): Node[] => {
    const inner = parseHtml(note)
    if (!inner.ok) losses.add(noteLoss('a footnote was removed: {}', inner.failure))
    return inner.ok ? replaceReservedTags(inner.value.root.children as Node[]) : []
  }
  root.children = convertFormulas(root.children as Node[], context)
  if (source.dialect === 'wordpress') {
    const classic = !hasBlockMarkup(html)
    root.children = convertShortcodes(root.children as Node[], context)
    root.children = addParagraphs(root.children as Node[], classic)
  }
  root.children = convertComments(root.children as Node[], context)
  extractFootnotes(root, context, parseNote)
  const shown = removeHiddenElements(root.children as Node[], context)
  const reduced = removeRepeatedEmbeds(reduceHtml(shown, context))
  const body = writeMarkdown(liftBlocks(reduced, losses))
  if (body.length > maxBodyLength) {
    return fail(`the text is longer than ${maxBodyLength.toLocaleString('en-GB')} characters`)
  }
  return succeed({ body, notes: losses.notes() })
}

function replaceReservedTags(nodes: Node[]): Node[] {
  for (const node of walkElements(nodes)) if (node.tagName.startsWith('our-')) node.tagName = 'span'
  return nodes
}
