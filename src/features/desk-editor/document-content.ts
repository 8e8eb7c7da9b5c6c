/** Text and fields of a document, as a draft has them. */
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

/** Undefined without a field, and for empty text and lists: an editor sees no difference between them. */
function normalise(field: Field | undefined): Field | undefined {
  const isEmpty = field === '' || field === null || (Array.isArray(field) && field.length === 0)
  return isEmpty || field === false ? undefined : field
}

/** The order of names makes no difference. */
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

/** Names of the fields that an editor changes, in either of two texts. */
export const listFields = (...contents: readonly DraftContent[]): string[] =>
  [...new Set(contents.flatMap(({ fields }) => Object.keys(fields)))].filter(
    (name) => !fieldsOfPublishing.has(name),
  )

/** What a published story has if its draft doesn't say. */
const defaults: DraftContent['fields'] = { access: 'metered' }

export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  const [a, b] = [one, other].map(({ fields }) => ({ ...defaults, ...fields }))
  return (
    one.body === other.body &&
    listFields(one, other).every((name) => isSameField(a![name], b![name]))
  )
}

/** What an editor continues: the draft, otherwise the published text. */
export type KnownDocument = {
  /** 0 without a draft. */
  readonly revision: number
  /** The stored document beneath it. Null if there is none. */
  readonly base: string | null
  readonly content: DraftContent
}

/** A new document: its headline, and what isn't asked for. */
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
