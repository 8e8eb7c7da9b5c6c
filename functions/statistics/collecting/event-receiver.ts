/** Delivers analytics events through Segment's HTTP API (`POST /v1/batch`). Never logs an event or the key. */
import type { Result } from '../../../src/domain/result.ts'
import { notifyService } from '../../platform/adapters/call-service.ts'
import type { AcceptedEvent } from './accept-events.ts'

export type DeliveredEvent = AcceptedEvent & {
  /** The browser's id for the third party. */
  readonly anonymousId: string
}

/** The failure's reason contains no address and no payload. */
export type EventReceiver = (
  batch: readonly DeliveredEvent[],
  sentAt: Date,
) => Promise<Result<void, string>>

export function createEventReceiver(options: {
  /** `https://api.segment.io`, or a compatible service. */
  readonly url: string
  readonly writeKey: string
  /** In milliseconds. */
  readonly timeout: number
}): EventReceiver {
  const endpointUrl = new URL('/v1/batch', options.url)
  const authorization = `Basic ${btoa(`${options.writeKey}:`)}`
  return (batch, sentAt) =>
    notifyService(
      () =>
        new Request(endpointUrl, {
          method: 'POST',
          headers: { Authorization: authorization, 'Content-Type': 'application/json' },
          body: JSON.stringify({ batch, sentAt: sentAt.toISOString() }),
        }),
      options.timeout,
    )
}
