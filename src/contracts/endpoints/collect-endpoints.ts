import { z } from 'zod'
import { type EventName, eventSchemas } from '../analytics/events.ts'
import { pageNames } from '../analytics/page-name.ts'
import { userSchema } from './account-endpoints.ts'
import { defineEndpoint } from './endpoint.ts'

/** Browsers' limit for requests from a page that is being closed. */
export const maxCollectBytes = 64 * 1024

/** An event's page. Its address is reduced to the path and campaign parameters. */
const pageSchema = z.object({
  path: z.string().max(300).startsWith('/'),
  /** Only campaign parameters, with the question mark; may be empty. */
  search: z.string().max(300),
  title: z.string().max(300),
  /** The previous page's address, without its query. */
  referrer: z.string().max(300),
})

const eventFields = {
  messageId: z.uuid(),
  /** The browser's time, which may be wrong. */
  timestamp: z.iso.datetime(),
  context: z.object({ page: pageSchema }),
}

export const collectedEventSchema = z.discriminatedUnion('type', [
  z.object({
    ...eventFields,
    type: z.literal('track'),
    event: z.enum(Object.keys(eventSchemas) as [EventName, ...EventName[]]),
    properties: z.unknown(),
  }),
  z.object({ ...eventFields, type: z.literal('page'), name: z.enum(pageNames) }),
  z.object({ ...eventFields, type: z.literal('identify'), traits: userSchema }),
])
export type CollectedEvent = z.infer<typeof collectedEventSchema>

export const collectRequestSchema = z.object({
  /** The browser's time, which may be wrong. */
  sentAt: z.iso.datetime(),
  batch: z.array(z.unknown()).min(1).max(100),
  /** The visitor id that third parties get for a browser without a cookie; overlapping batches contain the same id. */
  visitor: z.uuid().optional(),
})

const collectResponseSchema = z.object({ accepted: z.int(), dropped: z.int() })

export const collectEndpoints = [
  /**
   * Source: https://www.twilio.com/docs/segment/connections/sources/catalog/libraries/server/http-api. Unknown events
   * are dropped, because an open page may still send an earlier deploy's events. A batch may be sent twice; receivers
   * detect this by `messageId`. Only the session identifies the reader.
   */
  defineEndpoint('POST /api/collect', {
    summary: 'accepts a batch of analytics events; 202 with how many were accepted and dropped',
    caller: 'page',
    limit: ['READ_LIMIT', 'collect'],
    request: collectRequestSchema,
    maxBytes: maxCollectBytes,
    response: collectResponseSchema,
    example: {
      sentAt: '2026-11-21T12:00:00.000Z',
      batch: [{ type: 'page', name: 'homepage', messageId: 'x', context: { page: { path: '/' } } }],
    },
  }),
]
