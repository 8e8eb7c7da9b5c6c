/**
 * A circuit breaker: a service that didn't answer several times in a row isn't called for a while, and
 * then one call finds out whether it is back. It also bounds the calls that are open at the same time,
 * because a Worker has six connections for everything it does, and a service that hangs must not use
 * them all. Facts: "Simultaneous open connections" in the limits of Cloudflare Workers.
 */
import { fail, type Result } from '../../src/domain/result.ts'
import type { PayPal } from './paypal.ts'
import type { PayPalFailure } from './paypal-wire.ts'

/** Calls without an answer, in a row, that open it. */
const tolerated = 3

/** Milliseconds for which an open breaker lets nothing through. Less than between two cron runs. */
export const breakerPause = 30_000

export type CircuitBreaker = {
  /** Whether calls fail without being made. */
  isOpen(): boolean
  /** When a call is let through again; null while closed. A later run can begin with it. */
  awayUntil(): Date | null
  /** Makes the call, or fails at once while the breaker is open. */
  call<Value>(
    make: () => Promise<Result<Value, PayPalFailure>>,
  ): Promise<Result<Value, PayPalFailure>>
}

const isUnanswered = (result: Result<unknown, PayPalFailure>) =>
  !result.ok && result.failure.kind === 'unavailable' && !result.failure.isAnswered

export function createCircuitBreaker(options: {
  readonly atOnce: number
  /** As an earlier breaker left it. */
  readonly awayUntil: Date | null
  readonly now: () => Date
}): CircuitBreaker {
  const { now } = options
  let awayUntil = options.awayUntil
  let unanswered = 0
  let open = 0
  let waiting: (() => void)[] = []

  const isOpen = () => awayUntil !== null && now() < awayUntil
  // After the pause the breaker is half open: one call finds out, and the others wait for it.
  const isFull = () => open >= (awayUntil === null ? options.atOnce : 1)

  function note(result: Result<unknown, PayPalFailure>) {
    unanswered = isUnanswered(result) ? unanswered + 1 : 0
    if (unanswered === 0) awayUntil = null
    else if (awayUntil !== null || unanswered >= tolerated) {
      awayUntil = new Date(now().getTime() + breakerPause)
    }
  }

  return {
    isOpen,
    awayUntil: () => awayUntil,
    async call(make) {
      while (!isOpen() && isFull()) await new Promise<void>((next) => waiting.push(next))
      if (isOpen()) return fail({ kind: 'unavailable', reason: 'not called: circuit breaker open' })
      open++
      try {
        const result = await make()
        note(result)
        return result
      } finally {
        open--
        const freed = waiting
        waiting = []
        for (const next of freed) next()
      }
    },
  }
}

/** The same PayPal, every call of which goes through the breaker. */
export function withCircuitBreaker(paypal: PayPal, breaker: CircuitBreaker): PayPal {
  // Judges headers, and calls nobody.
  const { problemOf, ...calls } = paypal
  type Method = (...given: unknown[]) => Promise<Result<unknown, PayPalFailure>>
  const methods = Object.entries(calls) as [string, Method][]
  const guarded = Object.fromEntries(
    methods.map(([name, method]) => [
      name,
      (...given: unknown[]) => breaker.call(() => method(...given)),
    ]),
  ) as typeof calls
  return { problemOf, ...guarded }
}
