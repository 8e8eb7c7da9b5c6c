/**
 * What the desk, and whoever else writes into Firestore, tells the edge. Each call is signed
 * (desk-signature.ts). Their addresses stand here and not in endpoints.ts, which browsers load.
 *
 * Errors of each: `bad_signature` and `stale_signature` (401), `bad_request`, `too_large`,
 * `too_many_requests`, `unavailable` (503: neither taken nor spent). Webhooks are taken once:
 * `replayed` (409) answers a signature that was used before, so whoever calls again signs again.
 */
import { z } from 'zod'

export const webhooks = {
  publish: '/api/webhooks/publish',
  rebuildFailed: '/api/webhooks/rebuild-failed',
} as const

/** More is no such call. */
export const webhookBytes = 4096

/**
 * POST /api/webhooks/publish: the site is to hold what was committed at this time, by Firestore's
 * clock and as it prints it, to the microsecond. Answers 202 at once; the rebuild comes by itself.
 */
export const publishRequestSchema = z.strictObject({ changedAt: z.iso.datetime() })
export type PublishRequest = z.infer<typeof publishRequestSchema>

/** Characters of a reason. */
export const reasonLength = 500

/** POST /api/webhooks/rebuild-failed: whoever builds could not. `reason` is for the operator. */
export const rebuildFailedRequestSchema = z.strictObject({
  reason: z.string().min(1).max(reasonLength),
})
export type RebuildFailedRequest = z.infer<typeof rebuildFailedRequestSchema>

/** Bytes of the largest picture that is taken. */
export const largestPicture = 30 * 1024 * 1024

/** What pictures may be; as their first bytes say, not as their names do. */
export const pictureKinds = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
] as const
export type PictureKind = (typeof pictureKinds)[number]

/**
 * The query of PUT /api/media/{id}, whose body is the picture, with a Content-Length. Its id ends in
 * the first 16 hex digits of the SHA-256 that the signature states.
 * Answers 201, or 204 where it was there before; again is harmless, and what was open stays open.
 */
export const storedPictureQuerySchema = z.strictObject({
  width: z.coerce.number().int().min(1).max(20_000),
  height: z.coerce.number().int().min(1).max(20_000),
  kind: z.enum(pictureKinds),
  /** `1` where it stands only behind a lead-in. */
  closed: z.enum(['0', '1']),
})

export type StoredPictureQuery = z.infer<typeof storedPictureQuerySchema>

export function storedPicturePath(
  id: string,
  query: Readonly<Record<keyof StoredPictureQuery, string | number>>,
): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)])
  return `/api/media/${id}?${new URLSearchParams(pairs)}`
}
