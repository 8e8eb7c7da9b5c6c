/**
 * Limits the calls that forged events cause. Each network's events are verified a few at a time; each
 * confirmed one raises that number. After too many unconfirmed ones, the network is refused for a minute
 * without a call. The state is one isolate's; Cloudflare counts failures for a whole location.
 */
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { PayPalFailure } from '../platform/adapters/paypal-rest.ts'

export type VerificationFailure =
  | { readonly kind: 'forged' }
  | { readonly kind: 'tooManyForged' }
  | { readonly kind: 'unavailable'; readonly reason: string }

export type EventToVerify = {
  readonly network: string
  readonly verifyWithPayPal: () => Promise<Result<boolean, PayPalFailure>>
  /** False if there were too many. */
  readonly countFailure: () => Promise<boolean>
}

/** Simultaneous verifications of a network before any is confirmed. */
export const initialConcurrency = 8
/** Simultaneous verifications of a network at most. */
const maxConcurrency = 200

/** Milliseconds, the same as the rate limit's period. */
const refusalDuration = 60_000
/** Milliseconds; after that, PayPal sends the event again. */
const maxWait = 10_000
/** Milliseconds. */
const pollInterval = 100
/** Milliseconds after which a verification is abandoned: its request has ended. */
const verificationTimeout = 30_000
/** Networks stored before idle ones are dropped. */
const maxNetworks = 1000

type Network = {
  /** The start of each verification in progress. */
  startedAt: number[]
  /** Events confirmed since the last that wasn't. */
  confirmed: number
  refusedUntil: number
}

export function createEventVerifier(now: () => number) {
  const networks = new Map<string, Network>()

  function findNetwork(name: string): Network {
    if (networks.size > maxNetworks) forgetIdle()
    const existing = networks.get(name) ?? { startedAt: [], confirmed: 0, refusedUntil: 0 }
    networks.set(name, existing)
    return existing
  }

  function forgetIdle() {
    for (const [name, { startedAt, refusedUntil }] of networks) {
      if (startedAt.length === 0 && refusedUntil <= now()) networks.delete(name)
    }
  }

  /** Polls: waiting for another request's promise would fail if that request ends. */
  async function acquireSlot(network: Network): Promise<Result<number, VerificationFailure>> {
    const deadline = now() + maxWait
    for (;;) {
      const at = now()
      if (network.refusedUntil > at) return fail({ kind: 'tooManyForged' })
      const running = network.startedAt.filter((start) => at - start < verificationTimeout)
      network.startedAt = running
      if (running.length < Math.min(initialConcurrency + network.confirmed, maxConcurrency)) {
        running.push(at)
        return succeed(at)
      }
      if (at >= deadline) return fail({ kind: 'unavailable', reason: 'too many at once' })
      await new Promise((resolve) => setTimeout(resolve, pollInterval))
    }
  }

  return async function verify({
    network: name,
    verifyWithPayPal,
    countFailure,
  }: EventToVerify): Promise<Result<void, VerificationFailure>> {
    const network = findNetwork(name)
    const slot = await acquireSlot(network)
    if (!slot.ok) return slot
    try {
      const verified = await verifyWithPayPal()
      if (verified.ok && verified.value) {
        network.confirmed++
        return succeed(undefined)
      }
      network.confirmed = 0
      // An event that makes PayPal fail counts too, or it would evade the limit.
      if (!(await countFailure())) network.refusedUntil = now() + refusalDuration
      return fail(
        verified.ok ? { kind: 'forged' } : { kind: 'unavailable', reason: verified.failure.kind },
      )
    } finally {
      const index = network.startedAt.indexOf(slot.value)
      if (index >= 0) network.startedAt.splice(index, 1)
    }
  }
}
