import { beforeEach, describe, expect, it } from 'vitest'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import {
  breakerOpenDuration,
  type CircuitBreaker,
  createCircuitBreaker,
} from './circuit-breaker.ts'
import type { PayPalFailure } from './paypal-rest.ts'

const unanswered = fail({ kind: 'unavailable', reason: 'TimeoutError' } as const)
const serverError = fail({
  kind: 'unavailable',
  reason: '500 INTERNAL_SERVER_ERROR',
  isFromPayPal: true,
} as const)

let now: Date
let breaker: CircuitBreaker
let calls: number

beforeEach(() => {
  now = new Date('2026-11-20T12:00:00Z')
  calls = 0
  breaker = createCircuitBreaker({ maxConcurrent: 3, openUntil: null, now: () => now })
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

function startPendingCall() {
  const { promise, resolve } = Promise.withResolvers<Result<string, PayPalFailure>>()
  const result = breaker.call(() => {
    calls++
    return promise
  })
  return { respond: resolve, result }
}

const flushPromises = () => new Promise((done) => setImmediate(done))

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

  it('stays closed after errors', async () => {
    for (let times = 0; times < 100; times++) await call(serverError)
    await call(fail({ kind: 'notFound' }))
    expect(breaker.isOpen()).toBe(false)
    expect(breaker.openUntil()).toBeNull()
  })

  it('makes three calls at a time', async () => {
    const pending = Array.from({ length: 5 }, startPendingCall)
    await flushPromises()
    expect(calls).toBe(3)
    pending[0]!.respond(succeed('one'))
    await flushPromises()
    expect(calls).toBe(4)
    for (const { respond } of pending) respond(succeed('all'))
    const results = await Promise.all(pending.map(({ result }) => result))
    expect(results.every(({ ok }) => ok)).toBe(true)
  })

  it('continues after a call that throws', async () => {
    for (let times = 0; times < 4; times++) {
      await expect(breaker.call(() => Promise.reject(new TypeError()))).rejects.toThrow(TypeError)
    }
    expect(await call(succeed('well'))).toEqual(succeed('well'))
  })
})

describe('an open breaker', () => {
  beforeEach(open)

  it('fails calls without making them', async () => {
    expect(await call(succeed('never'))).toMatchObject({ failure: { kind: 'unavailable' } })
    expect(calls).toBe(0)
  })

  it('makes one call after the pause, and closes if it succeeds', async () => {
    now = new Date(now.getTime() + breakerOpenDuration)
    expect(breaker.isOpen()).toBe(false)
    const pending = Array.from({ length: 3 }, startPendingCall)
    await flushPromises()
    expect(calls).toBe(1)
    for (const { respond } of pending) respond(serverError)
    await flushPromises()
    expect(calls).toBe(3)
    expect(breaker.openUntil()).toBeNull()
  })

  it('stays open for another pause if that call fails', async () => {
    now = new Date(now.getTime() + breakerOpenDuration)
    const pending = Array.from({ length: 3 }, startPendingCall)
    pending[0]!.respond(unanswered)
    const results = await Promise.all(pending.map(({ result }) => result))
    expect(calls).toBe(1)
    expect(results.every(({ ok }) => !ok)).toBe(true)
    expect(breaker.openUntil()).toEqual(new Date(now.getTime() + breakerOpenDuration))
  })

  it('stays open in a later run', async () => {
    const openUntil = breaker.openUntil()
    breaker = createCircuitBreaker({ maxConcurrent: 3, openUntil, now: () => now })
    expect(breaker.isOpen()).toBe(true)
  })
})
