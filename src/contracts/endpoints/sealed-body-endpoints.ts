/**
 * Endpoints for encrypted bodies in R2 (scripts/desk/site/upload-bodies.ts). Each call is safe to repeat. Only one
 * program uploads at a time, because only one deploys at a time.
 */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** The maximum number of bodies per call. Each takes up to three calls to R2, and an invocation may make 1,000. */
export const maxBodiesPerUpload = 200
/** A small number, because the Worker reads the bodies that it flags. */
export const maxUnusedPerCall = 20

/** The maximum size of a call in bytes, which limits an encrypted body in base64. A manuscript has at most 1 MiB. */
export const maxUploadBytes = 4 * 1024 * 1024

/**
 * Days from the first call that reports a body as unused until its deletion. A version that used it can be rolled back
 * to for this long.
 */
export const unusedBodyDays = 90

const bodyNameSchema = z
  .string()
  .max(200)
  .regex(/^(?:newsletter\/)?[a-z0-9-]+$/)
const hashSchema = z.hash('sha256')

const caller = 'desk'
const limit = ['DESK_LIMIT', 'sealed-bodies'] as const

export const sealedBodyEndpoints = [
  defineEndpoint('GET /api/sealed-bodies', {
    summary: 'lists the hashes of the encrypted bodies in R2; `next` continues the list',
    caller,
    limit,
    query: z.strictObject({ after: hashSchema.optional() }),
    response: z.object({
      bodies: z.array(z.object({ hash: hashSchema, unusedSince: z.iso.datetime().nullable() })),
      next: hashSchema.nullable(),
    }),
  }),
  defineEndpoint('PUT /api/sealed-bodies', {
    summary: 'stores encrypted bodies in R2 by their hashes; stores none if one can’t be opened',
    caller,
    limit,
    request: z.strictObject({
      bodies: z
        .array(z.strictObject({ name: bodyNameSchema, sealed: z.base64().min(1) }))
        .min(1)
        .max(maxBodiesPerUpload),
    }),
    maxBytes: maxUploadBytes,
    response: 'empty',
    example: { bodies: [{ name: 'a-story', sealed: 'AQEA' }] },
  }),
  defineEndpoint('POST /api/sealed-bodies/unused', {
    summary: 'flags unused encrypted bodies, and deletes those that have been unused for 90 days',
    caller,
    limit,
    request: z.strictObject({ hashes: z.array(hashSchema).min(1).max(maxUnusedPerCall) }),
    maxBytes: 16 * 1024,
    response: z.object({ marked: z.int(), deleted: z.int() }),
    example: { hashes: ['0'.repeat(64)] },
  }),
]
