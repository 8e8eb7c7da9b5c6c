/** The authors of a source, as the mapping has them: several of its keys may be one of ours. */
import type { Fields } from '../../../functions/adapters/firestore-values.ts'
import type { ImportedAuthor } from '../import/imported.ts'
import type { DeskIndex } from './desk-index.ts'
import type { ImportPictures } from './import-pictures.ts'
import type { Mapping } from './mapping.ts'
import { cutShort, oneLine } from './plain-words.ts'

export const authorSource = (source: string, key: string) => `${source}:author:${key}`

/** Where each of the mapping's authors lies: what was renamed at the desk keeps its new name. */
export function authorSlugs(
  source: string,
  mapping: Mapping,
  { bySource }: DeskIndex,
): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>()
  for (const [key, { slug }] of mapping.authors) {
    const place = bySource.get(authorSource(source, key))
    if (place?.collection === 'authors') renamed.set(slug, place.slug)
  }
  return new Map([...mapping.authors].map(([key, { slug }]) => [key, renamed.get(slug) ?? slug]))
}

export type TakenAuthor = {
  readonly slug: string
  readonly fields: Fields
  /** Source of the portrait, where there is one. */
  readonly portrait: string | null
  readonly notes: readonly string[]
  readonly missed: number
}

/** `author` is what the source says of them, which may be nothing but the key. */
export async function takeAuthor(
  importedFrom: string,
  slug: string,
  mapped: { name: string; role: string | null; place: string | null },
  author: ImportedAuthor | null,
  mapping: Mapping,
  pictures: Pick<ImportPictures, 'look'>,
): Promise<TakenAuthor> {
  const notes: string[] = []
  const wanted = author?.portrait ?? null
  const looked = wanted && (await pictures.look(wanted.src))
  if (looked && !looked.ok) {
    notes.push(`the portrait ${wanted.src} ${looked.failure.reason}: initials stand in its place`)
  }
  const portrait = looked?.ok
    ? {
        ...looked.value,
        // A portrait shows whom it is of.
        alt: cutShort(wanted?.alt || mapped.name, 500),
        credit: oneLine(wanted?.credit ?? '').slice(0, 200) || mapping.credit,
      }
    : null
  const fields = {
    name: mapped.name,
    ...(mapped.role ? { role: mapped.role } : {}),
    ...(mapped.place ? { place: mapped.place } : {}),
    ...(portrait ? { portrait } : {}),
    body: author?.bio?.trim() ?? '',
    importedFrom,
  }
  const missed = looked && !looked.ok && looked.failure.passing ? 1 : 0
  return { slug, fields, portrait: portrait && wanted ? wanted.src : null, notes, missed }
}
