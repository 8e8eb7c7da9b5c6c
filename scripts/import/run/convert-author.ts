/** Converts a source's authors by the mapping, in which several keys may share an author. */

import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import type { ImportedAuthor } from '../items/imported-item.ts'
import { type Note, noteLoss } from '../items/note.ts'
import { toSingleLine, truncate } from '../items/single-line.ts'
import type { AuthorMapping, Mapping } from '../mapping/mapping.ts'
import type { SourceKeys } from '../mapping/source-key.ts'
import type { ImageImporter } from './import-images.ts'
import type { PublicationIndex } from './publication-index.ts'
import { removeInvisibleFromFields } from './remove-invisible-from-fields.ts'

export type AuthorRef = {
  readonly slug: string
  /** True if an earlier import from this source has stored the author. */
  readonly isStored: boolean
}

type AuthorOptions = {
  readonly keys: SourceKeys
  readonly mapping: Mapping
  readonly index: PublicationIndex
}

/** Returns authors by the mapping's keys. Authors who were renamed with the desk keep their new slug. */
export function resolveAuthors({
  keys,
  mapping,
  index,
}: AuthorOptions): ReadonlyMap<string, AuthorRef> {
  const renamed = new Map<string, string>()
  const stored = new Set<string>()
  for (const [key, author] of mapping.authors) {
    const ref = index.refsBySourceId.get(keys.forAuthor(key))
    if (ref?.collection !== 'authors') continue
    renamed.set(author.slug, ref.slug)
    stored.add(key)
  }
  return new Map(
    [...mapping.authors].map(([key, { slug }]) => [
      key,
      { slug: renamed.get(slug) ?? slug, isStored: stored.has(key) },
    ]),
  )
}

/** Ignores capitals and spaces. */
export const isSameName = (one: string | undefined, other: string): boolean =>
  one !== undefined && toSingleLine(one).toLowerCase() === toSingleLine(other).toLowerCase()

/** `author` is the source's data about the author, if it has any. */
export async function convertAuthor(
  { name, role, place }: AuthorMapping,
  author: ImportedAuthor | null,
  { mapping, images }: { readonly mapping: Mapping; readonly images: Pick<ImageImporter, 'load'> },
) {
  const notes: Note[] = []
  const source = author?.portrait ?? null
  const loaded = source && (await images.load(source.src))
  if (loaded && !loaded.ok)
    notes.push(noteLoss(`portrait {} ${loaded.failure.reason}: replaced with initials`, source.src))
  const portrait = loaded?.ok
    ? {
        ...loaded.value,
        alt: truncate(source?.alt || name, 500),
        credit: toSingleLine(source?.credit ?? '').slice(0, 200) || mapping.credit,
      }
    : null
  const fields: Fields = {
    name,
    ...(role ? { role } : {}),
    ...(place ? { place } : {}),
    ...(portrait ? { portrait } : {}),
    body: author?.bio?.trim() ?? '',
  }
  return {
    fields: removeInvisibleFromFields(fields),
    portrait: portrait && source ? source.src : null,
    notes,
    missingImageCount: loaded && !loaded.ok && loaded.failure.isTemporary ? 1 : 0,
  }
}
