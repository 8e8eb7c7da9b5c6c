/**
 * Brings the mirror up to date with Firestore. Reads only what changed since the last time (or reads
 * and renders everything, see CONTENT_SYNC), validates it all before the mirror takes anything, and says
 * everything that is wrong at once: after a failure the mirror is what it was. Bodies are put aside
 * as they are read, so that an archive of any size is read in the same memory.
 */
import { hash } from 'node:crypto'
import { isPublished } from '../domain/article.ts'
import { type PublicationCollection, publicationSchemas } from '../domain/publication.ts'
import type { Redirect } from '../domain/redirect.ts'
import { reservedSlugs, slugSchema } from '../domain/slug.ts'
import { printBodyProblem } from './body-problem.ts'
import type { BuildEnvironment } from './environment.ts'
import { bodyProblems, renderBody, renderPublicText } from './markdown.ts'
import {
  digestOf,
  emptyMirror,
  keepBody,
  loadMirror,
  type Mirror,
  type MirrorPlace,
  saveMirror,
} from './mirror.ts'
import { moduleId } from './module-id.ts'
import type { ContentSource, SourceDocument } from './source.ts'

const collections = Object.keys(publicationSchemas) as PublicationCollection[]

/** What the addresses of documents begin with that can be renamed. */
const folders = { articles: '/', pages: '/', events: '/events/' } as const

/** Where bodies go, the mirror as it will be, and what is wrong with the documents. */
type Sync = {
  readonly state: string
  readonly mirror: Mirror
  readonly problems: string[]
  /** When the documents and redirects read this time were written, by their addresses. */
  readonly writtenAt: {
    readonly pages: Map<string, number>
    readonly redirects: Map<string, number>
  }
}

export type SyncReport = { readonly documentsRead: number; readonly changed: number }

/**
 * Takes one document into the mirror, or out of it where it is no longer published. Returns whether
 * anything changed.
 */
function apply(
  { state, mirror, problems, writtenAt }: Sync,
  collection: PublicationCollection,
  { id, fields }: SourceDocument,
): boolean {
  const report = (field: string, reason: string) => {
    problems.push(`${collection}/${id}: ${field}: ${reason}`)
    return false
  }
  const slug = slugSchema.safeParse(id)
  if (!slug.success) return report('(key)', slug.error.issues[0]!.message)
  const isAddress = collection === 'articles' || collection === 'pages'
  if (isAddress && reservedSlugs.has(id)) return report('(key)', 'is an address of the site itself')
  const parsed = publicationSchemas[collection].safeParse(fields)
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      report(issue.path.join('.') || '(document)', issue.message)
    }
    return false
  }
  const { updatedAt, ...content } = parsed.data
  if (collection in folders) {
    const address = folders[collection as keyof typeof folders] + id
    writtenAt.pages.set(address, updatedAt.getTime())
  }
  // Another pipeline renders the same content otherwise, so what it makes has another identity.
  const digest = digestOf(mirror.pipeline, content)
  if (collection === 'redirects') {
    const { from, to } = parsed.data as Redirect
    const key = hash('sha256', from).slice(0, 32)
    // Under two keys, an address could be ended and go on.
    if (id !== key) return report('from', `belongs under the key ${key}`)
    if (to === null) return mirror.redirects.delete(id)
    writtenAt.redirects.set(from, updatedAt.getTime())
    const isNew = mirror.redirects.get(id)?.digest !== digest
    mirror.redirects.set(id, { from, to, slug: id, digest })
    return isNew
  }
  if (mirror[collection].get(id)?.digest === digest) return false

  if (collection !== 'articles') {
    const { body, ...rest } = content as { body?: string }
    const html = body === undefined ? {} : { html: renderPublicText(body) }
    // The schema just parsed is the one that the map's type comes from.
    mirror[collection].set(id, { ...rest, ...html, slug: id, digest } as never)
    return true
  }
  const article = parsed.data as ReturnType<typeof publicationSchemas.articles.parse>
  const rendered = renderBody(article.body)
  for (const problem of bodyProblems(article, rendered)) report('body', printBodyProblem(problem))
  if (!isPublished(article)) return mirror.articles.delete(id)
  const { body, updatedAt: _, ...metadata } = article
  const { leadIn, rest, words } = rendered
  const bodyFile = keepBody(state, id, digestOf(mirror.pipeline, body), { leadIn, rest })
  mirror.articles.set(id, { ...metadata, slug: id, digest, words, bodyFile })
  return true
}

/**
 * Takes away what stood at an address before it was redirected: a rename removes the document, and a
 * read of what has changed does not see that. What was written there later has the address again, and
 * was read this time as well.
 */
function removeMoved({ mirror, writtenAt }: Sync): MirrorPlace[] {
  const removed: MirrorPlace[] = []
  for (const [from, movedAt] of writtenAt.redirects) {
    if ((writtenAt.pages.get(from) ?? 0) >= movedAt) continue
    for (const collection of ['articles', 'pages', 'events'] as const) {
      const folder = folders[collection]
      const slug = from.slice(folder.length)
      const isThere = from.startsWith(folder) && mirror[collection].delete(slug)
      if (isThere) removed.push([collection, slug])
    }
  }
  return removed
}

function reportMissingAuthors(mirror: Mirror, problems: string[]) {
  for (const article of mirror.articles.values()) {
    for (const author of article.authors) {
      if (!mirror.authors.has(author)) {
        problems.push(`articles/${article.slug}: authors: there is no author "${author}"`)
      }
    }
  }
}

function reportSharedAddresses(mirror: Mirror, problems: string[]) {
  for (const slug of mirror.pages.keys()) {
    if (mirror.articles.has(slug)) {
      problems.push(`pages/${slug}: (key): articles/${slug} has the same address`)
    }
  }
}

/** The digest of each record, by collection and slug. */
function digestsIn(mirror: Mirror | null): ReadonlyMap<string, string> {
  const digests = new Map<string, string>()
  if (!mirror) return digests
  for (const collection of collections) {
    for (const { slug, digest } of mirror[collection].values()) {
      digests.set(`${collection}/${slug}`, digest)
    }
  }
  return digests
}

function countChanges(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const newOrChanged = [...after].filter(([place, digest]) => before.get(place) !== digest)
  const removed = [...before.keys()].filter((place) => !after.has(place))
  return newOrChanged.length + removed.length
}

/**
 * Answers what it did, and the mirror as it is now. Throws one error that names every document that
 * is not as it should be, with field and reason.
 */
export async function syncMirror(
  environment: BuildEnvironment,
  source: ContentSource,
): Promise<{ readonly mirror: Mirror; readonly report: SyncReport }> {
  const { BUILD_STATE: state, FIREBASE_PROJECT_ID: project } = environment
  const pipeline = moduleId(new URL(import.meta.url))
  const kept = loadMirror(state)
  const usable = kept?.pipeline === pipeline && kept.project === project ? kept : null
  const since = environment.CONTENT_SYNC === 'full' ? null : (usable?.syncedAt ?? null)
  const digestsBefore = digestsIn(usable)
  // Whoever reads everything makes everything again, and leaves nothing that is not there any more.
  const mirror = since && usable ? usable : emptyMirror(pipeline, project)
  const writtenAt = { pages: new Map<string, number>(), redirects: new Map<string, number>() }
  const sync: Sync = { state, mirror, problems: [], writtenAt }
  const readTimes: number[] = []
  const changed: MirrorPlace[] = []
  let documentsRead = 0
  for (const collection of collections) {
    for await (const { documents, readAt } of source(collection, since)) {
      readTimes.push(readAt.getTime())
      documentsRead += documents.length
      for (const document of documents) {
        if (apply(sync, collection, document)) changed.push([collection, document.id])
      }
    }
  }
  // A full read has seen what stands where.
  if (since) changed.push(...removeMoved(sync))
  reportMissingAuthors(mirror, sync.problems)
  reportSharedAddresses(mirror, sync.problems)
  if (sync.problems.length > 0) {
    throw new Error(
      `Nothing was built: ${sync.problems.length} problem(s) in the content.\n  ` +
        sync.problems.join('\n  '),
    )
  }
  mirror.syncedAt = new Date(Math.min(...readTimes))
  saveMirror(state, mirror, since && changed)
  const count = since ? changed.length : countChanges(digestsBefore, digestsIn(mirror))
  return { mirror, report: { documentsRead, changed: count } }
}
