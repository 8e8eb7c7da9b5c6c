/**
 * Whoever receives events, by Segment's HTTP API: one call of `POST /v1/batch` with the write key as
 * the name of HTTP's basic authentication. Never logs an event or the key.
 */
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { DeliveredEvent } from '../analytics/accept-events.ts'

/** Fails with a reason that names no address and no payload. */
export type EventReceiver = (
  batch: readonly DeliveredEvent[],
  sentAt: Date,
) => Promise<Result<void, string>>

export function createEventReceiver(options: {
  /** `https://api.segment.io`, or another origin that speaks as it does. */
  readonly url: string
  readonly writeKey: string
  /** Milliseconds. */
  readonly timeout: number
}): EventReceiver {
  const address = new URL('/v1/batch', options.url)
  const authorization = `Basic ${btoa(`${options.writeKey}:`)}`
  return async (batch, sentAt) => {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify({ batch, sentAt: sentAt.toISOString() }),
        signal: AbortSignal.timeout(options.timeout),
      })
      await response.body?.cancel()
      return response.ok ? succeed(undefined) : fail(`status ${response.status}`)
    } catch (error) {
      return fail(error instanceof Error ? error.name : 'unknown')
    }
  }
}
