/**
 * Updates the content copy from Firestore. Reads what changed since the last sync (or everything, see CONTENT_SYNC).
 * A document that can't be parsed is left out, and reported until it is fixed (content-problems.ts).
 * Bodies are written as they are read, so that memory use doesn't depend on the archive.
 */
import { hash } from 'node:crypto'
import { formatBodyProblem } from '../../src/content/body-problem.ts'
import type { BuildEnvironment } from '../../src/content/build-environment.ts'
import {
  type BodyPlace,
  type ContentCopy,
  type ContentKey,
  computeDigest,
  loadContentCopy,
} from '../../src/content/content-copy.ts'
import {
  checkBody,
  checkIssueBody,
  renderBody,
  renderIssueBody,
  renderPublicText,
} from '../../src/content/markdown.ts'
import { isPublished } from '../../src/domain/article.ts'
import type { Issue } from '../../src/domain/issue/issue.ts'
import {
  findKeyProblem,
  type PublicationCollection,
  publicationSchemas,
} from '../../src/domain/publication.ts'
import type { Redirect } from '../../src/domain/redirect.ts'
import type { ContentSource, SourceDocument } from './content-source.ts'
import { listSiteLinks } from './dead-links.ts'
import { computeModuleId } from './module-id.ts'
import { type BodyWriter, createBodyWriter, eraseBodies } from './write-bodies.ts'
import { createContentCopy, saveContentCopy } from './write-content-copy.ts'

const collections = Object.keys(publicationSchemas) as PublicationCollection[]

/** Prefixes of the addresses of documents that can be renamed. */
const pathPrefixes = { articles: '/', pages: '/', events: '/events/' } as const

type Sync = {
  readonly bodies: BodyWriter
  /** Bodies of withdrawn and changed articles. */
  readonly unusedBodies: BodyPlace[]
  readonly contentCopy: ContentCopy
  /** Write times of the documents and redirects just read, by address. */
  readonly writtenAt: {
    readonly pages: Map<string, number>
    readonly redirects: Map<string, number>
  }
}

export type SyncReport = { readonly documentsRead: number; readonly changed: number }

/** Adds a document, or removes one that is unpublished or can't be parsed. Returns whether anything changed. */
function applyDocument(
  sync: Sync,
  collection: PublicationCollection,
  { id, fields }: SourceDocument,
): boolean {
  const { bodies, contentCopy, writtenAt } = sync
  const path = `${collection}/${id}`
  contentCopy.leftOut.delete(path)
  const remove = () =>
    collection === 'articles' ? removeArticle(sync, id) : contentCopy[collection].delete(id)
  const leaveOut = (...problems: readonly string[]) => {
    // Drafts aren't expected on the site, so their problems aren't reported.
    if ((fields.status ?? 'published') === 'published') contentCopy.leftOut.set(path, problems)
    return remove()
  }
  const keyProblem = findKeyProblem(collection, id)
  if (keyProblem !== null) return leaveOut(`(key): ${keyProblem}`)
  const parsed = publicationSchemas[collection].safeParse(fields)
  if (!parsed.success) {
    return leaveOut(
      ...parsed.error.issues.map(
        (issue) => `${issue.path.join('.') || '(document)'}: ${issue.message}`,
      ),
    )
  }
  const { updatedAt, ...content } = parsed.data
  if (collection in pathPrefixes) {
    const address = pathPrefixes[collection as keyof typeof pathPrefixes] + id
    writtenAt.pages.set(address, updatedAt.getTime())
  }
  // Includes the pipeline, because another one renders the same content differently, and the id, which links contain.
  const digest = computeDigest(contentCopy.pipeline, id, content)
  if (collection === 'redirects') {
    const { from, to } = parsed.data as Redirect
    const key = hash('sha256', from).slice(0, 32)
    // If there were two keys, ending one redirect would leave the other.
    if (id !== key) return leaveOut(`from: must have the key ${key}`)
    if (to === null) return contentCopy.redirects.delete(id)
    writtenAt.redirects.set(from, updatedAt.getTime())
    const isNew = contentCopy.redirects.get(id)?.digest !== digest
    contentCopy.redirects.set(id, { from, to, slug: id, digest })
    return isNew
  }
  if (contentCopy[collection].get(id)?.digest === digest) return false

  if (collection === 'issues') {
    const { body, updatedAt: _, ...issue } = parsed.data as Issue
    const rendered = renderIssueBody(body)
    const problems = checkIssueBody(rendered)
    if (problems.length > 0) return leaveOut(...problems.map(describeBody))
    const { freePreview: html, rest: closedHtml } = rendered
    contentCopy.issues.set(id, { ...issue, html, closedHtml, slug: id, digest })
    return true
  }
  if (collection !== 'articles') {
    const { body, ...rest } = content as { body?: string }
    const html = body === undefined ? {} : { html: renderPublicText(body) }
    // The schema that has just parsed the document is the one that the map's type is derived from.
    contentCopy[collection].set(id, { ...rest, ...html, slug: id, digest } as never)
    return true
  }
  const article = parsed.data as ReturnType<typeof publicationSchemas.articles.parse>
  if (!isPublished(article)) return remove()
  const { language } = article
  const rendered = renderBody(article.body, { language })
  const problems = checkBody(article, rendered)
  if (problems.length > 0) return leaveOut(...problems.map(describeBody))
  const { body, updatedAt: _, ...metadata } = article
  const { freePreview, rest, words } = rendered
  const bodyId = computeDigest(contentCopy.pipeline, language, body)
  const before = contentCopy.articles.get(id)
  const isSameBody = before?.bodyId === bodyId
  if (before && !isSameBody) sync.unusedBodies.push(before.bodyPlace)
  const bodyPlace = isSameBody ? before.bodyPlace : bodies.add({ freePreview, rest })
  const links = listSiteLinks(freePreview + rest)
  contentCopy.articles.set(id, { ...metadata, slug: id, digest, words, links, bodyId, bodyPlace })
  return true
}

const describeBody = (problem: Parameters<typeof formatBodyProblem>[0]) =>
  `body: ${formatBodyProblem(problem)}`

/** Returns whether the article existed. */
function removeArticle({ contentCopy, unusedBodies }: Sync, slug: string): boolean {
  const article = contentCopy.articles.get(slug)
  if (article) unusedBodies.push(article.bodyPlace)
  return contentCopy.articles.delete(slug)
}

/**
 * Removes the documents at redirected addresses: a rename deletes the document, which an incremental read misses. A
 * document written there later has been read too, and stays.
 */
function removeRedirected(sync: Sync): ContentKey[] {
  const { contentCopy, writtenAt } = sync
  const removed: ContentKey[] = []
  for (const [from, redirectedAt] of writtenAt.redirects) {
    if ((writtenAt.pages.get(from) ?? 0) >= redirectedAt) continue
    for (const collection of ['articles', 'pages', 'events'] as const) {
      const folder = pathPrefixes[collection]
      const slug = from.slice(folder.length)
      const remove = () =>
        collection === 'articles' ? removeArticle(sync, slug) : contentCopy[collection].delete(slug)
      if (from.startsWith(folder)) contentCopy.leftOut.delete(`${collection}/${slug}`)
      const wasRemoved = from.startsWith(folder) && remove()
      if (wasRemoved) removed.push([collection, slug])
    }
  }
  return removed
}

function collectDigests(contentCopy: ContentCopy | null): ReadonlyMap<string, string> {
  const digests = new Map<string, string>()
  if (!contentCopy) return digests
  for (const collection of collections) {
    for (const { slug, digest } of contentCopy[collection].values()) {
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

/** Throws if the database can't be read. */
export async function syncContent(
  environment: BuildEnvironment,
  source: ContentSource,
): Promise<{ readonly contentCopy: ContentCopy; readonly report: SyncReport }> {
  const { BUILD_STATE: state, FIREBASE_PROJECT_ID: project } = environment
  const pipeline = computeModuleId(new URL(import.meta.url))
  const stored = loadContentCopy(state)
  const current = stored?.pipeline === pipeline && stored.project === project ? stored : null
  const since = environment.CONTENT_SYNC === 'full' ? null : (current?.syncedAt ?? null)
  const digestsBefore = collectDigests(current)
  const contentCopy = since && current ? current : createContentCopy(pipeline, project)
  const writtenAt = { pages: new Map<string, number>(), redirects: new Map<string, number>() }
  const bodies = createBodyWriter(state)
  const sync: Sync = { bodies, unusedBodies: [], contentCopy, writtenAt }
  const readTimes: number[] = []
  const changed: ContentKey[] = []
  let documentsRead = 0
  for (const collection of collections) {
    for await (const { documents, readAt } of source(collection, since)) {
      readTimes.push(readAt.getTime())
      documentsRead += documents.length
      for (const document of documents) {
        if (applyDocument(sync, collection, document)) changed.push([collection, document.id])
      }
    }
  }
  // A full read finds deletions by itself.
  if (since) changed.push(...removeRedirected(sync))
  bodies.flush()
  contentCopy.syncedAt = new Date(Math.min(...readTimes))
  saveContentCopy(state, contentCopy, since && changed)
  eraseBodies(state, sync.unusedBodies)
  const count = since ? changed.length : countChanges(digestsBefore, collectDigests(contentCopy))
  return { contentCopy, report: { documentsRead, changed: count } }
}
