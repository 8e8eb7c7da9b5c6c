/** Checks a document against the publication that it becomes part of. */
import { slugPattern } from '../../domain/slug.ts'
import { tagSlugPattern } from '../../domain/tag.ts'
import { settleAltNeeded } from './alt-needed.ts'
import { findClosedImages, findReferencedImages } from './closed-images.ts'
import { conflictingPath, type DocumentFields, type DocumentRef, publicPath } from './document.ts'
import { findFigures } from './figure-directives.ts'
import { findMissingPlaces, type LinkedTexts, listLinkedSlugs } from './find-missing-places.ts'
import type { FieldProblem } from './problem.ts'

/** Facts about the publication, from the caller. A check without its facts is left out. */
export type PublicationLookup = {
  /** Asked only for paths from `listRequiredPaths`. */
  readonly hasDocument?: (path: string) => boolean
  /** Texts that the document may link to, including itself. */
  readonly texts?: LinkedTexts
  /** The stored version; null for a new document. */
  readonly stored?: DocumentFields | null
  /** Pictures whose files are stored again with the document. */
  readonly uploadedImageIds?: ReadonlySet<string>
}

type Document = DocumentRef & { readonly fields: DocumentFields; readonly body: string }

/** Paths of the documents that `checkReferences` asks for, such as `authors/thiri-hlaing`. */
export function listRequiredPaths(document: Document): string[] {
  const conflicting = slugPattern.test(document.slug) ? conflictingPath(document) : null
  return [
    ...listReferences(document.fields).map(({ path }) => path),
    ...(conflicting ? [conflicting] : []),
    ...listLinkedSlugs(document.body).flatMap((slug) => [`articles/${slug}`, `pages/${slug}`]),
  ]
}

/**
 * Unknown authors and tags, an address in use, new pictures without a description, pictures that would no longer be
 * closed, and links to missing places.
 */
export function checkReferences(document: Document, lookup: PublicationLookup): FieldProblem[] {
  const { hasDocument, texts, stored } = lookup
  return [
    ...(hasDocument ? findMissingDocuments(document, hasDocument) : []),
    ...(stored === undefined ? [] : settleAltNeeded(document.fields, stored).problems),
    ...(stored ? findNewlyOpenImages(document, stored, lookup.uploadedImageIds) : []),
    ...findMissingPlaces(document, document.body, texts),
  ]
}

function findMissingDocuments(
  document: Document,
  hasDocument: (path: string) => boolean,
): FieldProblem[] {
  const missing = listReferences(document.fields)
    .filter(({ path }) => !hasDocument(path))
    .map(({ field, message }) => ({ field, message }))
  const conflicting = conflictingPath(document)
  if (!conflicting || !hasDocument(conflicting)) return missing
  const message = `${conflicting} already uses the address ${publicPath(document)}`
  return [...missing, { field: [], message }]
}

/** The authors and tags that a story names. Invalid slugs have a problem already. */
function listReferences(fields: DocumentFields) {
  const list = (field: 'authors' | 'tags', name: string, pattern: RegExp) =>
    (Array.isArray(fields[field]) ? fields[field] : []).flatMap((slug, position) =>
      typeof slug === 'string' && pattern.test(slug)
        ? [
            {
              path: `${field}/${slug}`,
              field: [field, position],
              message: `${name} "${slug}" not found`,
            },
          ]
        : [],
    )
  return [...list('authors', 'author', slugPattern), ...list('tags', 'tag', tagSlugPattern)]
}

/** An image stored for subscribers only becomes public when its file is stored again. */
function findNewlyOpenImages(
  { collection, fields, body }: Document,
  stored: DocumentFields,
  uploadedImageIds: ReadonlySet<string> = new Set(),
): FieldProblem[] {
  const previouslyClosed = findClosedImages(collection, stored)
  const closed = findClosedImages(collection, fields)
  return [...findReferencedImages(fields)]
    .filter((id) => previouslyClosed.has(id) && !closed.has(id) && !uploadedImageIds.has(id))
    .map((id) => {
      const figure = findFigures(body).find(({ attributes }) => attributes.image === id)
      const message =
        `picture ${id} is stored for subscribers only, and everybody would now see it: ` +
        'name its file (src="…") instead of image="…" to store it again'
      return { field: ['body'], message, ...(figure ? { line: figure.line } : {}) }
    })
}
