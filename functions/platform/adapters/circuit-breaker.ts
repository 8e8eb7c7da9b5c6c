/**
 * Stops calling a service for a while after several failed calls in a row. Also limits simultaneous calls: a Worker has
 * six connections (Cloudflare Workers' limits), and a hanging service must not use them all.
 */
import { fail, type Result } from '../../../src/domain/result.ts'
import type { PayPal } from './paypal.ts'
import type { PayPalFailure } from './paypal-rest.ts'

/** Consecutive failed calls that open the breaker. */
const failureThreshold = 3

/** In milliseconds. Less than the interval between two cron runs. */
export const breakerOpenDuration = 30_000

export type CircuitBreaker = {
  isOpen(): boolean
  /** Null while closed. Passing the time to a later run keeps the breaker open. */
  openUntil(): Date | null
  /** Fails immediately while the breaker is open. */
  call<Value>(
    make: () => Promise<Result<Value, PayPalFailure>>,
  ): Promise<Result<Value, PayPalFailure>>
}

const isUnanswered = (result: Result<unknown, PayPalFailure>) =>
  !result.ok && result.failure.kind === 'unavailable' && !result.failure.isFromPayPal

export function createCircuitBreaker(options: {
  readonly maxConcurrent: number
  readonly openUntil: Date | null
  readonly now: () => Date
}): CircuitBreaker {
  const { now } = options
  let openUntil = options.openUntil
  let failuresInRow = 0
  let openCalls = 0
  let waitingCalls: (() => void)[] = []

  const isOpen = () => openUntil !== null && now() < openUntil
  // After the pause the breaker is half open: one call tests the service while the others wait.
  const isAtCapacity = () => openCalls >= (openUntil === null ? options.maxConcurrent : 1)

  function recordResult(result: Result<unknown, PayPalFailure>) {
    failuresInRow = isUnanswered(result) ? failuresInRow + 1 : 0
    if (failuresInRow === 0) openUntil = null
    else if (openUntil !== null || failuresInRow >= failureThreshold) {
      openUntil = new Date(now().getTime() + breakerOpenDuration)
    }
  }

  return {
    isOpen,
    openUntil: () => openUntil,
    async call(make) {
      while (!isOpen() && isAtCapacity()) await new Promise<void>((next) => waitingCalls.push(next))
      if (isOpen()) return fail({ kind: 'unavailable', reason: 'not called: circuit breaker open' })
      openCalls++
      try {
        const result = await make()
        recordResult(result)
        return result
      } finally {
        openCalls--
        const freed = waitingCalls
        waitingCalls = []
        for (const next of freed) next()
      }
    },
  }
}

export function withCircuitBreaker(paypal: PayPal, breaker: CircuitBreaker): PayPal {
  // `checkTransmission` makes no call.
  const { checkTransmission, ...calls } = paypal
  type Method = (...parameters: unknown[]) => Promise<Result<unknown, PayPalFailure>>
  const methods = Object.entries(calls) as [string, Method][]
  const guardedCalls = Object.fromEntries(
    methods.map(([name, method]) => [
      name,
      (...parameters: unknown[]) => breaker.call(() => method(...parameters)),
    ]),
  ) as typeof calls
  return { checkTransmission, ...guardedCalls }
}
