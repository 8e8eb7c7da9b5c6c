import { beforeEach, describe, expect, it } from 'vitest'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { breakerPause, type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts'
import type { PayPalFailure } from './paypal-wire.ts'

const unanswered = fail({ kind: 'unavailable', reason: 'TimeoutError' } as const)
const serverError = fail({
  kind: 'unavailable',
  reason: '500 INTERNAL_SERVER_ERROR',
  isAnswered: true,
} as const)

let now: Date
let breaker: CircuitBreaker
let calls: number

beforeEach(() => {
  now = new Date('2026-11-20T12:00:00Z')
  calls = 0
  breaker = createCircuitBreaker({ atOnce: 3, awayUntil: null, now: () => now })
})

const call = (result: Result<string, PayPalFailure>) =>
  breaker.call(async () => {
    calls++
    return result
  })

async function open() {
  for (let times = 0; times < 3; times++) await call(unanswered)
  expect(breaker.isOpen()).toBe(true)
  calls = 0
}

/** A call that is answered when the test says so. */
function pendingCall() {
  const { promise, resolve } = Promise.withResolvers<Result<string, PayPalFailure>>()
  const result = breaker.call(() => {
    calls++
    return promise
  })
  return { answer: resolve, result }
}

const settle = () => new Promise((done) => setImmediate(done))

describe('a closed breaker', () => {
  it('opens after three calls in a row without an answer', async () => {
    await call(unanswered)
    await call(unanswered)
    await call(succeed('well'))
    await call(unanswered)
    await call(unanswered)
    expect(breaker.isOpen()).toBe(false)
    await call(unanswered)
    expect(breaker.isOpen()).toBe(true)
  })

  it('stays closed however often a request is answered with an error', async () => {
    for (let times = 0; times < 100; times++) await call(serverError)
    await call(fail({ kind: 'notFound' }))
    expect(breaker.isOpen()).toBe(false)
    expect(breaker.awayUntil()).toBeNull()
  })

  it('makes three calls at the same time, and the others after them', async () => {
    const pending = Array.from({ length: 5 }, pendingCall)
    await settle()
    expect(calls).toBe(3)
    pending[0]!.answer(succeed('one'))
    await settle()
    expect(calls).toBe(4)
    for (const { answer } of pending) answer(succeed('all'))
    const results = await Promise.all(pending.map(({ result }) => result))
    expect(results.every(({ ok }) => ok)).toBe(true)
  })

  it('frees the place of a call that throws', async () => {
    for (let times = 0; times < 4; times++) {
      await expect(breaker.call(() => Promise.reject(new TypeError()))).rejects.toThrow(TypeError)
    }
    expect(await call(succeed('well'))).toEqual(succeed('well'))
  })
})

describe('an open breaker', () => {
  beforeEach(open)

  it('fails calls without making them, those too that were waiting for a place', async () => {
    expect(await call(succeed('never'))).toMatchObject({ failure: { kind: 'unavailable' } })
    expect(calls).toBe(0)
  })

  it('finds out with one call after the pause, and closes when it is answered', async () => {
    now = new Date(now.getTime() + breakerPause)
    expect(breaker.isOpen()).toBe(false)
    const pending = Array.from({ length: 3 }, pendingCall)
    await settle()
    expect(calls).toBe(1)
    for (const { answer } of pending) answer(serverError)
    await settle()
    expect(calls).toBe(3)
    expect(breaker.awayUntil()).toBeNull()
  })

  it('stays open for another pause if that call is not answered', async () => {
    now = new Date(now.getTime() + breakerPause)
    const pending = Array.from({ length: 3 }, pendingCall)
    pending[0]!.answer(unanswered)
    const results = await Promise.all(pending.map(({ result }) => result))
    expect(calls).toBe(1)
    expect(results.every(({ ok }) => !ok)).toBe(true)
    expect(breaker.awayUntil()).toEqual(new Date(now.getTime() + breakerPause))
  })

  it('is continued by the breaker of a later run', async () => {
    const awayUntil = breaker.awayUntil()
    breaker = createCircuitBreaker({ atOnce: 3, awayUntil, now: () => now })
    expect(breaker.isOpen()).toBe(true)
  })
})
