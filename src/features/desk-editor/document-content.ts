/** A document's text and fields, as in a draft. */
import type { DeskDocument, DraftContent } from '../../contracts/endpoints/document-endpoints.ts'

import type { ManuscriptCollection } from '../../domain/publication.ts'
import { documentForms } from './document-forms.ts'

type Field = DraftContent['fields'][string]

/** Fields that publishing sets, and that saving a text never changes. */
const fieldsOfPublishing: ReadonlySet<string> = new Set([
  'corrections',
  'formerSlugs',
  'publishedAt',
  'status',
  'updatedAt',
  'version',
])

/** Returns undefined for a missing field, and for empty text and lists, which look the same in the editor. */
function normalise(field: Field | undefined): Field | undefined {
  const isEmpty = field === '' || field === null || (Array.isArray(field) && field.length === 0)
  return isEmpty || field === false ? undefined : field
}

/** Ignores the order of an object's keys. */
export function isSameField(one: Field | undefined, other: Field | undefined): boolean {
  const [a, b] = [normalise(one), normalise(other)]
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => isSameField(item, b[index]))
    )
  const [inA, inB] = [new Map<string, Field>(Object.entries(a)), new Map(Object.entries(b))]
  return [...new Set([...inA.keys(), ...inB.keys()])].every((name) =>
    isSameField(inA.get(name), inB.get(name)),
  )
}

/** Lists the names of the fields in these contents that the editor can change. */
export const listFields = (...contents: readonly DraftContent[]): string[] =>
  [...new Set(contents.flatMap(({ fields }) => Object.keys(fields)))].filter(
    (name) => !fieldsOfPublishing.has(name),
  )

/** Values that a published story has if its draft doesn't set them. */
const defaults: DraftContent['fields'] = { access: 'metered' }

export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  const [a, b] = [one, other].map(({ fields }) => ({ ...defaults, ...fields }))
  return (
    one.body === other.body &&
    listFields(one, other).every((name) => isSameField(a![name], b![name]))
  )
}

/** The content to edit: the draft or, without one, the published text. */
export type KnownDocument = {
  /** The draft's revision; 0 without a draft. */
  readonly revision: number
  /** The version of the stored document that the draft changes; null if there is none. */
  readonly base: string | null
  readonly content: DraftContent
}

/** Creates a new document from its headline and the defaults. */
export const createContent = (collection: ManuscriptCollection, title: string): DraftContent => ({
  fields: {
    [documentForms[collection].title.name]: title,
    ...documentForms[collection].defaults,
  },
  body: '',
})

export const emptyContent: DraftContent = { fields: {}, body: '' }

export function readKnownDocument({ draft, stored }: DeskDocument): KnownDocument {
  if (draft && draft.deletedAt === null) {
    const { fields, body, revision } = draft
    return { revision, base: draft.base, content: { fields, body } }
  }
  const base = stored?.version ?? null
  if (!stored) return { revision: 0, base, content: emptyContent }
  const { fields, body } = stored
  return { revision: 0, base, content: { fields, body } }
}
