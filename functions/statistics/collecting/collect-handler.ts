import type { Rejections } from '../../../src/domain/statistics/counters.ts'
import { isRobot } from '../../../src/domain/statistics/robot.ts'
import { findCallerCountry } from '../../identity/caller-country.ts'
import { readSessionUid } from '../../identity/caller-limits.ts'
import { type Handle, refuse, respond } from '../../identity/handler.ts'
import { hasOptedOut } from '../../platform/http/has-opted-out.ts'
import { acceptEvents } from './accept-events.ts'
import type { CollectingDeps } from './collecting-deps.ts'
import { findReaderKind } from './find-reader-kind.ts'
import { nameNetworks } from './listed-reads.ts'
import { queueSums } from './queue-sums.ts'
import { isWithinRowCeiling } from './row-ceiling.ts'
import { shareEvents } from './share-events.ts'
import { createRejectedSums, sumEvents } from './sum-events.ts'

/** In characters. */
const maxUserAgentLength = 500

/**
 * Responds before the events are counted and delivered, so that no page waits. Costs no database read. Each batch is
 * one queue message, whatever it contains. Above its network's limit, a batch is dropped, because even counting it as
 * rejected would write rows.
 */
export const collectEvents: Handle<'POST /api/collect', CollectingDeps> = async (
  { batch, sentAt, visitor },
  _,
  deps,
) => {
  const { request, log } = deps
  const receivedAt = deps.now()
  const userAgent = (request.headers.get('User-Agent') ?? '').slice(0, maxUserAgentLength)
  const refusal = findRefusal(request, userAgent, batch.length)
  if (refusal) {
    const refused = createRejectedSums(refusal, receivedAt)
    if (!(await isWithinRowCeiling(deps, refused))) return refuse('too_many_requests')
    queueSums(deps, refused)
    return respond({ accepted: 0, dropped: batch.length }, { status: 202 })
  }
  const uid = await readSessionUid(deps)
  const batchContext = {
    uid,
    receivedAt,
    sentAt: new Date(sentAt),
    origin: new URL(request.url).origin,
    userAgent,
    country: findCallerCountry(request),
  }
  const { accepted, dropped, rejections } = acceptEvents(batch, batchContext)
  const readerKind = await findReaderKind(deps, uid)
  const context = { ...batchContext, readerKind }
  const sums = await nameNetworks(deps, sumEvents(batch, accepted, rejections, context))
  if (!(await isWithinRowCeiling(deps, sums))) return refuse('too_many_requests')
  if (dropped > 0) log('events_dropped', { events: dropped })
  queueSums(deps, sums)
  await shareEvents(accepted, visitor, receivedAt, deps)
  return respond({ accepted: accepted.length, dropped }, { status: 202 })
}

/** Returns the reason to reject a batch without reading it. */
function findRefusal(request: Request, userAgent: string, events: number): Rejections | null {
  if (hasOptedOut(request)) return { optedOut: events }
  return isRobot(userAgent) ? { robot: events } : null
}
