/**
 * The build's copy of the published content, stored between builds; it contains nothing unpublished.
 * Recent changes are in a file of their own, so that saving is cheap. Bodies are apart, which saves memory, and
 * many in a file, because creating thousands of small files is slow.
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

/** Where a body is in the folder of bodies, in bytes. The lead-in comes first. */
export type BodyPlace = {
  readonly file: string
  readonly offset: number
  readonly leadInLength: number
  readonly restLength: number
}

/** The digest identifies one state of a document; pages are rendered again when it changes. */
type WithDigest<Fields> = Fields & { readonly slug: string; readonly digest: string }

export type MirroredArticle = WithDigest<
  Omit<PublishedArticle, 'body' | 'updatedAt'> & {
    readonly words: number
    /** Identifies the content of the body. */
    readonly bodyId: string
    readonly bodyPlace: BodyPlace
  }
>
export type MirroredAuthor = WithDigest<
  Omit<Author, 'body' | 'updatedAt'> & { readonly html: string }
>
export type MirroredEvent = WithDigest<
  Omit<Event, 'body' | 'updatedAt'> & { readonly html: string }
>
export type MirroredIssue = WithDigest<
  Omit<Issue, 'body' | 'updatedAt'> & {
    /** HTML that everyone can read. */
    readonly html: string
    /** The rest, for subscribers; may be empty. */
    readonly closedHtml: string
  }
>
type MirroredPage = WithDigest<Omit<Page, 'body' | 'updatedAt'> & { readonly html: string }>
type MirroredFront = WithDigest<Omit<Front, 'updatedAt'>>
/** Only redirects that haven't ended. The slug is the document's key. */
export type MirroredRedirect = WithDigest<
  Omit<Redirect, 'to' | 'updatedAt'> & { readonly to: string }
>

export type Mirror = {
  /** Identifies the code and packages that made it; other code makes a new mirror. */
  readonly pipeline: string
  readonly project: string
  /** Firestore's time of the last read; null before the first. */
  syncedAt: Date | null
  readonly articles: Map<string, MirroredArticle>
  readonly authors: Map<string, MirroredAuthor>
  readonly events: Map<string, MirroredEvent>
  readonly issues: Map<string, MirroredIssue>
  readonly pages: Map<string, MirroredPage>
  readonly front: Map<string, MirroredFront>
  readonly redirects: Map<string, MirroredRedirect>
}

export type StoredBody = { readonly leadIn: string; readonly rest: string }

export function computeDigest(...values: unknown[]): string {
  return hash('sha256', JSON.stringify(values)).slice(0, 24)
}

export const mirrorPaths = {
  whole: (state: string) => join(state, 'mirror'),
  recentChanges: (state: string) => join(state, 'mirror.recent'),
  bodies: (state: string) => join(state, 'bodies'),
} as const

export type MirrorKey = readonly [collection: PublicationCollection, slug: string]

/** Changes since the whole mirror was saved. */
export type RecentChanges = {
  readonly syncedAt: Date | null
  readonly records: readonly (readonly [...MirrorKey, record: unknown])[]
}

export function loadRecentChanges(state: string): RecentChanges | null {
  return existsSync(mirrorPaths.recentChanges(state))
    ? deserialize(readFileSync(mirrorPaths.recentChanges(state)))
    : null
}

/** Null if this version of Node can't read it. */
export function loadMirror(state: string): Mirror | null {
  try {
    const mirror: Mirror = deserialize(readFileSync(mirrorPaths.whole(state)))
    const recentChanges = loadRecentChanges(state)
    if (!recentChanges) return mirror
    for (const [collection, slug, record] of recentChanges.records) {
      mirror[collection].set(slug, record as never)
    }
    return { ...mirror, syncedAt: recentChanges.syncedAt }
  } catch {
    return null
  }
}

// Global, because the compiled templates have their own copy of this module in the same process.
const processState = globalThis as {
  lastSavedMirror?: { readonly state: string; readonly mirror: Mirror }
}

export function rememberSavedMirror(state: string, mirror: Mirror) {
  processState.lastSavedMirror = { state, mirror }
}

/** For reading only: a mirror that this process has saved isn't loaded again. */
export function lastSavedMirror(state: string): Mirror | null {
  return processState.lastSavedMirror?.state === state
    ? processState.lastSavedMirror.mirror
    : loadMirror(state)
}

type StoredArticle = Pick<MirroredArticle, 'bodyPlace'>

export function readBody(state: string, { bodyPlace }: StoredArticle): StoredBody {
  const { file, offset, leadInLength, restLength } = bodyPlace
  const path = join(mirrorPaths.bodies(state), file)
  const bytes = Buffer.allocUnsafe(leadInLength + restLength)
  const opened = openSync(path, 'r')
  try {
    const read = readSync(opened, bytes, 0, bytes.length, offset)
    // A body that was erased begins with a zero (scripts/build/write-bodies.ts).
    if (read < bytes.length || bytes[0] === 0)
      throw new Error(`A body is missing from ${path}. Run a full build.`)
  } finally {
    closeSync(opened)
  }
  return {
    leadIn: bytes.toString('utf8', 0, leadInLength),
    rest: bytes.toString('utf8', leadInLength),
  }
}
