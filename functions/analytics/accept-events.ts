/**
 * Which events of a batch are kept, and what they say when they are passed on. The browser says what
 * happened; who, when and from where, as far as we know it, is said here. The caller's network
 * address is no part of it, and e-mail addresses stay in the events that exist to carry one.
 */
import { type EventName, eventSchemas } from '../../src/contracts/analytics/events.ts'
import { newsletterEvents } from '../../src/contracts/analytics/newsletter-events.ts'
import { type CollectedEvent, collectedEventSchema } from '../../src/contracts/collect.ts'

/** What the server knows of a batch. */
export type Receipt = {
  /** Of the caller's session; null for a guest. */
  readonly uid: string | null
  readonly receivedAt: Date
  /** By the browser's clock. */
  readonly sentAt: Date
  /** Of the site, without a slash at the end. */
  readonly origin: string
  readonly userAgent: string
  /** As Cloudflare has it; null where it does not know. */
  readonly country: string | null
}

type Properties = Readonly<Record<string, unknown>>

/** An event in Segment's form. */
export type DeliveredEvent = {
  readonly messageId: string
  readonly anonymousId: string
  readonly userId?: string
  readonly timestamp: string
  readonly receivedAt: string
  readonly context: {
    readonly page: Properties
    readonly userAgent: string
    readonly location?: { readonly country: string }
  }
} & (
  | { readonly type: 'track'; readonly event: EventName; readonly properties: Properties }
  | { readonly type: 'page'; readonly name: string; readonly properties: Properties }
  | { readonly type: 'identify'; readonly traits: Properties }
)

export function acceptEvents(batch: readonly unknown[], receipt: Receipt) {
  const accepted = batch.flatMap((candidate) => {
    const event = collectedEventSchema.safeParse(candidate)
    return event.success ? acceptEvent(event.data, receipt) : []
  })
  return { accepted, dropped: batch.length - accepted.length }
}

/** One event, or none. */
function acceptEvent(event: CollectedEvent, receipt: Receipt): DeliveredEvent[] {
  const { uid, receivedAt, sentAt, origin, userAgent, country } = receipt
  const { path, search } = event.context.page
  const page = withoutAddresses({ ...event.context.page, url: origin + path + search })
  const common = {
    messageId: event.messageId,
    anonymousId: event.anonymousId,
    ...(uid === null ? {} : { userId: uid }),
    timestamp: occurredAt(new Date(event.timestamp), sentAt, receivedAt).toISOString(),
    receivedAt: receivedAt.toISOString(),
    context: { page, userAgent, ...(country === null ? {} : { location: { country } }) },
  }
  switch (event.type) {
    case 'track': {
      const payload = eventSchemas[event.event].safeParse(event.properties)
      if (!payload.success) return []
      const mayCarryAddress = event.event in newsletterEvents
      const properties = mayCarryAddress ? payload.data : withoutAddresses(payload.data)
      return [{ ...common, type: 'track', event: event.event, properties }]
    }
    case 'page':
      return [{ ...common, type: 'page', name: event.name, properties: page }]
    case 'identify':
      // Nobody is told to be somebody else than their session says.
      return event.traits.firebase_id === uid
        ? [{ ...common, type: 'identify', traits: event.traits }]
        : []
  }
}

/** A day in milliseconds. */
const day = 24 * 60 * 60 * 1000

/**
 * When it happened by our clock: as long before it was received as it happened before it was sent,
 * both by one clock that may be wrong. Never later than now, nor more than a day ago.
 */
export function occurredAt(timestamp: Date, sentAt: Date, receivedAt: Date): Date {
  const elapsed = Math.min(Math.max(sentAt.getTime() - timestamp.getTime(), 0), day)
  return new Date(receivedAt.getTime() - elapsed)
}

/** Characters before and after an at sign that may belong to an address. */
const longest = { before: 200, after: 255 }

/**
 * Replaces the words around an at sign, written out or encoded: rather a word too many than half an
 * address. Looks at no character more than a few hundred times, whatever the text.
 */
function withoutAddress(text: string): string {
  const isPart = (at: number) => at >= 0 && at < text.length && !/[\s@]/.test(text[at]!)
  const parts: string[] = []
  let done = 0
  for (const sign of text.matchAll(/@|%40/gi)) {
    const after = sign.index + sign[0].length
    let [start, end] = [sign.index, after]
    while (start > done && sign.index - start < longest.before && isPart(start - 1)) start--
    while (end - after < longest.after && isPart(end)) end++
    if (sign.index < done || start === sign.index || end === after) continue
    parts.push(text.slice(done, start), '[address]')
    done = end
  }
  return parts.join('') + text.slice(done)
}

/** Texts may be what a reader typed, or an address of a page that somebody made up. */
function withoutAddresses(properties: Properties): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutAddress(value) : value,
    ]),
  )
}
