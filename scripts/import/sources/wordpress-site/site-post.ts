/** Converts a post or page of a running WordPress site, whose HTML is as readers get it. */

import type { ConversionContext } from '../../html-to-markdown/conversion-context.ts'
import { quoteForReport } from '../../html-to-markdown/conversion-losses.ts'
import { htmlToMarkdown } from '../../html-to-markdown/html-to-markdown.ts'
import { htmlToText } from '../../html-to-markdown/html-to-text.ts'
import { hasClass, type Node } from '../../html-to-markdown/html-tree.ts'
import { replaceElements } from '../../html-to-markdown/replace-elements.ts'
import type { ImportedImage, ImportedItem } from '../../items/imported-item.ts'
import {
  gatherNotes,
  type Note,
  type Noted,
  noteForEditor,
  noteLoss,
  removeDuplicateNotes,
  withNotes,
} from '../../items/note.ts'
import { parseExportDate } from '../zoned-date.ts'
import { postSchema, type SitePost } from './site-collections.ts'

export type SiteIndex = {
  readonly home: string
  /** Slugs by id. */
  readonly categories: ReadonlyMap<number, string>
  readonly tags: ReadonlyMap<number, string>
  readonly authorKeys: ReadonlyMap<number, string>
  readonly media: ReadonlyMap<string, ImportedImage>
}

export function convertSitePost(
  value: unknown,
  kind: 'article' | 'page',
  index: SiteIndex,
  timeZone: string,
): ImportedItem {
  const parsed = postSchema.safeParse(value)
  if (!parsed.success) {
    const id = (value as { id?: unknown } | null)?.id
    const sourceId = `wordpress:${typeof id === 'number' ? id : 'without-id'}`
    const field = parsed.error.issues[0]?.path.join('.') || 'the post'
    return { item: 'excluded', sourceId, title: '', reason: `invalid on the site: ${field}` }
  }
  const post = parsed.data
  const sourceId = `wordpress:${post.id}`
  const title = htmlToText(post.title)
  const exclude = (reason: string): ImportedItem => ({ item: 'excluded', sourceId, title, reason })
  if (post.status !== '' && post.status !== 'publish') return exclude('isn’t public')
  if (post.content.protected)
    return exclude('is password-protected, and the site doesn’t show its text')
  const converted = htmlToMarkdown(post.content.rendered, {
    dialect: 'plain',
    address: URL.canParse(post.link) ? post.link : index.home,
    site: index.home,
    findAttachment: (id) => index.media.get(id),
    prepare: removePluginWidgets,
  })
  if (!converted.ok) return exclude(converted.failure)

  const notes: Note[] = []
  const published = parseExportDate(post.date_gmt, post.date, timeZone)
  const updated = parseExportDate(post.modified_gmt, post.modified, timeZone)
  const image = findFeaturedImage(post, index)
  const formerAddresses = listFormerAddresses(post.link)
  if (title === '') notes.push(noteForEditor('has no title'))
  if (post.sticky) notes.push(noteForEditor('was pinned to the front page'))
  return {
    item: 'post',
    post: {
      kind,
      sourceId,
      slug: post.slug,
      title,
      dek: readWrittenExcerpt(post),
      body: converted.value.body,
      image: image.value,
      authors:
        post.author === 0 ? [] : [index.authorKeys.get(post.author) ?? `user-${post.author}`],
      categories: mapIds(post.categories, index.categories),
      tags: mapIds(post.tags, index.tags),
      status: 'published',
      visibility: null,
      publishedAt: published.value,
      updatedAt: updated.value,
      formerAddresses: formerAddresses.value,
      notes: removeDuplicateNotes([
        ...gatherNotes(published, updated),
        ...notes,
        ...gatherNotes(image, formerAddresses, converted.value),
      ]),
    },
  }
}

function mapIds(ids: readonly number[], names: ReadonlyMap<number, string>): string[] {
  return [...new Set(ids.map((id) => names.get(id) ?? `term-${id}`))]
}

/** The maximum length of a link to the rest of a text. */
const maxLinkLength = 90

/** Returns null for an excerpt that WordPress has cut from the text. */
function readWrittenExcerpt({ excerpt, content }: SitePost): string | null {
  const words = htmlToText(excerpt)
  // Such an excerpt looks like “… the first words […]”, perhaps followed by a link to the rest.
  const ellipsis = Math.max(words.lastIndexOf('…'), words.lastIndexOf('...'))
  const isAtEnd = ellipsis >= 0 && words.length - ellipsis < maxLinkLength
  const start = (isAtEnd ? words.slice(0, ellipsis) : words).replace(/\[$/, '').trim()
  const isCut = start === '' || htmlToText(content.rendered).startsWith(start)
  return words === '' || isCut ? null : words
}

function findFeaturedImage(
  { featured_media }: SitePost,
  { media }: SiteIndex,
): Noted<ImportedImage | null> {
  if (featured_media === 0) return withNotes(null)
  const image = media.get(String(featured_media))
  const finding = 'lead picture (number {}) isn’t public on the site'
  return image ? withNotes(image) : withNotes(null, noteLoss(finding, `${featured_media}`))
}

function listFormerAddresses(link: string): Noted<string[]> {
  const url = URL.parse(link)
  if (!url || url.pathname === '/') return withNotes([])
  if (url.search === '') return withNotes([url.pathname])
  const address = quoteForReport(url.pathname + url.search)
  return withNotes([], noteLoss('address {} can’t be redirected', address))
}

/** Classes of elements that plugins put around the text of every post. */
const widgetClass =
  /^(sharedaddy|jp-relatedposts|addtoany_share_save_container|heateor_sss_sharing_container|yarpp|essb_links)$/

function removePluginWidgets(nodes: Node[], { losses }: ConversionContext): Node[] {
  return replaceElements(nodes, (node) => {
    if (!hasClass(node, widgetClass)) return null
    losses.addCounted(
      'converted',
      'a block of sharing buttons or related posts was',
      'blocks of sharing buttons or related posts were',
      'removed',
    )
    return []
  })
}
