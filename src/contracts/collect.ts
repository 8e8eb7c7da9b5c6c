/**
 * POST /api/collect takes what pages have counted: a batch in the form of Segment's HTTP API
 * (https://www.twilio.com/docs/segment/connections/sources/catalog/libraries/server/http-api).
 *
 * A body that is no batch is refused as a whole: `bad_request`, `too_large`, `forbidden`,
 * `too_many_requests`. An event in it that is not one of ours (contracts/analytics) is dropped and
 * the others are kept, because a page that was opened before the last deploy may still send events
 * of then. Answers 202 with how many of either there were. The same batch may be sent twice: its
 * events carry a `messageId`, by which whoever receives them tells doubles.
 *
 * Who the reader is, no event says: the session does. What the browser claims is not looked at.
 */
import { z } from 'zod'
import { type EventName, eventSchemas } from './analytics/events.ts'
import { screens } from './screen.ts'
import { userSchema } from './user.ts'

/** Of a body, in bytes: what browsers send for a page that is going away. */
export const collectBytes = 64 * 1024

/** Where the reader is. Of the address no more than its path and where the reader came from. */
const pageSchema = z.object({
  path: z.string().max(300).startsWith('/'),
  /** Campaign parameters alone, with the question mark; empty without any. */
  search: z.string().max(300),
  title: z.string().max(300),
  /** Without its query. */
  referrer: z.string().max(300),
})

const everyEvent = {
  messageId: z.uuid(),
  anonymousId: z.uuid(),
  /** By the browser's clock, which may be wrong. */
  timestamp: z.iso.datetime(),
  context: z.object({ page: pageSchema }),
}

export const collectedEventSchema = z.discriminatedUnion('type', [
  z.object({
    ...everyEvent,
    type: z.literal('track'),
    event: z.enum(Object.keys(eventSchemas) as [EventName, ...EventName[]]),
    /** Judged by the event's own schema. */
    properties: z.unknown(),
  }),
  z.object({ ...everyEvent, type: z.literal('page'), name: z.enum(screens) }),
  z.object({ ...everyEvent, type: z.literal('identify'), traits: userSchema }),
])
export type CollectedEvent = z.infer<typeof collectedEventSchema>

export const collectRequestSchema = z.object({
  /** By the same clock as the events' `timestamp`. */
  sentAt: z.iso.datetime(),
  batch: z.array(z.unknown()).min(1).max(100),
})

export const collectResponseSchema = z.object({ accepted: z.int(), dropped: z.int() })
export type CollectResponse = z.infer<typeof collectResponseSchema>
