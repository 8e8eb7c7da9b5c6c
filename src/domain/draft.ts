/** Unpublished text of a new document, or of changes to a published document. Readers never see it. */
import { z } from 'zod'
import { minute } from './duration.ts'
import { getKeySchema, type ManuscriptCollection, manuscriptCollections } from './publication.ts'

/** Milliseconds after the last save during which others see that the draft is being edited. */
export const editingTime = 2 * minute

/** Days for which a deleted draft can be restored. */
export const binDays = 30

const maxNoteLength = 1000

/** Fields as in front matter: JSON values, with times as text. */
export type DraftFields = Readonly<Record<string, unknown>>

/** The maximum depth of lists and groups within a field; an issue's stories have two levels. */
const maxDepth = 4

const namePattern = /^[A-Za-z][A-Za-z0-9]{0,59}$/

/** A group with a `toString` of its own can't be converted to text, so reading it would fail. */
const isName = (name: string) => namePattern.test(name) && !(name in Object.prototype)

/**
 * Firestore can't store a list directly in another list, and texts may have no control characters except tabs and line
 * breaks.
 */
function isStorable(value: unknown, depth: number, isInList = false): boolean {
  if (typeof value === 'string') return isPlainText(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (value === null || typeof value === 'boolean') return true
  if (typeof value !== 'object' || depth === 0) return false
  if (Array.isArray(value))
    return !isInList && value.every((entry) => isStorable(entry, depth - 1, true))
  return Object.entries(value).every(
    ([name, entry]) => isName(name) && isStorable(entry, depth - 1),
  )
}

export const isPlainText = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is refused
  text.isWellFormed() && !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)

/** A note to the editor, or a reason. */
export const noteSchema = z.string().max(maxNoteLength).refine(isPlainText)

/** Whether fields can be stored as they are, however unfinished. Deep nesting ends the check early. */
export const isDraftFields = (fields: unknown): fields is DraftFields =>
  typeof fields === 'object' &&
  fields !== null &&
  !Array.isArray(fields) &&
  isStorable(fields, maxDepth)

/** Empty for nobody. People's names are read by it, so it must be a name of a record. */
const uidSchema = z.string().regex(/^(?!__)[\w-]{0,128}$/)

/** A draft, stored as `drafts/{collection}~{slug}`: one per document. */
export const draftSchema = z.object({
  collection: z.enum(manuscriptCollections),
  slug: z.string(),
  /** Unchecked, so that unfinished work can be stored. */
  fields: z.custom<DraftFields>((fields) => typeof fields === 'object' && fields !== null),
  /** Markdown, byte for byte. */
  body: z.string(),
  /** The `updateTime` of the document that the draft changes; null for a new document. */
  base: z.string().nullable(),
  /** The number of saves, counted from 1. */
  revision: z.int(),
  /** The uid of the person who began the draft. */
  owner: uidSchema,
  savedAt: z.date(),
  savedBy: uidSchema,
  submitted: z.object({ at: z.date(), by: uidSchema, note: z.string() }).nullable(),
  /** The last person to take the draft over from another, and the time. */
  takenOver: z.object({ at: z.date(), by: uidSchema }).nullable().default(null),
  /** When the Worker publishes the draft. */
  publishAt: z.date().nullable(),
  /** When the draft was put into the bin. */
  deletedAt: z.date().nullable(),
  /** When a draft in the bin is erased. */
  expiresAt: z.date().nullable(),
  /** A random part of links that show the draft; null if there are none. */
  preview: z.string().nullable().default(null),
  /** The draft's address before it was renamed, by which a repeated call finds the draft. */
  formerSlug: z.string().optional(),
  /** When the draft was last renamed, by which the picture library finds its new path. */
  renamedAt: z.date().optional(),
  /** Fields of an imported draft that aren't text (text-fields.ts). */
  kept: z.record(z.string(), z.unknown()).default({}),
})
export type Draft = z.infer<typeof draftSchema>

export const getDraftPath = (collection: ManuscriptCollection, slug: string) =>
  `drafts/${collection}~${slug}`

export const isDraftKey = (collection: ManuscriptCollection, slug: string) =>
  getKeySchema(collection).safeParse(slug).success
