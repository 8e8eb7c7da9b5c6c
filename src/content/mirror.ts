/**
 * The build's copy of the published content, kept between builds: metadata in one file, with what
 * changed lately beside it, so that saving follows the change; bodies each in its own, so that the
 * memory of a build does not grow with them. It holds nothing that is not published.
 */
import { hash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { PublishedArticle } from '../domain/article.ts'
import type { Event } from '../domain/event.ts'
import type { Author, Front, Page, PublicationCollection } from '../domain/publication.ts'
import type { Redirect } from '../domain/redirect.ts'

/** What identifies one state of one document; pages are rendered again when it changes. */
type Keyed<Fields> = Fields & { readonly slug: string; readonly digest: string }

export type MirroredArticle = Keyed<
  Omit<PublishedArticle, 'body' | 'updatedAt'> & {
    readonly words: number
    /** Names the rendered body by what is in it: another text lies in another file. */
    readonly bodyFile: string
  }
>
export type MirroredAuthor = Keyed<Omit<Author, 'body' | 'updatedAt'> & { readonly html: string }>
export type MirroredEvent = Keyed<Omit<Event, 'body' | 'updatedAt'> & { readonly html: string }>
export type MirroredPage = Keyed<Omit<Page, 'body' | 'updatedAt'> & { readonly html: string }>
export type MirroredFront = Keyed<Omit<Front, 'updatedAt'>>
/** One that has not ended. Its slug is the document's key. */
export type MirroredRedirect = Keyed<Omit<Redirect, 'to' | 'updatedAt'> & { readonly to: string }>

export type Mirror = {
  /** Identifies the code that made it, with the packages that it uses: other code makes a new one. */
  readonly pipeline: string
  /** The Firebase project that it is a copy of. */
  readonly project: string
  /** The database's clock at the last read; null before the first. */
  syncedAt: Date | null
  readonly articles: Map<string, MirroredArticle>
  readonly authors: Map<string, MirroredAuthor>
  readonly events: Map<string, MirroredEvent>
  readonly pages: Map<string, MirroredPage>
  readonly front: Map<string, MirroredFront>
  readonly redirects: Map<string, MirroredRedirect>
}

/** The two parts of a body as HTML. */
export type StoredBody = { readonly leadIn: string; readonly rest: string }

export function digestOf(...values: unknown[]): string {
  return hash('sha256', JSON.stringify(values)).slice(0, 24)
}

export function emptyMirror(pipeline: string, project: string): Mirror {
  return {
    pipeline,
    project,
    syncedAt: null,
    articles: new Map(),
    authors: new Map(),
    events: new Map(),
    pages: new Map(),
    front: new Map(),
    redirects: new Map(),
  }
}

const mirrorFile = (state: string) => join(state, 'mirror')
const recentFile = (state: string) => join(state, 'mirror.recent')
const bodiesFolder = (state: string) => join(state, 'bodies')

/** Where a record lies in the mirror. */
export type MirrorPlace = readonly [collection: PublicationCollection, slug: string]

/** What is new or other since the mirror was saved whole. */
type Recent = {
  readonly syncedAt: Date | null
  readonly records: readonly (readonly [...MirrorPlace, record: unknown])[]
}

/** With more than these, saving the mirror whole is worth its while. */
const mostRecent = 500

function loadRecent(state: string): Recent | null {
  return existsSync(recentFile(state)) ? deserialize(readFileSync(recentFile(state))) : null
}

/** The mirror as last saved, or null where there is none that this version of Node can read. */
export function loadMirror(state: string): Mirror | null {
  try {
    const mirror: Mirror = deserialize(readFileSync(mirrorFile(state)))
    const recent = loadRecent(state)
    if (!recent) return mirror
    for (const [collection, slug, record] of recent.records) {
      mirror[collection].set(slug, record as never)
    }
    return { ...mirror, syncedAt: recent.syncedAt }
  } catch {
    return null
  }
}

// The compiled templates have a copy of this module, and one process in common with the sync.
const shared = globalThis as {
  savedMirror?: { readonly state: string; readonly mirror: Mirror }
}

/** The mirror for whoever only looks at it: what this process has just saved is not read again. */
export function savedMirror(state: string): Mirror | null {
  return shared.savedMirror?.state === state ? shared.savedMirror.mirror : loadMirror(state)
}

/** A file appears whole or not at all, whatever happens meanwhile. */
export function writeWhole(path: string, content: string | Uint8Array) {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}.draft`
  writeFileSync(draft, content)
  renameSync(draft, path)
}

/** Saves what is recent alone, and answers whether that was enough. */
function saveRecent(state: string, mirror: Mirror, changed: readonly MirrorPlace[]): boolean {
  const earlier = loadRecent(state)?.records ?? []
  const places = new Map<string, MirrorPlace>(
    [...earlier, ...changed].map(([collection, slug]) => [
      `${collection}/${slug}`,
      [collection, slug],
    ]),
  )
  const records = [...places.values()].map(
    ([collection, slug]) => [collection, slug, mirror[collection].get(slug)] as const,
  )
  // What is gone has to be gone from the whole.
  if (records.length > mostRecent || records.some(([, , record]) => !record)) return false
  writeWhole(recentFile(state), serialize({ syncedAt: mirror.syncedAt, records } satisfies Recent))
  return true
}

/**
 * Saves the mirror, then removes the bodies that it no longer names. `changed` says where it differs
 * from what was loaded; null where it was not loaded, or in more than can be said.
 */
export function saveMirror(state: string, mirror: Mirror, changed: readonly MirrorPlace[] | null) {
  if (!changed || !saveRecent(state, mirror, changed)) {
    // In this order: stopped in between, the older whole is read, and synced from its own time on.
    rmSync(recentFile(state), { force: true })
    writeWhole(mirrorFile(state), serialize(mirror))
  }
  shared.savedMirror = { state, mirror }
  if (!existsSync(bodiesFolder(state))) return
  for (const file of readdirSync(bodiesFolder(state))) {
    const slug = file.slice(0, file.indexOf('.'))
    const isNamed = mirror.articles.get(slug)?.bodyFile === file
    if (!isNamed) unlinkSync(join(bodiesFolder(state), file))
  }
}

export function readBody(state: string, { bodyFile }: Pick<MirroredArticle, 'bodyFile'>) {
  return JSON.parse(readFileSync(join(bodiesFolder(state), bodyFile), 'utf8')) as StoredBody
}

/**
 * Keeps a rendered body under a name made of the slug and `identity`, a hash of what it was made
 * from, and answers the name. Disturbs nothing that a saved mirror names: the same identity renders
 * to the same body, and a file with another one is damaged.
 */
export function keepBody(state: string, slug: string, identity: string, body: StoredBody): string {
  const file = `${slug}.${identity}.json`
  const path = join(bodiesFolder(state), file)
  const content = JSON.stringify(body)
  if (!existsSync(path) || readFileSync(path, 'utf8') !== content) writeWhole(path, content)
  return file
}
