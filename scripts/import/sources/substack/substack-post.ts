/** Converts a row of `posts.csv` and its HTML to a post, or to the reason why it isn't imported. */

import { z } from 'zod'
import { quoteForReport } from '../../html-to-markdown/conversion-losses.ts'
import { htmlToMarkdown } from '../../html-to-markdown/html-to-markdown.ts'
import { htmlToText } from '../../html-to-markdown/html-to-text.ts'
import { createElement } from '../../html-to-markdown/html-tree.ts'
import type { ImportedItem, ImportedPost } from '../../items/imported-item.ts'
import {
  type Note,
  noteConversion,
  noteForEditor,
  noteLoss,
  removeDuplicateNotes,
} from '../../items/note.ts'
import { isPlausibleDate, parseZonedDate } from '../zoned-date.ts'
import { prepareSubstackHtml } from './prepare-substack-html.ts'

const optionalText = z.string().trim().default('')

export const substackRowSchema = z.object({
  /** A number and the slug: `148210.leaving-the-feed`. */
  post_id: z
    .string()
    .trim()
    .regex(/^\d+\.?/),
  post_date: optionalText,
  is_published: optionalText,
  type: optionalText,
  audience: optionalText,
  title: optionalText,
  subtitle: optionalText,
  podcast_url: optionalText,
})
export type SubstackRow = z.infer<typeof substackRowSchema>

const visibilities: Readonly<Record<string, NonNullable<ImportedPost['visibility']>>> = {
  everyone: 'public',
  // Asks for an address and no money, like our meter.
  only_free: 'metered',
  only_paid: 'members',
  founding: 'members',
}

export const substackSourceId = (postId: string) => `substack:${postId.replace(/\..*$/s, '')}`

/** `site` is the origin of the publication, where the export reveals it. */
export function convertSubstackPost(
  row: SubstackRow,
  html: string,
  site: string | undefined,
): ImportedItem {
  const slug = row.post_id.replace(/^\d+\.?/, '')
  const title = htmlToText(row.title)
  const sourceId = substackSourceId(row.post_id)
  const exclude = (reason: string): ImportedItem => ({ item: 'excluded', sourceId, title, reason })
  const converted = htmlToMarkdown(html, {
    dialect: 'plain',
    address: `/p/${slug}`,
    site,
    prepare(nodes, context) {
      const prepared = prepareSubstackHtml(nodes, context)
      // The recording comes first, as on Substack.
      return row.podcast_url
        ? [createElement('audio', [], { src: row.podcast_url }), ...prepared]
        : prepared
    },
  })
  if (!converted.ok) return exclude(converted.failure)
  if (converted.value.body === '') return exclude('has no text')

  const notes: Note[] = []
  if (title === '') notes.push(noteForEditor('has no title'))
  const status = convertStatus(row, notes)
  return {
    item: 'post',
    post: {
      kind: row.type === 'page' ? 'page' : 'article',
      sourceId,
      slug,
      title,
      dek: htmlToText(row.subtitle) || null,
      body: converted.value.body,
      // Exports don't name the cover; the first picture of the text takes its place.
      image: null,
      authors: [],
      categories: [],
      tags: [],
      status,
      visibility: convertVisibility(row, notes),
      publishedAt: parsePostDate(row.post_date, notes),
      updatedAt: null,
      formerAddresses: slug && status === 'published' ? [`/p/${slug}`] : [],
      notes: removeDuplicateNotes([...notes, ...converted.value.notes]),
    },
  }
}

function convertStatus({ is_published, type }: SubstackRow, notes: Note[]) {
  if (!/^true$/i.test(is_published)) return 'draft'
  if (type === 'thread')
    notes.push(noteLoss('was a discussion thread: its comments aren’t in the export'))
  if (type !== 'adhoc_email') return 'published'
  notes.push(noteConversion('sent by email only, never on the site: imported as a draft'))
  return 'draft'
}

/** An unknown audience becomes subscribers, so that nothing is opened by mistake. */
function convertVisibility(
  { audience }: SubstackRow,
  notes: Note[],
): NonNullable<ImportedPost['visibility']> {
  if (audience === 'founding')
    notes.push(noteConversion('was for founding members only: now for all subscribers'))
  if (Object.hasOwn(visibilities, audience)) return visibilities[audience]!
  notes.push(noteForEditor('unknown audience “{}”: now for subscribers', quoteForReport(audience)))
  return 'members'
}

function parsePostDate(value: string, notes: Note[]): Date | null {
  if (value === '') return null
  const at = parseZonedDate(value, 'UTC')
  if (at && isPlausibleDate(at)) return at
  notes.push(noteForEditor('“{}” isn’t a valid date', quoteForReport(value).slice(0, 40)))
  return null
}
