/** The desk's pictures and recordings, and their uploads in parts. */
import { z } from 'zod'
import { imageIdPattern } from '../../domain/image/image.ts'
import { focusSchema, pictureTextSchema } from '../../domain/image/picture.ts'
import { maxUploadParts, uploadPartBytes } from '../../domain/upload-limits.ts'
import { defineEndpoint } from './endpoint.ts'

const caller = 'staff'
const readLimit = ['LOOK_UP_LIMIT', 'staff-documents'] as const
const writeLimit = ['LOOK_UP_LIMIT', 'staff-writes'] as const

const maxBytes = 8000
const timeSchema = z.iso.datetime()

const pictureAddress = z.object({ id: z.string().regex(imageIdPattern) })
const exampleId = 'a-boat-0123456789abcdef'

/** SHA-256 of the whole file, in hex, which names the upload. */
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/)
const exampleHash = '0'.repeat(64)

/** An upload whose parts are stored. */
const completeUploadSchema = z.strictObject({
  upload: hashSchema,
  /** The file's name, which becomes part of the id. */
  name: z.string().min(1).max(200),
  /** The file's size in bytes. */
  size: z.int().min(1),
})
const exampleUpload = { upload: exampleHash, name: 'a-boat.jpg', size: 1 }

const pictureItemSchema = z.object({
  id: z.string(),
  ...pictureTextSchema,
  name: z.string(),
  width: z.int(),
  height: z.int(),
  focus: focusSchema,
  storedAt: timeSchema,
})
export type PictureItem = z.output<typeof pictureItemSchema>

const useSchema = z.object({
  collection: z.enum(['articles', 'authors', 'pages', 'events', 'issues']),
  slug: z.string(),
  title: z.string(),
  /** Whether the picture is used in the draft rather than in the stored version. */
  isDraft: z.boolean(),
})
export type PictureUse = z.output<typeof useSchema>

export const pictureEndpoints = [
  /** Writers see only their own pictures. */
  defineEndpoint('GET /api/desk/pictures', {
    summary: 'lists pictures, the newest first',
    caller,
    permission: 'drafts',
    limit: readLimit,
    query: z.strictObject({
      /** Beginnings of words in the description, the credit or the file’s name. */
      search: z.string().max(100).optional(),
      needs: z.enum(['alt']).optional(),
      /** The value of `next` from the previous page. */
      after: z.string().max(300).optional(),
    }),
    response: z.object({
      pictures: z.array(pictureItemSchema),
      next: z.string().nullable(),
      /** False while documents that have changed are still being read. The next call continues. */
      isComplete: z.boolean(),
    }),
  }),
  defineEndpoint('GET /api/desk/pictures/:id', {
    summary: 'returns a picture, and where it is used',
    caller,
    permission: 'drafts',
    limit: readLimit,
    params: pictureAddress,
    /** The value of `next` from the previous page of uses. */
    query: z.strictObject({ after: z.coerce.number<string>().int().min(0).optional() }),
    response: pictureItemSchema.extend({
      uses: z.array(useSchema),
      next: z.int().nullable(),
      /** Whether there may be more uses than its record names. */
      hasMoreUses: z.boolean(),
    }),
    example: { id: exampleId },
  }),
  /**
   * An editor's change is copied to the first 50 documents: the focal point to all of those, texts where they're missing.
   */
  defineEndpoint('PATCH /api/desk/pictures/:id', {
    summary: 'changes a picture’s texts or focal point, and the documents that show it',
    caller,
    permission: 'drafts',
    limit: writeLimit,
    params: pictureAddress,
    request: z.strictObject({ ...pictureTextSchema, focus: focusSchema }).partial(),
    maxBytes,
    response: pictureItemSchema.extend({ changed: z.int() }),
    errors: ['not_possible'],
    example: { id: exampleId, alt: 'A boat' },
  }),
  defineEndpoint('POST /api/desk/pictures/:id/replace', {
    summary: 'replaces a picture wherever it’s shown; to be repeated until no uses are left',
    caller,
    permission: 'publish',
    limit: writeLimit,
    params: pictureAddress,
    request: z.strictObject({ by: z.string().regex(imageIdPattern) }),
    maxBytes,
    /** `left`: the known uses that remain, plus one if there may be others. */
    response: z.object({ changed: z.int(), left: z.int() }),
    errors: ['not_possible'],
    example: { id: exampleId, by: 'b-boat-0123456789abcdef' },
  }),
  defineEndpoint('GET /api/desk/uploads/:upload', {
    summary: 'lists the stored parts of a file, so that its upload can continue',
    caller,
    permission: 'drafts',
    limit: readLimit,
    params: z.object({ upload: hashSchema }),
    response: z.object({ parts: z.array(z.int()) }),
    example: { upload: exampleHash },
  }),
  /** The body is the part. */
  defineEndpoint('PUT /api/desk/uploads/:upload/:part', {
    summary: 'stores a part of a file for a day; safe to repeat',
    caller,
    permission: 'drafts',
    limit: writeLimit,
    params: z.object({
      upload: hashSchema,
      part: z.coerce
        .number<string>()
        .int()
        .min(0)
        .max(maxUploadParts - 1),
    }),
    request: 'raw',
    maxBytes: uploadPartBytes,
    response: 'empty',
    errors: ['bad_request', 'not_possible'],
    example: { upload: exampleHash, part: '0' },
  }),
  /** Detects the type and the size in pixels. `not_possible`: parts are missing, or the file isn't a picture. */
  defineEndpoint('POST /api/desk/pictures', {
    summary: 'stores an uploaded picture, and returns it',
    caller,
    permission: 'drafts',
    limit: writeLimit,
    request: completeUploadSchema,
    maxBytes,
    response: pictureItemSchema,
    errors: ['not_possible'],
    example: exampleUpload,
  }),
  defineEndpoint('POST /api/desk/recordings', {
    summary: 'stores an uploaded recording, and returns its id',
    caller,
    permission: 'drafts',
    limit: writeLimit,
    request: completeUploadSchema,
    maxBytes,
    response: z.object({ id: z.string() }),
    errors: ['not_possible'],
    example: { ...exampleUpload, name: 'a-song.mp3' },
  }),
]
