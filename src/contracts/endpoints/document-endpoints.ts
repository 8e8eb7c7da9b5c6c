/** Endpoints for the desk's documents, except those that change what readers see (published-document-endpoints.ts). */
import { z } from 'zod'
import { type DraftFields, isDraftFields, isPlainText, noteSchema } from '../../domain/draft.ts'
import { imageIdPattern } from '../../domain/image/image.ts'
import { slugSchema } from '../../domain/slug.ts'
import {
  address,
  caller,
  collectionSchema,
  exampleAddress,
  knownDraft,
  maxActBytes,
  readLimit,
  revisedAddress,
  timeSchema,
  version,
  writeLimit,
} from './document-requests.ts'
import { defineEndpoint } from './endpoint.ts'

/** In bytes: Firestore's maximum for a document, with JSON's names and escapes. */
const maxDraftBytes = 2_000_000

/** Front matter: times are text. */
const fieldsSchema = z.custom<DraftFields>(isDraftFields)

const personSchema = z.object({ uid: z.string(), name: z.string() })

export const documentStates = ['draft', 'submitted', 'scheduled', 'published', 'withdrawn'] as const
export type DocumentState = (typeof documentStates)[number]

/** A problem, located by a field's path or by a line of the text, counted from 1. */
export const problemSchema = z.object({
  field: z.array(z.union([z.string(), z.int()])),
  line: z.int().optional(),
  message: z.string(),
  /** The change that solves the problem: an edit of the text, by offsets, or another value or name for the field. */
  fix: z
    .union([
      z.object({ edit: z.object({ from: z.int(), to: z.int(), insert: z.string() }) }),
      z.object({ value: z.union([z.string(), z.array(z.string()).readonly()]) }),
      z.object({ name: z.string() }),
    ])
    .and(z.object({ isGuess: z.literal(true).exactOptional() }))
    .exactOptional(),
})

const draftItemSchema = z.object({
  revision: z.int(),
  savedAt: timeSchema,
  savedBy: personSchema,
  owner: personSchema,
  /** The person, other than the caller, who has saved the draft in the last few minutes. */
  editing: personSchema.nullable(),
  submitted: z.object({ at: timeSchema, by: personSchema, note: z.string() }).nullable(),
  /** The person who last took the draft over from another. */
  takenOver: z.object({ at: timeSchema, by: personSchema }).nullable(),
  publishAt: timeSchema.nullable(),
  deletedAt: timeSchema.nullable(),
})

const listItemSchema = z.object({
  collection: collectionSchema,
  slug: z.string(),
  title: z.string(),
  state: z.enum(documentStates),
  /** When the document was or will be published. */
  publishedAt: timeSchema.nullable(),
  updatedAt: timeSchema,
  authors: z.array(z.string()),
  category: z.string().nullable(),
  editorsPick: z.boolean(),
  needsAlt: z.boolean(),
  draft: draftItemSchema.nullable(),
})
export type DocumentItem = z.output<typeof listItemSchema>

const contentSchema = z.object({ fields: fieldsSchema, body: z.string() })

const storedSchema = contentSchema.extend({
  state: z.enum(['scheduled', 'published', 'withdrawn']),
  /** Identifies this state of the document. */
  version: z.string(),
  publishedAt: timeSchema.nullable(),
  /** Whether the text is still that of the version in the request. */
  hasSameText: z.boolean(),
})

const draftResponseSchema = draftItemSchema.extend({
  ...contentSchema.shape,
  base: z.string().nullable(),
})

const documentSchema = z.object({
  /** The public path. */
  path: z.string(),
  stored: storedSchema.nullable(),
  draft: draftResponseSchema.nullable(),
})
export type DeskDocument = z.output<typeof documentSchema>

export const documentEndpoints = [
  defineEndpoint('GET /api/desk/documents', {
    summary: 'lists documents and drafts, the latest change first',
    caller,
    permission: 'drafts',
    limit: readLimit,
    query: z.strictObject({
      collection: collectionSchema.default('articles'),
      state: z.enum([...documentStates, 'deleted']).optional(),
      /** Words from the title, or the beginning of a slug. */
      search: z.string().max(100).optional(),
      author: slugSchema.optional(),
      category: slugSchema.optional(),
      tag: z.string().max(60).optional(),
      needs: z.enum(['alt']).optional(),
      /** A picture's or recording's id, to list the documents that show it, under any name. */
      picture: z.string().regex(imageIdPattern).optional(),
      /** The value of `next` from the previous page. */
      after: z.string().max(400).optional(),
    }),
    response: z.object({ documents: z.array(listItemSchema), next: z.string().nullable() }),
  }),
  defineEndpoint('GET /api/desk/documents/:collection/:slug', {
    summary: 'returns a document as it is stored, and its draft',
    caller,
    permission: 'drafts',
    limit: readLimit,
    params: address,
    /** The version on which the caller's text is based. */
    query: z.strictObject({ since: version.optional() }),
    response: documentSchema,
    errors: ['not_possible'],
    example: exampleAddress,
  }),
  /** A repeated save gets the first save's response. */
  defineEndpoint('PUT /api/desk/documents/:collection/:slug/draft', {
    summary: 'saves a draft, even if it has problems',
    caller,
    permission: 'drafts',
    limit: writeLimit,
    params: address,
    request: z.strictObject({
      fields: fieldsSchema,
      body: z.string().refine(isPlainText),
      /** The revision of the draft that this save continues; 0 for the first save. */
      revision: z.int().min(0),
      base: version.nullable(),
    }),
    maxBytes: maxDraftBytes,
    response: z.object({
      revision: z.int(),
      savedAt: timeSchema,
      /** The uid of a person who has taken the draft over, so that the previous person's page can say so. */
      takenOverBy: z.string().nullable(),
      problems: z.array(problemSchema),
    }),
    errors: ['outdated', 'not_possible'],
    example: { ...exampleAddress, fields: {}, body: '', revision: 0, base: null },
  }),
  defineEndpoint('DELETE /api/desk/documents/:collection/:slug/draft', {
    summary: 'moves a draft to the bin for 30 days; safe to repeat',
    caller,
    permission: 'drafts',
    limit: writeLimit,
    params: address,
    response: 'empty',
    errors: ['outdated', 'not_possible'],
    example: exampleAddress,
  }),
  defineEndpoint('POST /api/desk/documents/:collection/:slug/draft/restore', {
    summary: 'restores a draft from the bin; safe to repeat',
    caller,
    permission: 'drafts',
    limit: writeLimit,
    params: address,
    response: 'empty',
    errors: ['outdated', 'not_possible'],
    example: exampleAddress,
  }),
  defineEndpoint('POST /api/desk/documents/:collection/:slug/submit', {
    summary: 'asks editors to publish a draft',
    caller,
    permission: 'drafts',
    limit: writeLimit,
    params: address,
    request: z.strictObject({ ...knownDraft, note: noteSchema }),
    maxBytes: maxActBytes,
    response: 'empty',
    errors: ['outdated', 'not_possible'],
    example: { ...exampleAddress, revision: 1, note: '' },
  }),
  /** Only notifies the other person: anybody's save of an older revision is refused. */
  defineEndpoint('POST /api/desk/documents/:collection/:slug/take-over', {
    summary: 'tells the person who is writing that the caller is taking over; safe to repeat',
    caller,
    permission: 'drafts',
    limit: writeLimit,
    params: address,
    response: 'empty',
    errors: ['outdated', 'not_possible'],
    example: exampleAddress,
  }),
  /** A repeated call returns the first call's copy, as long as nobody has changed it. */
  defineEndpoint('POST /api/desk/documents/:collection/:slug/duplicate', {
    summary: 'begins a draft with the same text at another address',
    caller,
    permission: 'drafts',
    limit: writeLimit,
    params: address,
    response: z.object({ slug: z.string() }),
    errors: ['not_possible'],
    example: exampleAddress,
  }),
  defineEndpoint('GET /api/desk/documents/:collection/:slug/revisions', {
    summary: 'lists who has changed a document, the latest first',
    caller,
    permission: 'drafts',
    limit: readLimit,
    params: revisedAddress,
    response: z.object({
      revisions: z.array(
        z.object({
          id: z.string(),
          at: timeSchema,
          by: z.string().nullable(),
          action: z.string(),
          message: z.string().optional(),
          /** The document's version after the change. */
          version: z.string(),
        }),
      ),
    }),
    example: exampleAddress,
  }),
  /** `PUT …/draft` can save the revision's content as the draft. */
  defineEndpoint('GET /api/desk/documents/:collection/:slug/revisions/:id', {
    summary: 'returns a document as it was after a change',
    caller,
    permission: 'drafts',
    limit: readLimit,
    params: revisedAddress.extend({ id: z.string().max(60) }),
    response: contentSchema,
    example: { ...exampleAddress, id: '20261121T120000000Z-0123' },
  }),
  /** The link always shows the draft's latest revision. */
  defineEndpoint('POST /api/desk/documents/:collection/:slug/preview', {
    summary: 'creates a link that shows the draft, or a story without one, for a week',
    caller,
    permission: 'drafts',
    limit: writeLimit,
    params: address,
    response: z.object({ path: z.string(), expiresAt: timeSchema }),
    errors: ['outdated', 'not_possible'],
    example: exampleAddress,
  }),
  defineEndpoint('DELETE /api/desk/documents/:collection/:slug/preview', {
    summary: 'revokes the links to a draft; safe to repeat',
    caller,
    permission: 'drafts',
    limit: writeLimit,
    params: address,
    response: 'empty',
    errors: ['outdated', 'not_possible'],
    example: exampleAddress,
  }),
]
export type DraftContent = z.output<typeof contentSchema>
