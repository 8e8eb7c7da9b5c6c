/**
 * One build at a time; failed builds are retried after growing delays. Times in the record are
 * Firestore's; `now` is the caller's and only measures timeouts and delays.
 */
import { z } from 'zod'
import { minute } from './duration.ts'

const failureKinds = ['build', 'start', 'timeout'] as const

const failureSchema = z.object({
  at: z.date(),
  kind: z.enum(failureKinds),
  /** Shown only to the operator, because it may name unpublished articles. */
  reason: z.string(),
})
export type RebuildFailure = z.infer<typeof failureSchema>

/** `publishing/rebuild`. */
export const rebuildSchema = z.object({
  /** The site must include everything committed by then. Only increases. */
  requestedUpTo: z.date(),
  /** Everything committed before is included in an arrived build, as far as recorded. */
  builtUpTo: z.date().nullable(),
  startedAt: z.date().nullable(),
  /** Whether the build service has accepted the running build. */
  isAccepted: z.boolean(),
  /** Builds started for this request. */
  attempts: z.int().min(0),
  failure: failureSchema.nullable(),
  /** Set when no attempt is left, until a build arrives. */
  gaveUpAt: z.date().nullable(),
})
export type Rebuild = z.infer<typeof rebuildSchema>

/** Milliseconds until an accepted build counts as failed. */
export const buildTimeout = 20 * minute

/** Milliseconds until an unconfirmed start counts as failed. */
export const startTimeout = minute / 2

/** Milliseconds after the first, second and third failure; a fourth is final. */
export const rebuildRetryDelays: readonly number[] = [minute, 5 * minute, 15 * minute]

const noBuildRunning = { startedAt: null, isAccepted: false } as const
const noFailures = { attempts: 0, failure: null, gaveUpAt: null } as const

/** Microseconds are cut off, so with an equal time the build may have read before the commit. */
const includesRequest = (builtUpTo: Date | null, requestedUpTo: Date) =>
  builtUpTo !== null && builtUpTo > requestedUpTo

/** Null if the record already includes the request. */
export function requestRebuild(rebuild: Rebuild | null, requestedUpTo: Date): Rebuild | null {
  if (!rebuild) return { requestedUpTo, builtUpTo: null, ...noBuildRunning, ...noFailures }
  // A new request may repair whatever failed, so attempts start again.
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
 * Records an arrived build, if the site includes everything up to `builtUpTo`, or a timeout. Returns the
 * same record if neither applies.
 */
export function resolveRebuild(rebuild: Rebuild, builtUpTo: Date, now: Date): Rebuild {
  const { requestedUpTo, startedAt } = rebuild
  // Several versions run in parallel for a while, and one may be rolled back.
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
  // The build succeeded, and a newer request waits for the next one.
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

/** A final failure stays until a later build arrives. */
export function getRebuildStatus(rebuild: Rebuild | null, builtUpTo: Date): RebuildStatus {
  if (!rebuild) return { state: 'ok', since: builtUpTo, failure: null }
  const failure = rebuild.failure?.kind ?? null
  if (includesRequest(rebuild.builtUpTo, rebuild.requestedUpTo))
    return { state: 'ok', since: rebuild.builtUpTo!, failure }
  if (rebuild.gaveUpAt) return { state: 'failed', since: rebuild.gaveUpAt, failure }
  if (rebuild.startedAt) return { state: 'running', since: rebuild.startedAt, failure }
  return { state: 'pending', since: rebuild.requestedUpTo, failure }
}
