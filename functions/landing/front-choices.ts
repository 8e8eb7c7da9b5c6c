/** Reads editors' placements, at most once every few seconds. */
import { type Placements, publicationSchemas } from '../../src/domain/publication.ts'
import type { ArticleSource } from '../articles/load-article.ts'
import type { KeepAlive } from '../platform/single-flight.ts'
import { createSingleFlightCache } from '../platform/single-flight-cache.ts'
import { waitAtMost } from '../platform/wait-at-most.ts'
import { cacheMilliseconds, maxWait, usableMilliseconds } from '../publishing/recent-changes.ts'

/** Returns null if the placements are unknown. */
export type ReadFrontChoices = (
  keepAlive: KeepAlive,
) => Promise<{ readonly choices: Placements; readonly updatedAt: Date } | null>

export function createFrontChoices({ firestore, now, log }: ArticleSource): ReadFrontChoices {
  type Stored = Awaited<ReturnType<ReadFrontChoices>>
  let known: Stored = null
  /** When the read of `known` began, in milliseconds. */
  let knownAt = Number.NEGATIVE_INFINITY
  const getShared = createSingleFlightCache<void>(cacheMilliseconds, () => now().getTime())

  /** Failures are cached too. Until the next read, the last placements are used. */
  async function read() {
    const startedAt = now().getTime()
    const stored = await firestore.get('front/home')
    if (!stored.ok) return log('front_choices_unavailable', { kind: stored.failure.kind })
    // An abandoned read may end after a newer one.
    if (startedAt < knownAt) return
    knownAt = startedAt
    const front = publicationSchemas.front.safeParse(stored.value?.fields)
    if (!front.success) {
      if (stored.value) log('front_choices_invalid', {})
      known = null
      return
    }
    const { hiddenFromMostRead: _, updatedAt, ...choices } = front.data
    known = { choices, updatedAt }
  }

  return async (keepAlive) => {
    const newest = getShared(read, keepAlive)
    if (now().getTime() - knownAt >= usableMilliseconds)
      await waitAtMost(newest, maxWait.landingPage.milliseconds)
    return known
  }
}
