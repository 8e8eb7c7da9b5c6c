/** The fields of a document that are its text, which drafts may change. All others have endpoints of their own. */
import type { z } from 'zod'
import type { ManuscriptCollection, publicationSchemas } from './publication.ts'

/** `time`: a text in drafts, and a Date in the document. `kept`: the stored value, whatever a draft contains. */
type FieldKind = 'text' | 'time' | 'kept'

type NameOf<Fields> = Fields extends unknown ? keyof Fields : never

/** The compiler reports any field of a schema that isn't listed. */
const fieldKinds: {
  readonly [C in ManuscriptCollection]: Readonly<
    Record<NameOf<z.output<(typeof publicationSchemas)[C]>>, FieldKind>
  >
} = {
  articles: {
    title: 'text',
    dek: 'text',
    body: 'text',
    language: 'text',
    category: 'text',
    editorsPick: 'text',
    tags: 'text',
    authors: 'text',
    image: 'text',
    access: 'text',
    corrections: 'kept',
    importedFrom: 'kept',
    identifier: 'kept',
    status: 'kept',
    publishedAt: 'kept',
    updatedAt: 'kept',
  },
  authors: {
    name: 'text',
    role: 'text',
    place: 'text',
    portrait: 'text',
    body: 'text',
    importedFrom: 'kept',
    updatedAt: 'kept',
  },
  tags: { name: 'text', description: 'text', order: 'text', updatedAt: 'kept' },
  pages: {
    title: 'text',
    dek: 'text',
    body: 'text',
    revisedAt: 'time',
    importedFrom: 'kept',
    updatedAt: 'kept',
  },
  events: {
    title: 'text',
    dek: 'text',
    startsAt: 'time',
    endsAt: 'time',
    timeZone: 'text',
    place: 'text',
    image: 'text',
    accentColour: 'text',
    programme: 'text',
    body: 'text',
    identifier: 'kept',
    updatedAt: 'kept',
  },
  issues: {
    subject: 'text',
    preheader: 'text',
    date: 'text',
    lead: 'text',
    stories: 'text',
    missed: 'text',
    body: 'text',
    updatedAt: 'kept',
  },
}

/** Returns null for a field name that doesn't exist in the collection. */
export function getFieldKind(collection: ManuscriptCollection, name: string): FieldKind | null {
  const kinds: Readonly<Record<string, FieldKind>> = fieldKinds[collection]
  return Object.hasOwn(kinds, name) ? kinds[name]! : null
}

/** Returns the fields of a stored document that aren't its text. */
export const pickKeptFields = (
  collection: ManuscriptCollection,
  stored: Readonly<Record<string, unknown>>,
) =>
  Object.fromEntries(
    Object.entries(stored).filter(([name]) => isKept(getFieldKind(collection, name))),
  )

/** Fields from a newer version are kept too. */
const isKept = (kind: FieldKind | null) => kind === null || kind === 'kept'
