/** Converts a row of `posts.csv` and its HTML to a post, or to the reason why it isn't imported. */

import { z } from 'zod'
import { quoteForReport } from '../../html-to-markdown/conversion-losses.ts'
import { htmlToMarkdown } from '../../html-to-markdown/html-to-markdown.ts'
import { htmlToText } from '../../html-to-markdown/html-to-text.ts'
import { createElement } from '../../html-to-markdown/html-tree.ts'
import type { ImportedItem, ImportedPost } from '../../items/imported-item.ts'
import {
  gatherNotes,
  type Noted,
  noteConversion,
  noteEmailOnly,
  noteForEditor,
  noteLoss,
  removeDuplicateNotes,
  withNotes,
} from '../../items/note.ts'
import { parseUtcDate } from '../zoned-date.ts'
import { prepareSubstackHtml } from './prepare-substack-html.ts'

const optionalText = z.string().trim().default('')

export const substackRowSchema = z.object({
  /** A number and the slug, such as `148210.leaving-the-feed`. */
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
  // Readers with this audience need an address but don't pay, like readers within our meter.
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
      const recording = createElement('audio', [], { src: row.podcast_url, title })
      if (!row.podcast_url) return prepared
      // The recording is first, as on Substack, but not in the free preview of a paid post.
      return row.audience === 'everyone' ? [recording, ...prepared] : [...prepared, recording]
    },
  })
  if (!converted.ok) return exclude(converted.failure)
  if (converted.value.body === '') return exclude('has no text')

  const status = convertStatus(row)
  const visibility = convertVisibility(row)
  const publishedAt = parseUtcDate(row.post_date)
  return {
    item: 'post',
    post: {
      kind: row.type === 'page' ? 'page' : 'article',
      sourceId,
      slug,
      title,
      dek: htmlToText(row.subtitle) || null,
      body: converted.value.body,
      // Exports don't name the cover, so the text's first picture is used.
      image: null,
      authors: [],
      categories: [],
      tags: [],
      status: status.value,
      visibility: visibility.value,
      publishedAt: publishedAt.value,
      updatedAt: null,
      formerAddresses: slug && status.value === 'published' ? [`/p/${slug}`] : [],
      notes: removeDuplicateNotes([
        ...(title === '' ? [noteForEditor('has no title')] : []),
        ...gatherNotes(status, visibility, publishedAt, converted.value),
      ]),
    },
  }
}

function convertStatus({ is_published, type }: SubstackRow): Noted<'draft' | 'published'> {
  if (!/^true$/i.test(is_published)) return withNotes('draft')
  if (type === 'adhoc_email') return withNotes('draft', noteEmailOnly)
  return type === 'thread'
    ? withNotes('published', noteLoss('was a discussion thread: its comments aren’t in the export'))
    : withNotes('published')
}

/** An unknown audience becomes subscribers, so that no post becomes public by mistake. */
function convertVisibility({
  audience,
}: SubstackRow): Noted<NonNullable<ImportedPost['visibility']>> {
  if (audience === 'founding') {
    const finding = 'was for founding members only: now for all subscribers'
    return withNotes('members', noteConversion(finding))
  }
  if (Object.hasOwn(visibilities, audience)) return withNotes(visibilities[audience]!)
  const finding = 'unknown audience “{}”: now for subscribers'
  return withNotes('members', noteForEditor(finding, quoteForReport(audience)))
}
