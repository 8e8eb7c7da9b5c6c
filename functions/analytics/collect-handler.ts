import { findCallerCountry } from '../http/caller-country.ts'
import { readSessionUid } from '../http/guards.ts'
import { type Handle, respond } from '../http/handler.ts'
import { acceptEvents } from './accept-events.ts'

/** Characters. */
const maxUserAgentLength = 500

/** Responds before delivery, so that no page waits for the receiver. Costs no database read. */
export const collectEvents: Handle<'POST /api/collect'> = async ({ batch, sentAt }, _, deps) => {
  const { eventReceiver, request, execution, log } = deps
  const receivedAt = deps.now()
  const { accepted, dropped } = acceptEvents(batch, {
    uid: await readSessionUid(deps),
    receivedAt,
    sentAt: new Date(sentAt),
    origin: new URL(request.url).origin,
    userAgent: (request.headers.get('User-Agent') ?? '').slice(0, maxUserAgentLength),
    country: findCallerCountry(request),
  })
  if (dropped > 0) log('events_dropped', { events: dropped })
  if (eventReceiver && accepted.length > 0) {
    execution.waitUntil(
      eventReceiver(accepted, receivedAt).then((delivered) => {
        if (delivered.ok) return
        log('events_not_delivered', { events: accepted.length, reason: delivered.failure })
      }),
    )
  }
  return respond({ accepted: accepted.length, dropped }, { status: 202 })
}
