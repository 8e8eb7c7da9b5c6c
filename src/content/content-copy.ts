/**
 * The build's copy of the published content, stored between builds. It contains nothing unpublished. Recent changes
 * have a separate file, so that saving is quick. Bodies are separate to save memory, with many in each file, because
 * creating thousands of small files is slow.
 */
import { hash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import type { PublishedArticle } from '../domain/article.ts'
import type { Event } from '../domain/event.ts'
import type { Issue } from '../domain/issue/issue.ts'
import type { Author, Front, Page, PublicationCollection } from '../domain/publication.ts'
import type { Redirect } from '../domain/redirect.ts'
import type { DescribedTag } from '../domain/tag.ts'

/** A body's position in the folder of bodies, in bytes. The free preview comes first. */
export type BodyPlace = {
  readonly file: string
  readonly offset: number
  readonly freePreviewLength: number
  readonly restLength: number
}

/** The digest identifies a document's state. When it changes, pages are rendered again. */
type WithDigest<Fields> = Fields & { readonly slug: string; readonly digest: string }

export type ArticleCopy = WithDigest<
  Omit<PublishedArticle, 'body' | 'updatedAt'> & {
    readonly words: number
    /** Paths of the site that the text links to. */
    readonly links: readonly string[]
    /** Identifies the body's content. */
    readonly bodyId: string
    readonly bodyPlace: BodyPlace
  }
>
export type AuthorCopy = WithDigest<Omit<Author, 'body' | 'updatedAt'> & { readonly html: string }>
type TagCopy = WithDigest<DescribedTag & { readonly order: number }>
export type EventCopy = WithDigest<Omit<Event, 'body' | 'updatedAt'> & { readonly html: string }>
export type IssueCopy = WithDigest<
  Omit<Issue, 'body' | 'updatedAt'> & {
    /** HTML for everyone. */
    readonly html: string
    /** HTML of the rest, for subscribers; may be empty. */
    readonly closedHtml: string
  }
>
type PageCopy = WithDigest<Omit<Page, 'body' | 'updatedAt'> & { readonly html: string }>
type FrontCopy = WithDigest<Omit<Front, 'updatedAt'>>
/** A redirect that hasn't expired. Its slug is the document's key. */
export type RedirectCopy = WithDigest<Omit<Redirect, 'to' | 'updatedAt'> & { readonly to: string }>

export type ContentCopy = {
  /** Identifies the code and packages that created the copy. Different code creates a new copy. */
  readonly pipeline: string
  readonly project: string
  /** The time of the last read, by Firestore's clock; null before the first. */
  syncedAt: Date | null
  readonly articles: Map<string, ArticleCopy>
  readonly authors: Map<string, AuthorCopy>
  readonly tags: Map<string, TagCopy>
  readonly events: Map<string, EventCopy>
  readonly issues: Map<string, IssueCopy>
  readonly pages: Map<string, PageCopy>
  readonly front: Map<string, FrontCopy>
  readonly redirects: Map<string, RedirectCopy>
  /** The reasons why documents are left out, by path. */
  readonly leftOut: Map<string, readonly string[]>
}

/** Lists tags in the footer's order. */
export const listTags = ({ tags }: ContentCopy): DescribedTag[] =>
  [...tags.values()]
    .sort((one, other) => one.order - other.order || (one.slug < other.slug ? -1 : 1))
    .map(({ slug, name, description }) => ({ slug, name, description }))

export type StoredBody = { readonly freePreview: string; readonly rest: string }

export function computeDigest(...values: unknown[]): string {
  return hash('sha256', JSON.stringify(values)).slice(0, 24)
}

export const contentCopyPaths = {
  whole: (state: string) => join(state, 'content-copy'),
  recentChanges: (state: string) => join(state, 'content-copy.recent'),
  bodies: (state: string) => join(state, 'bodies'),
} as const

export type ContentKey = readonly [collection: PublicationCollection, slug: string]

/** Changes since the whole content copy was saved. */
export type RecentChanges = {
  readonly syncedAt: Date | null
  readonly records: readonly (readonly [...ContentKey, record: unknown])[]
  readonly leftOut: ContentCopy['leftOut']
}

export function loadRecentChanges(state: string): RecentChanges | null {
  return existsSync(contentCopyPaths.recentChanges(state))
    ? deserialize(readFileSync(contentCopyPaths.recentChanges(state)))
    : null
}

/** Returns null if this version of Node can't read the copy. */
export function loadContentCopy(state: string): ContentCopy | null {
  try {
    const contentCopy: ContentCopy = deserialize(readFileSync(contentCopyPaths.whole(state)))
    const recentChanges = loadRecentChanges(state)
    if (!recentChanges) return contentCopy
    for (const [collection, slug, record] of recentChanges.records) {
      contentCopy[collection].set(slug, record as never)
    }
    const { syncedAt, leftOut } = recentChanges
    return { ...contentCopy, syncedAt, leftOut }
  } catch {
    return null
  }
}

// Global, because the compiled templates have their own copy of this module in the same process.
const processState = globalThis as {
  lastSavedContentCopy?: { readonly state: string; readonly contentCopy: ContentCopy }
}

export function rememberSavedContentCopy(state: string, contentCopy: ContentCopy) {
  processState.lastSavedContentCopy = { state, contentCopy }
}

/** Returns a content copy, for reading only. A copy that this process has saved isn't loaded again. */
export function lastSavedContentCopy(state: string): ContentCopy | null {
  return processState.lastSavedContentCopy?.state === state
    ? processState.lastSavedContentCopy.contentCopy
    : loadContentCopy(state)
}

type StoredArticle = Pick<ArticleCopy, 'bodyPlace'>

export function readBody(state: string, { bodyPlace }: StoredArticle): StoredBody {
  const { file, offset, freePreviewLength, restLength } = bodyPlace
  const path = join(contentCopyPaths.bodies(state), file)
  const bytes = Buffer.allocUnsafe(freePreviewLength + restLength)
  const opened = openSync(path, 'r')
  try {
    const read = readSync(opened, bytes, 0, bytes.length, offset)
    // A deleted body begins with a zero byte (scripts/build/write-bodies.ts).
    if (read < bytes.length || bytes[0] === 0)
      throw new Error(`A body is missing from ${path}. Run “npm run build -- --full”.`)
  } finally {
    closeSync(opened)
  }
  return {
    freePreview: bytes.toString('utf8', 0, freePreviewLength),
    rest: bytes.toString('utf8', freePreviewLength),
  }
}
