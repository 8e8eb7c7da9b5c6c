import { z } from 'zod'
import { imageIdPattern } from '../../domain/image/image.ts'
import { defineEndpoint } from './endpoint.ts'

/** The maximum length in characters. */
export const maxReasonLength = 500

/** The image types, detected from the first bytes rather than the name. */
export const imageTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
] as const
export type ImageType = (typeof imageTypes)[number]

export const audioTypes = [
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'audio/ogg',
  'audio/wav',
] as const
export type AudioType = (typeof audioTypes)[number]

export const imageUploadQuerySchema = z.strictObject({
  width: z.coerce.number<number>().int().min(1).max(20_000),
  height: z.coerce.number<number>().int().min(1).max(20_000),
  kind: z.enum(imageTypes),
  /** `1`: the image is used only after a free preview. */
  closed: z.enum(['0', '1']),
})

const audioUploadQuerySchema = imageUploadQuerySchema
  .omit({ width: true, height: true })
  .extend({ kind: z.enum(audioTypes) })

const mediaUploadQuerySchema = z.discriminatedUnion('kind', [
  imageUploadQuerySchema,
  audioUploadQuerySchema,
])
export type MediaFields = z.output<typeof mediaUploadQuerySchema>

/** The number of hex digits of the bytes' SHA-256 at the end of an image's id (src/domain/image/image.ts). */
export const imageHashLength = 16

export const imageRemovalSchema = z.strictObject({
  /** The editor's name. */
  by: z.string().min(1).max(200),
  message: z.string().min(1).max(maxReasonLength).optional(),
})

const caller = 'desk'
const maxBytes = 4096
const limit = ['DESK_LIMIT', 'webhook'] as const

/**
 * Endpoints for publishing. Each webhook signature is accepted once. After `replayed`, the request has to be signed
 * again.
 */
export const publishingEndpoints = [
  defineEndpoint('POST /api/webhooks/publish', {
    summary:
      'requests a rebuild that includes everything committed up to the given time; 202 before the rebuild',
    caller,
    limit,
    /** Firestore's time in its own format, to the microsecond. */
    request: z.strictObject({ changedAt: z.iso.datetime() }),
    maxBytes,
    response: 'empty',
    errors: ['replayed'],
    example: { changedAt: '2026-11-21T12:00:00.000000Z' },
  }),
  defineEndpoint('POST /api/webhooks/rebuild-failed', {
    summary: 'records that a rebuild failed, and why; 202',
    caller,
    limit,
    request: z.strictObject({ reason: z.string().min(1).max(maxReasonLength) }),
    maxBytes,
    response: 'empty',
    errors: ['replayed'],
    example: { reason: 'The build ran out of memory.' },
  }),
  /**
   * The body is an image or a recording; Content-Length is required. The id ends in the first 16 hex digits of the
   * signed SHA-256. Idempotent. A file that is already public stays public.
   */
  defineEndpoint('PUT /api/media/:id', {
    summary: 'stores an image or a recording: 201, or 204 if it was stored before',
    caller,
    limit: ['DESK_LIMIT', 'media'],
    params: z.object({ id: z.string() }),
    query: mediaUploadQuerySchema,
    request: 'raw',
    response: 'empty',
    // `not_possible`: these bytes were removed.
    errors: ['too_large', 'not_possible'],
    example: { id: 'a-0123456789abcdef', width: 1, height: 1, kind: 'image/png', closed: '0' },
  }),
  /** Readers get resized images (functions/images); their originals aren't public. */
  defineEndpoint('GET /api/media/:id', {
    summary: 'returns an image or a recording as it was stored',
    caller,
    limit: ['DESK_LIMIT', 'media'],
    params: z.object({ id: z.string().regex(imageIdPattern) }),
    response: 'raw',
    example: { id: 'a-0123456789abcdef' },
  }),
  defineEndpoint('DELETE /api/media/:id', {
    summary:
      'removes an image or a recording under every name and in every size, and refuses its bytes from then on',
    caller: 'staff',
    permission: 'publish',
    acceptsDeskKeys: true,
    limit: ['LOOK_UP_LIMIT', 'staff-writes'],
    params: z.object({ id: z.string().regex(imageIdPattern) }),
    /** The editor's name, `by`, is required from programs. */
    request: imageRemovalSchema.partial({ by: true }),
    maxBytes,
    /** The first removal's record, and what this call has deleted. */
    response: imageRemovalSchema.extend({
      at: z.iso.datetime(),
      ids: z.array(z.string()),
      variants: z.int(),
    }),
    example: { id: 'a-0123456789abcdef', by: 'Ama' },
  }),
]
