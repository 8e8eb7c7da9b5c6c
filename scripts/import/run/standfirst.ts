/** Extracts a standfirst from a post's prose, never from captions, headings, code, tables or shortcodes. */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { extractExcerpt } from '../../../src/content/excerpt.ts'
import { isCredit } from '../html-to-markdown/image-elements.ts'
import { toSingleLine } from '../items/single-line.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Paragraph = { readonly text: string; readonly isProse: boolean }

/** Matches placeholders that a tool left unconverted. */
const placeholder =
  /^(?:\[\/?[a-z][\w-]{2,60}(?:\s+[\w-]{1,60}=|\s*\/?\])|\{[{%]|!?\[?(?:picture|image|photo)\]?[.:]?$)/i

/** Elements that aren't prose if they hold a whole paragraph: links, captions, headings in bold, code. */
const wrapperTags = new Set(['a', 'em', 'strong', 'code', 'br', 'sup'])

function readText(nodes: readonly Node[], isSkipped: (tagName: string) => boolean): string {
  return nodes
    .map((node) => {
      if ('value' in node) return node.value
      if (!('tagName' in node)) return ''
      if (node.tagName === 'br') return ' '
      return isSkipped(node.tagName) ? '' : readText(node.childNodes, isSkipped)
    })
    .join('')
}

const isFootnoteReference = (tagName: string) => tagName === 'sup'
const hasLetters = (text: string) => /\p{L}/u.test(text)

const isOfLanguage = ({ name }: { readonly name: string }) => name === 'lang' || name === 'dir'

/** Finds top-level paragraphs of our own HTML, without links to embeds. */
function findParagraphs(nodes: readonly Node[]): Paragraph[] {
  return nodes.flatMap((node): Paragraph[] => {
    if (!('tagName' in node) || node.tagName !== 'p' || !node.attrs.every(isOfLanguage)) return []
    const text = toSingleLine(readText(node.childNodes, isFootnoteReference))
    const bareText = readText(node.childNodes, (tagName) => wrapperTags.has(tagName))
    const isProse = hasLetters(bareText) && !placeholder.test(text) && !isCredit(text)
    return text === '' ? [] : [{ text, isProse }]
  })
}

/** Characters. */
const maxLength = 200
const minWords = 3
/** A segmenter finds words, because some scripts have no spaces between them. */
const words = new Intl.Segmenter('en', { granularity: 'word' })

const countWords = (text: string) =>
  [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length

/** Returns the first sentences of the first prose paragraph of our own HTML; '' without any. */
export function extractStandfirst(html: string): string {
  const prose = findParagraphs(parseFragment(html).childNodes).filter(({ isProse }) => isProse)
  // “Verify that:” introduces a list or a quotation.
  const isLongEnough = ({ text }: Paragraph) =>
    countWords(text) >= minWords && !/^\P{Sentence_Terminal}*:$/u.test(text)
  const { text = '' } = prose.find(isLongEnough) ?? prose[0] ?? {}
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  return extractExcerpt(escaped, maxLength)
}

/** Returns letters and digits, which systems don't change when they shorten a text. */
const toLetters = (text: string) => text.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** Letters. Shorter beginnings may be equal by chance. */
const minMatchLength = 12

/**
 * Returns whether a system has generated the excerpt from the beginning of the post, where that isn't prose. `html` is
 * the whole post, and `captions` are those of its pictures.
 */
export function isGeneratedExcerpt(
  excerpt: string,
  html: string,
  captions: readonly string[],
): boolean {
  if (placeholder.test(excerpt)) return true
  const start = toLetters(excerpt.replace(/(?:…|\.{3}|\[…\]|\[\.{3}\])\s*$/, ''))
  if (start.length < minMatchLength) return false
  const isCaption = captions.map(toLetters).some((caption) => {
    const [one, other] = caption.length < start.length ? [start, caption] : [caption, start]
    return other.length >= minMatchLength && one.startsWith(other)
  })
  if (!isCaption && !beginsWith(html, start)) return false
  const nodes = parseFragment(html).childNodes
  const paragraphs = findParagraphs(nodes).map(({ text }) => toLetters(text))
  const isProse =
    paragraphs.join('').startsWith(start) || paragraphs.some((text) => text.includes(start))
  return !isProse
}

/** Returns whether our own HTML begins with these letters. Parses only as much HTML as the comparison needs. */
function beginsWith(html: string, start: string): boolean {
  for (let length = start.length * 2; ; length *= 4) {
    const nextTag = html.indexOf('<', length)
    const beginning = nextTag < 0 ? html : html.slice(0, nextTag)
    const letters = toLetters(readText(parseFragment(beginning).childNodes, () => false))
    // A combining mark after the last letter may change it.
    if (nextTag < 0 || letters.length > start.length) return letters.startsWith(start)
  }
}
