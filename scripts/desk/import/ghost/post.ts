/** One post or page of a Ghost export as a post of the neutral model, or why it is none. */

import { isSensible } from '../dates.ts'
import { pictureSource } from '../html/addresses.ts'
import { quoted } from '../html/losses.ts'
import { isCredit } from '../html/pictures.ts'
import { htmlToMarkdown } from '../html-to-markdown.ts'
import type { ImportedAuthor, ImportedItem, ImportedPicture, ImportedPost } from '../imported.ts'
import { plainText } from '../plain-text.ts'
import {
  brokenIn,
  type GhostExport,
  type GhostMeta,
  type GhostPost,
  type GhostUser,
  postSchema,
} from './export-file.ts'

/** Ghost writes it for its own address, so that an export can be restored elsewhere. */
const ownAddress = /__GHOST_URL__\/?/g
const asPaths = (value: string) => value.replace(ownAddress, '/')

/** An address from which a picture can be fetched, or null. */
function pictureIn(written: string): string | null {
  return pictureSource(asPaths(written), { dialect: 'plain' })
}

const statuses: Readonly<Record<string, ImportedPost['status']>> = {
  published: 'published',
  scheduled: 'scheduled',
  draft: 'draft',
  sent: 'draft',
}
/** Ghost's `members` asks for an address and no money, which is what our meter does. */
const visibilities: Readonly<Record<string, ImportedPost['visibility']>> = {
  public: 'public',
  members: 'metered',
  paid: 'members',
  tiers: 'members',
  filter: 'members',
}

export function readPost(row: unknown, number: number, tables: GhostExport): ImportedItem {
  const read = postSchema.safeParse(row)
  if (!read.success) {
    return {
      item: 'left-out',
      sourceId: `ghost:row:${number}`,
      title: '',
      reason: brokenIn(read.error),
    }
  }
  const post = read.data
  const title = plainText(post.title)
  const sourceId = `ghost:${post.id}`
  const leftOut = (reason: string): ImportedItem => ({ item: 'left-out', sourceId, title, reason })
  if (post.html.trim() === '') {
    return leftOut(
      post.lexical || post.mobiledoc
        ? 'has no HTML in the export, only its editor’s own format: open and save it in Ghost, and export again'
        : 'has no text',
    )
  }
  const converted = htmlToMarkdown(asPaths(post.html), {
    dialect: 'plain',
    address: `/${post.slug}/`,
  })
  if (!converted.ok) return leftOut(converted.failure)

  const notes: string[] = []
  const meta = tables.meta.get(post.id)
  const status = statusOf(post, meta, notes)
  const tags = tables.tags.get(post.id) ?? []
  const isInternal = ({ name, visibility }: { name: string; visibility: string }) =>
    visibility === 'internal' || name.startsWith('#')
  const internal = tags.filter(isInternal).map(({ name }) => quoted(name))
  const open = [
    ...new Set(tags.filter((tag) => !isInternal(tag)).map(({ slug, name }) => slug || name)),
  ]
  if (internal.length > 0) notes.push(`its internal tags were left behind: ${internal.join(', ')}`)
  if (post.codeinjection_head || post.codeinjection_foot)
    notes.push('code injected into its page was left out')
  if (post.featured) notes.push('it was featured')
  if (title === '') notes.push('it has no title')
  if (post.canonical_url)
    notes.push(`it names another address as the original: ${quoted(asPaths(post.canonical_url))}`)
  const image = pictureOf(post, meta, notes)
  return {
    item: 'post',
    post: {
      kind: post.type === 'page' || (post.type === '' && post.page) ? 'page' : 'article',
      sourceId,
      slug: post.slug,
      title,
      dek: plainText(post.custom_excerpt) || plainText(meta?.meta_description ?? '') || null,
      body: converted.value.body,
      image,
      authors: authorsOf(post, tables).map(({ slug, id }) => slug || id),
      // Ghost has tags alone; the first is the one that it shows above a post.
      categories: open,
      tags: open,
      status,
      visibility: visibilityOf(post, notes),
      publishedAt: dateOf(post.published_at, notes),
      updatedAt: dateOf(post.updated_at, notes),
      formerAddresses: post.slug && status === 'published' ? [`/${post.slug}/`] : [],
      notes: [...new Set([...notes, ...converted.value.notes])],
    },
  }
}

function statusOf(
  { status }: GhostPost,
  meta: GhostMeta | undefined,
  notes: string[],
): ImportedPost['status'] {
  if (status === 'sent' || (meta?.email_only && status === 'published')) {
    notes.push('it was sent as a letter and never stood on the site: kept as a draft')
    return 'draft'
  }
  if (Object.hasOwn(statuses, status)) return statuses[status]!
  notes.push(`its status “${quoted(status)}” is not known: kept as a draft`)
  return 'draft'
}

/** What is not known is closed rather than open. */
function visibilityOf({ visibility }: GhostPost, notes: string[]): ImportedPost['visibility'] {
  if (visibility === '') return null
  if (Object.hasOwn(visibilities, visibility)) {
    if (visibility === 'tiers') notes.push('it was for some tiers only: now for all subscribers')
    return visibilities[visibility]!
  }
  notes.push(`who may read it (“${quoted(visibility)}”) is not known: now for subscribers`)
  return 'members'
}

export function authorsOf(
  { id, author_id }: Pick<GhostPost, 'id' | 'author_id'>,
  tables: GhostExport,
): readonly GhostUser[] {
  const listed = tables.authors.get(id)
  const only = author_id ? tables.users.get(author_id) : undefined
  return listed ?? (only ? [only] : [])
}

export function authorOf(user: GhostUser): ImportedAuthor {
  const src = pictureIn(user.profile_image || user.image)
  return {
    key: user.slug || user.id,
    name: plainText(user.name) || user.slug,
    slug: user.slug,
    bio: plainText(user.bio) || null,
    portrait: src ? { src, alt: null, caption: null, credit: null } : null,
    formerAddresses: user.slug ? [`/author/${user.slug}/`] : [],
  }
}

function pictureOf(
  post: GhostPost,
  meta: GhostMeta | undefined,
  notes: string[],
): ImportedPicture | null {
  const written = post.feature_image || post.image
  if (written === '') return null
  const src = pictureIn(written)
  if (!src) {
    notes.push(`its featured picture has no address to be fetched from: ${quoted(written)}`)
    return null
  }
  const alt = plainText(meta?.feature_image_alt ?? '') || null
  if (!alt) notes.push('its featured picture has no alternative text')
  const words = plainText(meta?.feature_image_caption ?? '')
  return {
    src,
    alt,
    caption: isCredit(words) ? null : words || null,
    credit: isCredit(words) ? words : null,
  }
}

/** Ghost's dates are in UTC, with or without saying so; older exports count milliseconds. */
function dateOf(value: string | number | null | undefined, notes: string[]): Date | null {
  if (value === null || value === undefined || value === '') return null
  const bare = typeof value === 'string' ? value.trim().replace(' ', 'T') : value
  const zoned = typeof bare === 'string' && !/(Z|[+-]\d\d:?\d\d)$/i.test(bare) ? `${bare}Z` : bare
  const at = new Date(zoned)
  if (!Number.isNaN(at.getTime()) && isSensible(at)) return at
  notes.push(`“${quoted(String(value)).slice(0, 40)}” is no date`)
  return null
}
