import { listCurrentUnlocks, type Unlock } from '../../../src/domain/paywall/unlock.ts'
import { classifySource } from '../../../src/domain/statistics/source.ts'
import { getCalendarDay, getCalendarHour } from '../../../src/domain/time-zone.ts'
import { site } from '../../../src/publication/identity.ts'
import { findCallerCountry } from '../../identity/caller-country.ts'
import type { MeterOwner } from '../../identity/session-tokens.ts'
import { hasOptedOut } from '../../platform/http/has-opted-out.ts'
import type { CollectingDeps } from './collecting-deps.ts'
import { queueSums } from './queue-sums.ts'

type Unlocking = {
  readonly owner: MeterOwner
  readonly unlock: Unlock
  /** All of the owner's unlocks, including this one. */
  readonly unlocks: readonly Unlock[]
}

/**
 * Counts a story unlocked through the meter. A call repeated on the same day has the same id, an HMAC, and counts once.
 */
export async function countUnlock(
  deps: Pick<CollectingDeps, 'request' | 'tokens' | 'eventQueue' | 'execution' | 'log' | 'now'>,
  { owner, unlock: { slug, way }, unlocks }: Unlocking,
): Promise<void> {
  const { request, tokens, now } = deps
  if (hasOptedOut(request)) return
  const at = now()
  const id = await tokens.computeHash('counted unlock', `${owner.kind} ${owner.id} ${slug}`)
  queueSums(deps, {
    id: id.slice(0, 32),
    batchDay: at.toISOString().slice(0, 10),
    receivedOn: getCalendarDay(at, site.timeZone),
    readerKind: owner.kind === 'guest' ? 'guest' : 'registered',
    country: findCallerCountry(request) ?? '',
    figures: [
      {
        ...getCalendarHour(at, site.timeZone),
        slug,
        page: 'article',
        source: findSource(request),
        counts: { unlocks: 1 },
      },
    ],
    campaigns: [],
    rejections: {},
    // The meter doesn't count a story unlocked by a friend's link.
    meterStep: way === 'referred' ? null : countUsedThisMonth(unlocks, at),
  })
}

/**
 * Counts the unlocks of the current month. The meter covers 30 days but the statistics a month, so a reader's first
 * story in a month is the first step again.
 */
function countUsedThisMonth(unlocks: readonly Unlock[], now: Date): number {
  const getMonth = (instant: Date) => getCalendarDay(instant, site.timeZone).slice(0, 7)
  const counted = listCurrentUnlocks(unlocks, now).filter(
    ({ way, at }) => way !== 'referred' && getMonth(at) === getMonth(now),
  )
  // A call repeated after midnight has the first call's time.
  return Math.max(counted.length, 1)
}

/**
 * Finds the visit's source. The request contains the story's address with its parameters, but not the previous page.
 */
function findSource({ headers, url }: Request) {
  const { origin } = new URL(url)
  const address = headers.get('Referer') ?? ''
  const search = address.startsWith(`${origin}/`) ? new URL(address).search : ''
  const source = classifySource({ referrer: '', search, path: '' }, origin)
  return source === 'direct' ? 'other' : source
}
