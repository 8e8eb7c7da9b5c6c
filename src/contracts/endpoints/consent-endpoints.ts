import { z } from 'zod'
import { sharingStates } from '../../domain/consent.ts'
import { defineEndpoint } from './endpoint.ts'

const consentResponseSchema = z.object({
  sharing: z.enum(sharingStates),
  /** Null if the reader hasn't been asked. */
  answeredAt: z.iso.datetime().nullable(),
})
export type ConsentResponse = z.infer<typeof consentResponseSchema>

export const consentEndpoints = [
  defineEndpoint('GET /api/consent', {
    summary: 'returns whether the caller’s visits are shared with a third party',
    caller: 'page',
    limit: ['READ_LIMIT', 'consent'],
    response: consentResponseSchema,
  }),
  /** Stores the answer in the caller's browser, with version and time. Safe to repeat. */
  defineEndpoint('PUT /api/consent', {
    summary: 'stores whether the caller’s visits may be shared with a third party',
    caller: 'page',
    limit: ['READ_LIMIT', 'consent'],
    request: z.object({ isGranted: z.boolean() }),
    maxBytes: 1024,
    response: consentResponseSchema,
    example: { isGranted: false },
  }),
]
