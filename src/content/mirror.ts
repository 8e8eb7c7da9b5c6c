/**
 * The build's copy of the published content, kept between builds: metadata in one file, bodies
 * each in its own, so that the memory of a build does not grow with them. It holds nothing that is
 * not published.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { PublishedArticle } from '../domain/article.ts'
import type { Event } from '../domain/event.ts'
import type { Author, Front, Page } from '../domain/publication.ts'

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

export type Mirror = {
  /** Hash of the code that made it: other code makes a new one. */
  readonly pipeline: string
  /** The database's clock at the last read; null before the first. */
  syncedAt: Date | null
  readonly articles: Map<string, MirroredArticle>
  readonly authors: Map<string, MirroredAuthor>
  readonly events: Map<string, MirroredEvent>
  readonly pages: Map<string, MirroredPage>
  readonly front: Map<string, MirroredFront>
}

/** The two parts of a body as HTML. */
export type StoredBody = { readonly leadIn: string; readonly rest: string }

export function digestOf(...values: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 24)
}

export function emptyMirror(pipeline: string): Mirror {
  return {
    pipeline,
    syncedAt: null,
    articles: new Map(),
    authors: new Map(),
    events: new Map(),
    pages: new Map(),
    front: new Map(),
  }
}

const mirrorFile = (state: string) => join(state, 'mirror')
const bodiesFolder = (state: string) => join(state, 'bodies')

/** The mirror as last saved, or null where there is none that this version of Node can read. */
export function loadMirror(state: string): Mirror | null {
  try {
    return deserialize(readFileSync(mirrorFile(state)))
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

/** Saves the mirror, then removes the bodies that it no longer names. */
export function saveMirror(state: string, mirror: Mirror) {
  writeWhole(mirrorFile(state), serialize(mirror))
  shared.savedMirror = { state, mirror }
  const named = new Set([...mirror.articles.values()].map((article) => article.bodyFile))
  if (!existsSync(bodiesFolder(state))) return
  for (const file of readdirSync(bodiesFolder(state))) {
    if (!named.has(file)) unlinkSync(join(bodiesFolder(state), file))
  }
}

export function readBody(state: string, { bodyFile }: Pick<MirroredArticle, 'bodyFile'>) {
  return JSON.parse(readFileSync(join(bodiesFolder(state), bodyFile), 'utf8')) as StoredBody
}

/**
 * Keeps a rendered body under a name made of the slug and `identity`, a hash of what it was made
 * from, and answers the name. Disturbs nothing that a saved mirror names.
 */
export function keepBody(state: string, slug: string, identity: string, body: StoredBody): string {
  const file = `${slug}.${identity}.json`
  const path = join(bodiesFolder(state), file)
  if (!existsSync(path)) writeWhole(path, JSON.stringify(body))
  return file
}
