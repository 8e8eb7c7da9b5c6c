/**
 * Has PayPal verify events, and bounds what forged ones cost, because each verification is a call to
 * PayPal. The events of one network are verified a few at a time, and each that is confirmed lets one
 * more pass at a time, so that a genuine burst soon flows. Once too many of a network's events weren't
 * confirmed, the others are refused for a minute without a call. The state is one isolate's; failures
 * are counted by Cloudflare, for all isolates of a location.
 */
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { PayPalFailure } from '../adapters/paypal-wire.ts'

export type VerificationFailure =
  | { readonly kind: 'forged' }
  /** Not verified: too many events of this network weren't confirmed. */
  | { readonly kind: 'tooManyForged' }
  | { readonly kind: 'unavailable'; readonly reason: string }

export type EventToVerify = {
  readonly network: string
  /** Whether PayPal confirms the event. */
  readonly ask: () => Promise<Result<boolean, PayPalFailure>>
  /** Counts one that wasn't confirmed; false if that was one too many. */
  readonly countFailure: () => Promise<boolean>
}

/** Verifications of one network that are under way at a time, before any event of it is confirmed. */
export const fewAtATime = 8
/** The same, however many have been confirmed. */
const mostAtATime = 200

/** Milliseconds for which a network is refused: as long as the limit's period. */
const refusedFor = 60_000
/** Milliseconds that an event waits for its turn; after that, PayPal sends it again. */
const longestWait = 10_000
/** Milliseconds between two looks whether it is its turn. */
const lookEvery = 100
/** Milliseconds after which a verification must have been cut off, with its request. */
const lostAfter = 30_000
/** Networks that are remembered before the idle ones are forgotten. */
const manyNetworks = 1000

type Network = {
  /** When each verification that is under way began. */
  begun: number[]
  /** Events confirmed since the last that wasn't. */
  confirmed: number
  refusedUntil: number
}

export function createEventVerifier(now: () => number) {
  const networks = new Map<string, Network>()

  function find(name: string): Network {
    if (networks.size > manyNetworks) forgetIdle()
    const known = networks.get(name) ?? { begun: [], confirmed: 0, refusedUntil: 0 }
    networks.set(name, known)
    return known
  }

  function forgetIdle() {
    for (const [name, { begun, refusedUntil }] of networks) {
      if (begun.length === 0 && refusedUntil <= now()) networks.delete(name)
    }
  }

  /**
   * Polls, and doesn't wait for another request's promise: one that is cut off would never resolve it,
   * and the turn would be lost.
   */
  async function takeTurn(network: Network): Promise<Result<number, VerificationFailure>> {
    const deadline = now() + longestWait
    for (;;) {
      const at = now()
      if (network.refusedUntil > at) return fail({ kind: 'tooManyForged' })
      network.begun = network.begun.filter((begun) => at - begun < lostAfter)
      if (network.begun.length < Math.min(fewAtATime + network.confirmed, mostAtATime)) {
        network.begun.push(at)
        return succeed(at)
      }
      if (at >= deadline) return fail({ kind: 'unavailable', reason: 'too many at once' })
      await new Promise((resolve) => setTimeout(resolve, lookEvery))
    }
  }

  function endTurn(network: Network, turn: number) {
    const place = network.begun.indexOf(turn)
    if (place >= 0) network.begun.splice(place, 1)
  }

  return async function verify({
    network: name,
    ask,
    countFailure,
  }: EventToVerify): Promise<Result<void, VerificationFailure>> {
    const network = find(name)
    const turn = await takeTurn(network)
    if (!turn.ok) return turn
    try {
      const verified = await ask()
      if (verified.ok && verified.value) {
        network.confirmed++
        return succeed(undefined)
      }
      network.confirmed = 0
      // An event that makes PayPal fail counts too, or it would be a way past the limit.
      if (!(await countFailure())) network.refusedUntil = now() + refusedFor
      return fail(
        verified.ok ? { kind: 'forged' } : { kind: 'unavailable', reason: verified.failure.kind },
      )
    } finally {
      endTurn(network, turn.value)
    }
  }
}
