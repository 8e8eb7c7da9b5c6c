/**
 * Only one build runs at a time; failed builds are retried after growing delays. Times in the record are Firestore's;
 * `now` is the caller's, and only used to measure timeouts and delays.
 */
import { z } from 'zod'
import { minute } from './duration.ts'

const failureKinds = ['build', 'start', 'timeout'] as const

const failureSchema = z.object({
  at: z.date(),
  kind: z.enum(failureKinds),
  /** Shown only to the operator, because the reason may name unpublished articles. */
  reason: z.string(),
})
export type RebuildFailure = z.infer<typeof failureSchema>

/** The state of rebuilds, stored as `publishing/rebuild`. */
export const rebuildSchema = z.object({
  /** The site must include everything committed by this time, which only increases. */
  requestedUpTo: z.date(),
  /** The time up to which the site is known to include every commit. */
  builtUpTo: z.date().nullable(),
  startedAt: z.date().nullable(),
  /** Whether the build service has accepted the running build. */
  isAccepted: z.boolean(),
  /** The number of builds started for this request. */
  attempts: z.int().min(0),
  failure: failureSchema.nullable(),
  /** The time when no attempts were left; null again once a build has arrived. */
  gaveUpAt: z.date().nullable(),
})
export type Rebuild = z.infer<typeof rebuildSchema>

/** Milliseconds after which an accepted build counts as failed. */
export const buildTimeout = 20 * minute

/** Milliseconds after which an unconfirmed start counts as failed. */
export const startTimeout = minute / 2

/** In milliseconds, after the first, second and third failure; the fourth is final. */
export const rebuildRetryDelays: readonly number[] = [minute, 5 * minute, 15 * minute]

const noBuildRunning = { startedAt: null, isAccepted: false } as const
const noFailures = { attempts: 0, failure: null, gaveUpAt: null } as const

/** Microseconds are truncated, so if the times are equal, the build may have read before the commit. */
const includesRequest = (builtUpTo: Date | null, requestedUpTo: Date) =>
  builtUpTo !== null && builtUpTo > requestedUpTo

/** Returns null if the record already includes the request. */
export function requestRebuild(rebuild: Rebuild | null, requestedUpTo: Date): Rebuild | null {
  if (!rebuild) return { requestedUpTo, builtUpTo: null, ...noBuildRunning, ...noFailures }
  // A new request may fix whatever failed, so attempts are counted from 0 again.
  return requestedUpTo > rebuild.requestedUpTo ? { ...rebuild, requestedUpTo, attempts: 0 } : null
}

export function recordFailure(rebuild: Rebuild, failure: RebuildFailure): Rebuild {
  const isLastAttempt = rebuild.attempts > rebuildRetryDelays.length
  const gaveUpAt = rebuild.gaveUpAt ?? (isLastAttempt ? failure.at : null)
  return { ...rebuild, ...noBuildRunning, failure, gaveUpAt }
}

/** The database sets `startedAt`. */
export function recordStart(rebuild: Rebuild): Omit<Rebuild, 'startedAt'> {
  const { startedAt: _, ...rest } = rebuild
  return { ...rest, isAccepted: false, attempts: rebuild.attempts + 1 }
}

/**
 * Records that a build has arrived, if the site includes everything up to `builtUpTo`, or that it has timed out.
 * Returns the same record if neither applies.
 */
export function resolveRebuild(rebuild: Rebuild, builtUpTo: Date, now: Date): Rebuild {
  const { requestedUpTo, startedAt } = rebuild
  // Several versions run in parallel for a while, and the site may be rolled back.
  const latestBuilt =
    rebuild.builtUpTo && rebuild.builtUpTo > builtUpTo ? rebuild.builtUpTo : builtUpTo
  const hasArrived = startedAt !== null && latestBuilt >= startedAt
  const timeout = rebuild.isAccepted ? buildTimeout : startTimeout
  const hasTimedOut =
    startedAt !== null && !hasArrived && now.getTime() - startedAt.getTime() > timeout
  if (includesRequest(latestBuilt, requestedUpTo)) {
    const isRecorded =
      includesRequest(rebuild.builtUpTo, requestedUpTo) &&
      !rebuild.failure &&
      rebuild.attempts === 0
    if (isRecorded && !hasArrived && !hasTimedOut) return rebuild
    const runningBuild = hasArrived || hasTimedOut ? noBuildRunning : {}
    return { ...rebuild, ...runningBuild, ...noFailures, builtUpTo: latestBuilt }
  }
  // The build succeeded, and a newer request is waiting for the next one.
  if (hasArrived) return { ...rebuild, ...noBuildRunning, ...noFailures, builtUpTo: latestBuilt }
  if (!hasTimedOut) return rebuild
  return recordFailure(rebuild, {
    at: now,
    kind: 'timeout',
    reason: 'The build service didn’t report back.',
  })
}

export type RebuildStep = 'skip' | 'wait' | 'start' | 'give up'

/** Expects a record from `resolveRebuild`. */
export function decideNextStep(rebuild: Rebuild, now: Date): RebuildStep {
  const { requestedUpTo, builtUpTo, startedAt, attempts, failure } = rebuild
  if (includesRequest(builtUpTo, requestedUpTo)) return 'skip'
  if (startedAt !== null) return 'wait'
  if (attempts > rebuildRetryDelays.length) return 'give up'
  const delay = attempts === 0 ? 0 : rebuildRetryDelays[attempts - 1]!
  return failure && now.getTime() < failure.at.getTime() + delay ? 'wait' : 'start'
}

const rebuildStates = ['ok', 'pending', 'running', 'failed'] as const

export type RebuildStatus = {
  readonly state: (typeof rebuildStates)[number]
  readonly since: Date
  readonly failure: RebuildFailure['kind'] | null
}

/** A final failure remains until a later build arrives. */
export function getRebuildStatus(rebuild: Rebuild | null, builtUpTo: Date): RebuildStatus {
  if (!rebuild) return { state: 'ok', since: builtUpTo, failure: null }
  const failure = rebuild.failure?.kind ?? null
  if (includesRequest(rebuild.builtUpTo, rebuild.requestedUpTo))
    return { state: 'ok', since: rebuild.builtUpTo!, failure }
  if (rebuild.gaveUpAt) return { state: 'failed', since: rebuild.gaveUpAt, failure }
  if (rebuild.startedAt) return { state: 'running', since: rebuild.startedAt, failure }
  return { state: 'pending', since: rebuild.requestedUpTo, failure }
}
