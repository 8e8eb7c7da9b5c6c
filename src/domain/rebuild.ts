/**
 * When the site is built again after something was published: one build at a time, none for what is
 * built already, and failed ones again after growing pauses. What is known of it is one record. Its
 * times are by Firestore's clock; `now` is the caller's, and only patience and pauses depend on it.
 */
import { z } from 'zod'

export const failureKinds = ['build', 'start', 'silence'] as const

const failureSchema = z.object({
  at: z.date(),
  /** The build said so, it could not be started, or nothing was heard of it. */
  kind: z.enum(failureKinds),
  /** For the operator: it may name what is not published yet. */
  reason: z.string(),
})
export type RebuildFailure = z.infer<typeof failureSchema>

/** `publishing/rebuild`. */
export const rebuildSchema = z.object({
  /** The site is to hold what was committed up to then. Never moves backwards. */
  wanted: z.date(),
  /** Up to when a build that has arrived holds everything, as far as anybody has noted it. */
  built: z.date().nullable(),
  /** Of the build that is under way. */
  startedAt: z.date().nullable(),
  /** Whether whoever builds has said yes to it. */
  isTaken: z.boolean(),
  /** Builds started for this wish. */
  attempts: z.int().min(0),
  /** The last one since a build has arrived. */
  failure: failureSchema.nullable(),
  /** Since when no attempt was left, until a build arrives. */
  gaveUpAt: z.date().nullable(),
})
export type Rebuild = z.infer<typeof rebuildSchema>

const minute = 60_000

/** Milliseconds in which a build that was taken arrives or says that it failed. */
export const buildPatience = 20 * minute

/** Milliseconds in which whoever starts a build notes whether it was taken. */
export const startPatience = minute / 2

/** Milliseconds to wait after the first, second and third failure; after a fourth there is no more. */
export const retryPauses: readonly number[] = [minute, 5 * minute, 15 * minute]

const nothingUnderWay = { startedAt: null, isTaken: false } as const
const allWell = { attempts: 0, failure: null, gaveUpAt: null } as const

/** Both have lost their microseconds, so an equal one may have been read before. */
const covers = (built: Date | null, wanted: Date) => built !== null && built > wanted

/** The record with this wish, or null where it says as much already. */
export function withWish(rebuild: Rebuild | null, wanted: Date): Rebuild | null {
  if (!rebuild) return { wanted, built: null, ...nothingUnderWay, ...allWell }
  // A new wish is a new hope: whatever failed may have been repaired by it.
  return wanted > rebuild.wanted ? { ...rebuild, wanted, attempts: 0 } : null
}

export function withFailure(rebuild: Rebuild, failure: RebuildFailure): Rebuild {
  const isLast = rebuild.attempts > retryPauses.length
  const gaveUpAt = rebuild.gaveUpAt ?? (isLast ? failure.at : null)
  return { ...rebuild, ...nothingUnderWay, failure, gaveUpAt }
}

/** A build is being started. `startedAt` is for the database to say. */
export function withStart(rebuild: Rebuild): Omit<Rebuild, 'startedAt'> {
  const { startedAt: _, ...rest } = rebuild
  return { ...rest, isTaken: false, attempts: rebuild.attempts + 1 }
}

/**
 * The record with what has become known: that a build has arrived, because the site holds everything
 * up to `built`, or that nothing was heard of one for too long. The same record where it is as it was.
 */
export function settled(rebuild: Rebuild, built: Date, now: Date): Rebuild {
  const { wanted, startedAt } = rebuild
  // Versions of the site stand side by side for a while, and one may be taken back.
  const newest = rebuild.built && rebuild.built > built ? rebuild.built : built
  const hasArrived = startedAt !== null && newest >= startedAt
  const patience = rebuild.isTaken ? buildPatience : startPatience
  const isLost = startedAt !== null && !hasArrived && now.getTime() - startedAt.getTime() > patience
  if (covers(newest, wanted)) {
    const isNoted = covers(rebuild.built, wanted) && !rebuild.failure && rebuild.attempts === 0
    if (isNoted && !hasArrived && !isLost) return rebuild
    const underWay = hasArrived || isLost ? nothingUnderWay : {}
    return { ...rebuild, ...underWay, ...allWell, built: newest }
  }
  // It was whole, and a younger wish waits for the next one.
  if (hasArrived) return { ...rebuild, ...nothingUnderWay, ...allWell, built: newest }
  if (!isLost) return rebuild
  return withFailure(rebuild, { at: now, kind: 'silence', reason: 'Nothing was heard of it.' })
}

export type RebuildStep = 'skip' | 'wait' | 'start' | 'give up'

/** What to do about a settled record. */
export function nextStep(rebuild: Rebuild, now: Date): RebuildStep {
  const { wanted, built, startedAt, attempts, failure } = rebuild
  if (covers(built, wanted)) return 'skip'
  if (startedAt !== null) return 'wait'
  if (attempts > retryPauses.length) return 'give up'
  const pause = attempts === 0 ? 0 : retryPauses[attempts - 1]!
  return failure && now.getTime() < failure.at.getTime() + pause ? 'wait' : 'start'
}

export const rebuildStates = ['ok', 'pending', 'running', 'failed'] as const

export type RebuildStanding = {
  readonly state: (typeof rebuildStates)[number]
  readonly since: Date
  readonly failure: RebuildFailure['kind'] | null
}

/** How it stands, in a word. One that failed for good stays so until a later one arrives. */
export function rebuildStanding(rebuild: Rebuild | null, built: Date): RebuildStanding {
  if (!rebuild) return { state: 'ok', since: built, failure: null }
  const failure = rebuild.failure?.kind ?? null
  if (covers(rebuild.built, rebuild.wanted)) return { state: 'ok', since: rebuild.built!, failure }
  if (rebuild.gaveUpAt) return { state: 'failed', since: rebuild.gaveUpAt, failure }
  if (rebuild.startedAt) return { state: 'running', since: rebuild.startedAt, failure }
  return { state: 'pending', since: rebuild.wanted, failure }
}
