import { quoteForReport } from '../../html-to-markdown/conversion-losses.ts'
import { htmlToMarkdown } from '../../html-to-markdown/html-to-markdown.ts'
import { htmlToText } from '../../html-to-markdown/html-to-text.ts'
import { isCredit } from '../../html-to-markdown/image-elements.ts'
import { resolveImageUrl } from '../../html-to-markdown/link-addresses.ts'
import type {
  ImportedAuthor,
  ImportedImage,
  ImportedItem,
  ImportedPost,
} from '../../items/imported-item.ts'
import {
  gatherNotes,
  type Note,
  type Noted,
  noteConversion,
  noteEmailOnly,
  noteForEditor,
  noteLoss,
  noteUnknownStatus,
  removeDuplicateNotes,
  withNotes,
} from '../../items/note.ts'
import { isPlausibleDate, parseUtcDate } from '../zoned-date.ts'
import {
  describeRowError,
  type GhostExport,
  type GhostMeta,
  type GhostPost,
  type GhostUser,
  postSchema,
} from './ghost-export.ts'

const ghostUrlPlaceholder = /__GHOST_URL__\/?/g
const toSitePaths = (value: string) => value.replace(ghostUrlPlaceholder, '/')

function resolveGhostImageUrl(imageUrl: string): string | null {
  return resolveImageUrl(toSitePaths(imageUrl), { dialect: 'plain' })
}

const statuses: Readonly<Record<string, ImportedPost['status']>> = {
  published: 'published',
  scheduled: 'scheduled',
  draft: 'draft',
  sent: 'draft',
}
/** Ghost's `members` have signed up without paying, as our metered readers have. */
const visibilities: Readonly<Record<string, ImportedPost['visibility']>> = {
  public: 'public',
  members: 'metered',
  paid: 'members',
  tiers: 'members',
  filter: 'members',
}

export function convertGhostPost(
  row: unknown,
  number: number,
  tables: GhostExport,
): { readonly item: ImportedItem; readonly authors: readonly GhostUser[] } {
  const read = postSchema.safeParse(row)
  const sourceId = `ghost:${read.success ? read.data.id : `row:${number}`}`
  const title = read.success ? htmlToText(read.data.title) : ''
  const exclude = (reason: string) => ({
    item: { item: 'excluded', sourceId, title, reason } as const,
    authors: [],
  })
  if (!read.success) return exclude(describeRowError(read.error))
  const post = read.data
  if (post.html.trim() === '') {
    return exclude(
      post.lexical || post.mobiledoc
        ? 'has no HTML in the export, only Ghost’s editor format: open and save it in Ghost, then export again'
        : 'has no text',
    )
  }
  const converted = htmlToMarkdown(toSitePaths(post.html), {
    dialect: 'plain',
    address: `/${post.slug}/`,
  })
  if (!converted.ok) return exclude(converted.failure)

  const meta = tables.meta.get(post.id)
  const status = convertStatus(post, meta)
  const image = convertFeatureImage(post, meta)
  const visibility = convertVisibility(post)
  const publishedAt = parseGhostDate(post.published_at)
  const updatedAt = parseGhostDate(post.updated_at)
  const tags = tables.tags.get(post.id) ?? []
  const isInternal = ({ name, visibility }: { name: string; visibility: string }) =>
    visibility === 'internal' || name.startsWith('#')
  const internalTags = tags.filter(isInternal).map(({ name }) => quoteForReport(name))
  const publicNames = tags.filter((tag) => !isInternal(tag)).map(({ slug, name }) => slug || name)
  const publicTags = [...new Set(publicNames)]
  const notes: Note[] = []
  if (internalTags.length > 0)
    notes.push(noteLoss('internal tags not imported: {}', internalTags.join(', ')))
  if (post.codeinjection_head || post.codeinjection_foot)
    notes.push(noteLoss('injected code not imported'))
  if (post.featured) notes.push(noteForEditor('was featured'))
  if (title === '') notes.push(noteForEditor('has no title'))
  if (post.canonical_url)
    notes.push(
      noteLoss(
        'has another canonical address: {}',
        quoteForReport(toSitePaths(post.canonical_url)),
      ),
    )
  const authors = listPostAuthors(post, tables)
  const importedPost: ImportedPost = {
    kind: post.type === 'page' || (post.type === '' && post.page) ? 'page' : 'article',
    sourceId,
    slug: post.slug,
    title,
    dek: htmlToText(post.custom_excerpt) || htmlToText(meta?.meta_description ?? '') || null,
    body: converted.value.body,
    image: image.value,
    authors: authors.map(({ slug, id }) => slug || id),
    // Ghost has only tags; it shows the first above a post.
    categories: publicTags,
    tags: publicTags,
    status: status.value,
    visibility: visibility.value,
    publishedAt: publishedAt.value,
    updatedAt: updatedAt.value,
    formerAddresses: post.slug && status.value === 'published' ? [`/${post.slug}/`] : [],
    notes: removeDuplicateNotes([
      ...status.notes,
      ...notes,
      ...gatherNotes(image, visibility, publishedAt, updatedAt, converted.value),
    ]),
  }
  return { item: { item: 'post', post: importedPost }, authors }
}

function convertStatus(
  { status }: GhostPost,
  meta: GhostMeta | undefined,
): Noted<ImportedPost['status']> {
  if (status === 'sent' || (meta?.email_only && status === 'published'))
    return withNotes('draft', noteEmailOnly)
  return Object.hasOwn(statuses, status)
    ? withNotes(statuses[status]!)
    : withNotes('draft', noteUnknownStatus(quoteForReport(status)))
}

/** An unknown visibility is closed rather than open. */
function convertVisibility({ visibility }: GhostPost): Noted<ImportedPost['visibility']> {
  if (visibility === '') return withNotes(null)
  if (visibility === 'tiers')
    return withNotes('members', noteConversion('was for some tiers only: now for all subscribers'))
  if (Object.hasOwn(visibilities, visibility)) return withNotes(visibilities[visibility]!)
  const finding = 'unknown visibility “{}”: now for subscribers'
  return withNotes('members', noteForEditor(finding, quoteForReport(visibility)))
}

function listPostAuthors({ id, author_id }: GhostPost, tables: GhostExport): readonly GhostUser[] {
  const listed = tables.authors.get(id)
  const only = author_id ? tables.users.get(author_id) : undefined
  return listed ?? (only ? [only] : [])
}

export function convertGhostAuthor(user: GhostUser): ImportedAuthor {
  const src = resolveGhostImageUrl(user.profile_image || user.image)
  return {
    key: user.slug || user.id,
    name: htmlToText(user.name) || user.slug,
    slug: user.slug,
    bio: htmlToText(user.bio) || null,
    portrait: src ? { src, alt: null, caption: null, credit: null } : null,
    formerAddresses: user.slug ? [`/author/${user.slug}/`] : [],
  }
}

function convertFeatureImage(
  post: GhostPost,
  meta: GhostMeta | undefined,
): Noted<ImportedImage | null> {
  const imageUrl = post.feature_image || post.image
  if (imageUrl === '') return withNotes(null)
  const src = resolveGhostImageUrl(imageUrl)
  if (!src) {
    const finding = 'lead picture not imported, because its address is relative: {}'
    return withNotes(null, noteLoss(finding, imageUrl))
  }
  const alt = htmlToText(meta?.feature_image_alt ?? '') || null
  const caption = htmlToText(meta?.feature_image_caption ?? '')
  return withNotes({
    src,
    alt,
    caption: isCredit(caption) ? null : caption || null,
    credit: isCredit(caption) ? caption : null,
  })
}

/** Ghost's dates are in UTC, with or without a zone; in older exports, milliseconds. */
function parseGhostDate(value: string | number | null | undefined): Noted<Date | null> {
  const at = typeof value === 'number' ? new Date(value) : null
  return at && isPlausibleDate(at) ? withNotes(at) : parseUtcDate(String(value ?? ''))
}
