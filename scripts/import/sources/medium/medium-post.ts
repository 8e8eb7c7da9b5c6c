/** Converts a page of `posts/` to a post, or to the reason why it isn't imported. */

import { quoteForReport } from '../../html-to-markdown/conversion-losses.ts'
import { htmlToMarkdown } from '../../html-to-markdown/html-to-markdown.ts'
import { getText, type Node, walkElements } from '../../html-to-markdown/html-tree.ts'
import { isCredit } from '../../html-to-markdown/image-elements.ts'
import type { ImportedImage, ImportedItem, ImportedPost } from '../../items/imported-item.ts'
import {
  gatherNotes,
  type Noted,
  noteLoss,
  noteUnpublished,
  removeDuplicateNotes,
  withNotes,
} from '../../items/note.ts'
import { toSingleLine } from '../../items/single-line.ts'
import { parseUtcDate } from '../zoned-date.ts'
import { type MediumPage, parseMediumPage } from './medium-page.ts'
import { prepareMediumHtml } from './prepare-medium-html.ts'

/** Matches names such as `2018-08-11_On-ice-efefef121212.html` and `draft_Untitled-ababab121212.html`. */
const fileNamePattern =
  /^posts\/(draft|\d{4}-\d{2}-\d{2}[^_]{0,20})_(.{0,300}?)([0-9a-f]{8,16})\.html$/

/** The maximum length of a text without a title that is taken for a response to another story. */
const maxResponseLength = 1500

/** `defaultAuthor` is the key of the account that created the export. */
export function convertMediumPost(
  fileName: string,
  html: string,
  defaultAuthor: string | null,
): { readonly item: ImportedItem; readonly page: MediumPage | null } {
  const [, stamp, words = '', hash] = fileNamePattern.exec(fileName) ?? []
  const sourceId = `medium:${hash ?? fileName}`
  const parsed = parseMediumPage(html)
  if (!parsed.ok) {
    return {
      item: { item: 'excluded', sourceId, title: fileName, reason: parsed.failure },
      page: null,
    }
  }
  const page = parsed.value
  const exclude = (reason: string): ImportedItem => ({
    item: 'excluded',
    sourceId,
    title: page.title,
    reason,
  })
  const isDraft = stamp === 'draft' || (page.publishedAt === '' && page.canonical === '')
  const text = getText(page.content)
  const isUntitled = startsLike(text, page.title) && !hasOwnStructure(page.content)
  if (!isDraft && isUntitled && text.length <= maxResponseLength)
    return { item: exclude('is a response to another story'), page }

  const { figureId = null, image = null } = page.cover ?? {}
  const converted = htmlToMarkdown(html, {
    dialect: 'plain',
    address: page.canonical || '/',
    prepare: (nodes) => prepareMediumHtml(nodes, { ...page, cover: figureId }),
  })
  if (!converted.ok) return { item: exclude(converted.failure), page }
  if (converted.value.body === '') return { item: exclude('has no text'), page }

  const responseReason =
    'may be a response to another story, because its title repeats its first words'
  const notes = !isDraft && isUntitled ? [noteUnpublished(responseReason)] : []
  const publishedAt = parseUtcDate(page.publishedAt)
  const formerAddresses = isDraft ? withNotes([]) : listFormerAddresses(page.canonical, hash)
  const authors = page.author?.key ?? defaultAuthor
  const slug = words.replace(/-$/, '').toLowerCase()
  const post: ImportedPost = {
    kind: 'article',
    sourceId,
    slug,
    title: page.title,
    dek: isSummaryOfText(page.subtitle, text) ? null : page.subtitle || null,
    body: converted.value.body,
    image: image && splitCredit(image),
    authors: authors === null ? [] : [authors],
    // Medium only has tags; the first is the post's main subject.
    categories: page.tags,
    tags: page.tags,
    status: isDraft || isUntitled ? 'draft' : 'published',
    // Exports don't say which stories are for Medium's members only.
    visibility: null,
    publishedAt: publishedAt.value,
    updatedAt: null,
    formerAddresses: formerAddresses.value,
    notes: removeDuplicateNotes([
      ...notes,
      ...gatherNotes(publishedAt, formerAddresses, converted.value),
    ]),
  }
  return { item: { item: 'post', post }, page }
}

/** A post without a title is named by its first words. */
function startsLike(text: string, title: string): boolean {
  const words = toSingleLine(title).replace(/…$/, '').trim()
  return words !== '' && text.startsWith(words)
}

/** Finds headings, pictures and embeds, which responses hardly ever have. */
function hasOwnStructure(content: readonly Node[]): boolean {
  return [...walkElements(content)].some((node) =>
    /^(h[1-6]|figure|pre|iframe)$/.test(node.tagName),
  )
}

/** Medium fills in an empty subtitle with the beginning of the text. */
function isSummaryOfText(subtitle: string, text: string): boolean {
  return /…$/.test(subtitle) && text.includes(subtitle.replace(/…$/, '').trim())
}

function splitCredit(image: ImportedImage): ImportedImage {
  return image.caption && isCredit(image.caption)
    ? { ...image, caption: null, credit: image.caption }
    : image
}

/** Only a publication's own domain can be redirected; Medium's can't. */
function listFormerAddresses(canonical: string, hash: string | undefined): Noted<string[]> {
  const url = URL.parse(canonical)
  if (!url || !/^https?:$/.test(url.protocol)) return withNotes([])
  if (/(^|\.)medium\.com$/.test(url.hostname)) return withNotes([])
  if (hash === undefined || !url.pathname.endsWith(hash))
    return withNotes([], noteLoss('has another canonical address: {}', quoteForReport(canonical)))
  return withNotes(url.search === '' && url.pathname !== '/' ? [url.pathname] : [])
}
