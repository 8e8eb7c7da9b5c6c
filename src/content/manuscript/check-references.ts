/** Checks a document against the publication that it becomes part of. */
import { findClosest, simplifyWord } from '../../domain/closest-word.ts'
import { slugPattern } from '../../domain/slug.ts'
import { tagSlugPattern } from '../../domain/tag.ts'
import { settleAltNeeded } from './alt-needed.ts'
import { findClosedImages, findReferencedImages } from './closed-images.ts'
import { conflictingPath, type DocumentFields, type DocumentRef, publicPath } from './document.ts'
import { findFileDirectives } from './figure-directives.ts'
import { findMissingPlaces, type LinkedTexts, listLinkedSlugs } from './find-missing-places.ts'
import type { FieldProblem } from './problem.ts'

/** Facts about the publication, from the caller. A check is skipped if the facts that it needs are missing. */
export type PublicationLookup = {
  /** Called only with paths from `listRequiredPaths`. */
  readonly hasDocument?: (path: string) => boolean
  /** Names by slug, for suggestions. */
  readonly names?: Readonly<Record<NamedCollection, ReadonlyMap<string, string>>>
  /** Texts that the document may link to, including itself. */
  readonly texts?: LinkedTexts
  /** The stored version; null for a new document. */
  readonly stored?: DocumentFields | null
  /** Pictures and recordings whose files are stored again with the document. */
  readonly uploadedImageIds?: ReadonlySet<string>
}

type NamedCollection = 'authors' | 'tags'

type Document = DocumentRef & { readonly fields: DocumentFields; readonly body: string }

/** Lists the paths of the documents that `checkReferences` looks up, such as `authors/thiri-hlaing`. */
export function listRequiredPaths(document: Document): string[] {
  const conflicting = slugPattern.test(document.slug) ? conflictingPath(document) : null
  return [
    ...listNames(document.fields).flatMap(({ collection, slug }) =>
      isValidName(collection, slug) ? [`${collection}/${slug}`] : [],
    ),
    ...(conflicting ? [conflicting] : []),
    ...listLinkedSlugs(document.body).flatMap((slug) => [`articles/${slug}`, `pages/${slug}`]),
  ]
}

/**
 * Finds unknown authors and tags, an address in use, new pictures without a description, pictures that would no longer
 * be closed, and links to missing places.
 */
export function checkReferences(document: Document, lookup: PublicationLookup): FieldProblem[] {
  const { hasDocument, texts, stored } = lookup
  return [
    ...findUnknownNames(document.fields, lookup),
    ...(hasDocument ? findAddressInUse(document, hasDocument) : []),
    ...(stored === undefined ? [] : settleAltNeeded(document.fields, stored).problems),
    ...(stored ? findNewlyOpenImages(document, stored, lookup.uploadedImageIds) : []),
    ...findMissingPlaces(document, document.body, texts),
  ]
}

/** The authors and tags that a story names. */
function listNames(fields: DocumentFields) {
  const list = (collection: NamedCollection) =>
    (Array.isArray(fields[collection]) ? fields[collection] : []).flatMap((slug, position) =>
      typeof slug === 'string' && slug !== '' ? [{ collection, slug, position }] : [],
    )
  return [...list('authors'), ...list('tags')]
}

const isValidName = (collection: NamedCollection, slug: string): boolean =>
  (collection === 'authors' ? slugPattern : tagSlugPattern).test(slug)

/** Finds names that aren’t valid or that the publication doesn’t have. */
function findUnknownNames(
  fields: DocumentFields,
  { hasDocument, names }: PublicationLookup,
): FieldProblem[] {
  return listNames(fields).flatMap(({ collection, slug, position }) => {
    const isValid = isValidName(collection, slug)
    if (isValid && (!hasDocument || hasDocument(`${collection}/${slug}`))) return []
    const noun = collection === 'authors' ? 'author' : 'tag'
    const message = isValid
      ? `${noun} "${slug}" not found`
      : `"${slug}" isn’t ${collection === 'authors' ? 'an author’s' : 'a tag’s'} slug`
    const meant = suggestSlug(slug, names?.[collection] ?? new Map())
    const suggestion = meant === null ? '' : `. Did you mean ${meant.value}?`
    const fix = meant === null ? {} : { fix: meant }
    return [{ field: [collection, position], message: message + suggestion, ...fix }]
  })
}

/** Suggests the slug that was probably meant. */
function suggestSlug(slug: string, known: ReadonlyMap<string, string>) {
  const value = findClosest(
    slug,
    [...known].flatMap(([key, name]) => [[key, key] as const, [name, key] as const]),
  )
  const simple = simplifyWord(slug)
  if (value === null)
    return simple === slug || !slugPattern.test(simple)
      ? null
      : { value: simple, isGuess: true as const }
  const isSame = [value, known.get(value) ?? ''].some((one) => simplifyWord(one) === simple)
  return isSame ? { value } : { value, isGuess: true as const }
}

function findAddressInUse(
  document: Document,
  hasDocument: (path: string) => boolean,
): FieldProblem[] {
  const conflicting = conflictingPath(document)
  if (!conflicting || !hasDocument(conflicting)) return []
  return [{ field: [], message: `${conflicting} already uses the address ${publicPath(document)}` }]
}

/** A file that was stored for subscribers must be stored again to become public. */
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
      const directive = findFileDirectives(body).find(({ attributes }) =>
        [attributes.image, attributes.file].includes(id),
      )
      const [noun, attribute] =
        directive?.name === 'audio' ? ['recording', 'file'] : ['picture', 'image']
      const message =
        `${noun} ${id} is stored for subscribers only, but everybody would now get it: ` +
        `name its file (src="…") instead of ${attribute}="…" to store it again`
      return { field: ['body'], message, ...(directive ? { line: directive.line } : {}) }
    })
}
