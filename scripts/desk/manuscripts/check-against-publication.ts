import type { StoredDocument } from '../../../functions/platform/adapters/firestore.ts'
import { settleAltNeeded } from '../../../src/content/manuscript/alt-needed.ts'
import {
  findClosedImages,
  findReferencedImages,
} from '../../../src/content/manuscript/closed-images.ts'
import { publicPath } from '../../../src/content/manuscript/document.ts'
import { findFigures } from '../../../src/content/manuscript/figure-directives.ts'
import {
  findMissingPlaces,
  listLinkedSlugs,
} from '../../../src/content/manuscript/find-missing-places.ts'
import type { FileProblem } from '../../../src/content/manuscript/problem.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { mapConcurrently } from '../command-line/map-concurrently.ts'
import { conflictingPath, maxConcurrentReads, readDocument } from '../documents/stored-documents.ts'
import type { PreparedManuscript } from './prepare-manuscripts.ts'

/** Unknown authors and tags, addresses in use, new pictures without a description, and links to missing places. */
export async function checkAgainstPublication(
  desk: Desk,
  all: readonly PreparedManuscript[],
  stored: readonly (StoredDocument | null)[],
): Promise<FileProblem[]> {
  const included = new Set(
    all.map(({ manuscript }) => `${manuscript.collection}/${manuscript.slug}`),
  )
  const requiredPaths = new Set<string>()
  for (const { manuscript, fields } of all) {
    for (const { path } of listReferences(fields)) requiredPaths.add(path)
    requiredPaths.add(conflictingPath(manuscript) ?? 'front/home')
    for (const slug of listLinkedSlugs(manuscript.body))
      for (const collection of ['articles', 'pages']) requiredPaths.add(`${collection}/${slug}`)
  }
  const paths = [...requiredPaths].filter((path) => !included.has(path))
  const documents = await mapConcurrently(paths, maxConcurrentReads, (path) =>
    readDocument(desk, path),
  )
  const existingPaths = new Set(included)
  const bodies = new Map<string, string>()
  for (const [index, path] of paths.entries()) {
    const document = documents[index]
    if (!document) continue
    existingPaths.add(path)
    bodies.set(`/${document.id}`, String(document.fields.body ?? ''))
  }
  const manuscripts = all.map(({ manuscript }) => manuscript)

  const problems = all.flatMap((prepared, index) => {
    const { manuscript, fields } = prepared
    const missing = listReferences(fields).flatMap(({ path, field, message }) =>
      existingPaths.has(path) ? [] : [manuscript.problem(field, message)],
    )
    const conflicting = conflictingPath(manuscript)
    const previous = stored[index] ?? null
    const altProblems = settleAltNeeded(fields, previous?.fields ?? null).problems.map(
      ({ field, message, line }) => manuscript.problem(field, message, line),
    )
    const problems = [...missing, ...altProblems, ...findNewlyOpenImages(prepared, previous)]
    if (!conflicting || !existingPaths.has(conflicting)) return problems
    const message = `${conflicting} already uses the address ${publicPath(manuscript)}`
    return [...problems, manuscript.problem([], message)]
  })
  const previous = manuscripts.flatMap((manuscript, index): [string, string][] => {
    const document = stored[index]
    return document ? [[publicPath(manuscript), String(document.fields.body ?? '')]] : []
  })
  return [...problems, ...findMissingPlaces(manuscripts, bodies, new Map(previous))]
}

/** The authors and tags that a story names. */
function listReferences(fields: PreparedManuscript['fields']) {
  const list = (field: 'authors' | 'tags', name: string) =>
    (Array.isArray(fields[field]) ? fields[field] : []).map((slug, position) => ({
      path: `${field}/${slug}`,
      field: [field, position],
      message: `${name} "${slug}" not found`,
    }))
  return [...list('authors', 'author'), ...list('tags', 'tag')]
}

/** An image stored for subscribers only becomes public when its file is stored again. */
function findNewlyOpenImages(
  { manuscript, fields, images, closedImageIds }: PreparedManuscript,
  stored: StoredDocument | null,
) {
  if (!stored) return []
  const previouslyClosed = findClosedImages(manuscript.collection, stored.fields)
  const included = new Set(images.map(({ id }) => id))
  return [...findReferencedImages(fields)]
    .filter((id) => previouslyClosed.has(id) && !closedImageIds.has(id) && !included.has(id))
    .map((id) => {
      const figure = findFigures(manuscript.body).find(({ attributes }) => attributes.image === id)
      const message =
        `picture ${id} is stored for subscribers only, and everybody would now see it: ` +
        'name its file (src="…") instead of image="…" to store it again'
      return manuscript.problem(['body'], message, figure?.line)
    })
}
