/**
 * Limits the calls that forged events cause. A few events from each network are verified at the same time, and each
 * confirmed event raises that number. After too many unconfirmed ones, the network is refused for a minute without a
 * call. The state belongs to one isolate; Cloudflare counts failures for a whole location.
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
  /** Returns false if there were too many failures. */
  readonly countFailure: () => Promise<boolean>
}

/** Simultaneous verifications for a network before any event is confirmed. */
export const initialConcurrency = 8
/** The maximum number of simultaneous verifications for a network. */
const maxConcurrency = 200

/** In milliseconds, the same as the rate limit's period. */
const refusalDuration = 60_000
/** In milliseconds. After that, PayPal sends the event again. */
const maxWait = 10_000
/** In milliseconds. */
const pollInterval = 100
/** Milliseconds after which a verification is abandoned, because its request has ended. */
const verificationTimeout = 30_000
/** The number of networks stored before idle ones are dropped. */
const maxNetworks = 1000

type Network = {
  /** The start times of the verifications in progress. */
  startedAt: number[]
  /** Events confirmed since the last unconfirmed one. */
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

  /** Polls, because waiting for another request's promise fails if that request ends. */
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
      if (at >= deadline) return fail({ kind: 'unavailable', reason: 'too many at the same time' })
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
      // An event that makes PayPal fail counts too, or it would bypass the limit.
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
