/** What editors are writing: of a new document, or beside one that is published. Readers never see it. */
import { z } from 'zod'
import { minute } from './duration.ts'
import { getKeySchema, type ManuscriptCollection, manuscriptCollections } from './publication.ts'

/** Milliseconds after the last save for which others are told that somebody is writing. */
export const editingTime = 2 * minute

/** Days for which a deleted draft can be restored. */
export const binDays = 30

/** Characters of a note to the editor, or of a reason. */
export const maxNoteLength = 1000

/** `drafts/{collection}~{slug}`: one for each document. */
export const draftSchema = z.object({
  collection: z.enum(manuscriptCollections),
  slug: z.string(),
  /** As in front matter: times as text. Unchecked, so that unfinished work can be stored. */
  fields: z.record(z.string(), z.json()),
  /** Markdown, byte for byte. */
  body: z.string(),
  /** The `updateTime` of the document that it changes. Null if it's new. */
  base: z.string().nullable(),
  /** Counts saves from 1. */
  revision: z.int(),
  /** Uid of who began it. */
  owner: z.string(),
  savedAt: z.date(),
  savedBy: z.string(),
  submitted: z.object({ at: z.date(), by: z.string(), note: z.string() }).nullable(),
  /** When the Worker publishes it. */
  publishAt: z.date().nullable(),
  /** When it was put into the bin. */
  deletedAt: z.date().nullable(),
  /** When a draft in the bin is erased. */
  expiresAt: z.date().nullable(),
})
export type Draft = z.infer<typeof draftSchema>

export const getDraftPath = (collection: ManuscriptCollection, slug: string) =>
  `drafts/${collection}~${slug}`

export const isDraftKey = (collection: ManuscriptCollection, slug: string) =>
  getKeySchema(collection).safeParse(slug).success
