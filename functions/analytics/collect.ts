import { type CollectResponse, collectRequestSchema } from '../../src/contracts/collect.ts'
import { readReaderCookies } from '../account/cookies.ts'
import type { EdgeContext } from '../http/context.ts'
import { callerCountry } from '../http/country.ts'
import { errorResponse } from '../http/errors.ts'
import { acceptEvents } from './accept-events.ts'

/** Of a browser's own name: the rest says nothing that anybody needs. */
const userAgentLength = 500

/**
 * POST /api/collect. Answers before the events are passed on, so that nobody waits for those who
 * receive them. Asks no database: the session's signature says who is calling.
 */
export async function collect(context: EdgeContext): Promise<Response> {
  const { tokens, eventReceiver, now, log } = context.var.services
  const receivedAt = now()
  const request = collectRequestSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const session = await tokens.readSession(readReaderCookies(context).session, receivedAt)
  const { accepted, dropped } = acceptEvents(request.data.batch, {
    uid: session?.uid ?? null,
    receivedAt,
    sentAt: new Date(request.data.sentAt),
    origin: new URL(context.req.url).origin,
    userAgent: (context.req.header('User-Agent') ?? '').slice(0, userAgentLength),
    country: callerCountry(context),
  })
  if (dropped > 0) log('events_dropped', { events: dropped })
  if (eventReceiver && accepted.length > 0) {
    context.executionCtx.waitUntil(
      eventReceiver(accepted, receivedAt).then((delivered) => {
        if (delivered.ok) return
        log('events_not_delivered', { events: accepted.length, reason: delivered.failure })
      }),
    )
  }
  return context.json({ accepted: accepted.length, dropped } satisfies CollectResponse, 202)
}
