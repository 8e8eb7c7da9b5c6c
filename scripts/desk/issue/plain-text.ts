/** Turns our Markdown renderer's HTML (src/content/markdown.ts) into plain text for emails. */
import { makeAddressesAbsolute } from '../../../src/content/absolute-addresses.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

const decodeEntities = (text: string) =>
  text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name]!)

/** Emails have no footnotes to jump to. */
export const removeFootnoteMarks = (html: string) =>
  html.replace(/<sup class="footnote-ref">(?:[^<]|<(?!\/?sup[ >]))*(?:<\/sup>)?/g, '')

/**
 * Each link follows its words, in brackets. `base` is the page to which relative links belong; `addSource` changes
 * absolute links.
 */
export function toPlainText(
  html: string,
  base: string,
  addSource = (absolute: string) => absolute,
): string {
  const text = removeFootnoteMarks(addSource(makeAddressesAbsolute(html, base)))
    .replace(/[ \t\n]+/g, ' ')
    .replace(/<br>\s*/g, '\n')
    .replace(/<hr>/g, '\n\n* * *\n\n')
    .replace(
      /<a href="([^"]*)"[^<>]*>((?:[^<]|<(?!\/?a[ >]))*)(?:<\/a>)?/g,
      (_, address: string, words: string) => (words === address ? words : `${words} (${address})`),
    )
    .replace(/<li>\s*(?:<p>)?/g, '\n- ')
    .replace(/<\/(?:p|h\d|ul|ol|blockquote|aside|section)>/g, '\n\n')
    .replace(/<[^<>]*>/g, '')
  return decodeEntities(text)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
