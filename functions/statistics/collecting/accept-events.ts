/** Accepted events never include the caller's IP address, and include email addresses only where they are meant to. */
import { z } from 'zod'
import { type EventName, eventSchemas } from '../../../src/contracts/analytics/events.ts'
import { newsletterEvents } from '../../../src/contracts/analytics/newsletter-events.ts'
import { pageNames } from '../../../src/contracts/analytics/page-name.ts'
import {
  type CollectedEvent,
  collectedEventSchema,
} from '../../../src/contracts/endpoints/collect-endpoints.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { RejectionReason } from '../../../src/domain/statistics/counters.ts'

export type BatchContext = {
  /** The session's uid; null for a guest. */
  readonly uid: string | null
  readonly receivedAt: Date
  /** The time by the browser's clock. */
  readonly sentAt: Date
  /** The site's origin, without a trailing slash. */
  readonly origin: string
  readonly userAgent: string
  /** Null if Cloudflare has no country for the caller. */
  readonly country: string | null
}

type Properties = Readonly<Record<string, unknown>>

export type AcceptedEvent = {
  readonly messageId: string
  readonly userId?: string
  readonly timestamp: string
  readonly receivedAt: string
  readonly context: {
    readonly page: CollectedEvent['context']['page'] & { readonly url: string }
    readonly userAgent: string
    readonly location?: { readonly country: string }
  }
} & (
  | { readonly type: 'track'; readonly event: EventName; readonly properties: Properties }
  | { readonly type: 'page'; readonly name: string; readonly properties: Properties }
  | { readonly type: 'identify'; readonly traits: Properties }
)

type Acceptance = Result<AcceptedEvent, RejectionReason>

export function acceptEvents(batch: readonly unknown[], batchContext: BatchContext) {
  const accepted: AcceptedEvent[] = []
  const rejections: { [Reason in RejectionReason]?: number } = {}
  for (const candidate of batch) {
    const event = collectedEventSchema.safeParse(candidate)
    const acceptance: Acceptance = event.success
      ? acceptEvent(event.data, batchContext)
      : fail(isKnownEvent(candidate) ? 'malformed' : 'unknownEvent')
    if (acceptance.ok) accepted.push(acceptance.value)
    else rejections[acceptance.failure] = (rejections[acceptance.failure] ?? 0) + 1
  }
  return { accepted, dropped: batch.length - accepted.length, rejections }
}

const namedEventSchema = z.union([
  z.object({
    type: z.literal('track'),
    event: z.enum(Object.keys(eventSchemas) as [EventName, ...EventName[]]),
  }),
  z.object({ type: z.literal('page'), name: z.enum(pageNames) }),
  z.object({ type: z.literal('identify') }),
])

const isKnownEvent = (candidate: unknown) => namedEventSchema.safeParse(candidate).success

function acceptEvent(event: CollectedEvent, batchContext: BatchContext): Acceptance {
  const { uid, receivedAt, sentAt, origin, userAgent, country } = batchContext
  const { search } = event.context.page
  const path = removeLinkKey(event.context.page.path)
  const page = redactAddresses({ ...event.context.page, path, url: origin + path + search })
  const sharedFields = {
    messageId: event.messageId,
    ...(uid === null ? {} : { userId: uid }),
    timestamp: estimateOccurredAt(new Date(event.timestamp), sentAt, receivedAt).toISOString(),
    receivedAt: receivedAt.toISOString(),
    context: { page, userAgent, ...(country === null ? {} : { location: { country } }) },
  }
  switch (event.type) {
    case 'track': {
      const payload = eventSchemas[event.event].safeParse(event.properties)
      if (!payload.success) return fail('malformed')
      const canContainAddress = event.event in newsletterEvents
      const properties = canContainAddress ? payload.data : redactAddresses(payload.data)
      return succeed({ ...sharedFields, type: 'track', event: event.event, properties })
    }
    case 'page':
      return succeed({ ...sharedFields, type: 'page', name: event.name, properties: page })
    case 'identify':
      return event.traits.firebase_id === uid
        ? succeed({ ...sharedFields, type: 'identify', traits: event.traits })
        : fail('foreignReader')
  }
}

const day = 24 * 60 * 60 * 1000

/**
 * Estimates when an event happened. The browser's clock may be wrong, but the interval between event and sending is
 * right. The estimate is never in the future or more than a day ago.
 */
export function estimateOccurredAt(timestamp: Date, sentAt: Date, receivedAt: Date): Date {
  const elapsed = Math.min(Math.max(sentAt.getTime() - timestamp.getTime(), 0), day)
  return new Date(receivedAt.getTime() - elapsed)
}

/**
 * Matches links whose last part is a secret: those in The Weekly and in emails about it, gifts and gift links. An
 * earlier version of our scripts may still send gift links' codes.
 */
const linkPattern = /^(\/(?:g|gift|newsletter\/(?:confirm|unsubscribe|preferences)))\/.*$/s

const removeLinkKey = (path: string) => path.replace(linkPattern, '$1')

/** The maximum number of characters around an at sign that may belong to an address. */
const maxLengths = { before: 200, after: 255 }

/** Replaces the words around an at sign, whether plain or encoded. Takes linear time. */
function redactAddress(text: string): string {
  const isPart = (at: number) => at >= 0 && at < text.length && !/[\s@]/.test(text[at]!)
  const parts: string[] = []
  let position = 0
  for (const sign of text.matchAll(/@|%40/gi)) {
    const after = sign.index + sign[0].length
    let [start, end] = [sign.index, after]
    while (start > position && sign.index - start < maxLengths.before && isPart(start - 1)) start--
    while (end - after < maxLengths.after && isPart(end)) end++
    if (sign.index < position || start === sign.index || end === after) continue
    parts.push(text.slice(position, start), '[address]')
    position = end
  }
  return parts.join('') + text.slice(position)
}

/** Removes addresses, which readers may have typed and links may contain. */
function redactAddresses<Texts extends Properties>(properties: Texts): Texts {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'string' ? redactAddress(value) : value,
    ]),
  ) as Texts
}
