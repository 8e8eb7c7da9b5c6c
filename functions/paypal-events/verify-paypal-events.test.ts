import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { PayPalFailure } from '../platform/adapters/paypal-rest.ts'
import { createEventVerifier, initialConcurrency } from './verify-paypal-events.ts'

type Verified = Result<boolean, PayPalFailure>

let verify: ReturnType<typeof createEventVerifier>
let pendingVerifications: ((verified: Verified) => void)[]
let failuresLeft: number

beforeEach(() => {
  vi.useFakeTimers()
  verify = createEventVerifier(Date.now)
  pendingVerifications = []
  failuresLeft = 3
})
afterEach(() => {
  vi.useRealTimers()
})

const send = (network = 'a network') =>
  verify({
    network,
    verifyWithPayPal: () => new Promise<Verified>((answer) => pendingVerifications.push(answer)),
    countFailure: async () => --failuresLeft >= 0,
  })

async function answerAll(verified: Verified) {
  await flushPromises()
  while (pendingVerifications.length > 0) {
    for (const answer of pendingVerifications.splice(0)) answer(verified)
    await vi.advanceTimersByTimeAsync(100)
  }
}

const kindsOf = async (sent: readonly ReturnType<typeof send>[]) =>
  (await Promise.all(sent)).map((result) => (result.ok ? 'genuine' : result.failure.kind))

const flushPromises = () => vi.advanceTimersByTimeAsync(0)

const repeat = <Value>(count: number, make: () => Value) => Array.from({ length: count }, make)

describe('events from one network', () => {
  it('are all verified, first a few at a time and then more and more', async () => {
    const sent = repeat(1000, () => send())
    const concurrencies: number[] = []
    await flushPromises()
    for (
      let verifying = pendingVerifications;
      verifying.length > 0;
      verifying = pendingVerifications
    ) {
      concurrencies.push(verifying.length)
      pendingVerifications = []
      for (const answer of verifying) answer(succeed(true))
      await vi.advanceTimersByTimeAsync(400)
    }
    expect(concurrencies.slice(0, 6)).toEqual([8, 16, 32, 64, 128, 200])
    expect(await kindsOf(sent)).toEqual(repeat(1000, () => 'genuine'))
  })

  it('are verified a few at a time again after an unconfirmed event', async () => {
    const sent = repeat(20, () => send())
    await answerAll(succeed(true))
    await Promise.all(sent)
    const forged = send()
    await answerAll(succeed(false))
    expect(await kindsOf([forged])).toEqual(['forged'])
    void repeat(20, () => send())
    await flushPromises()
    expect(pendingVerifications).toHaveLength(initialConcurrency)
  })

  it.each<[string, Verified]>([
    ['they aren’t confirmed', succeed(false)],
    ['PayPal fails', fail({ kind: 'unavailable', reason: 'status 500' })],
    ['PayPal doesn’t understand them', fail({ kind: 'refused', issue: 'VALIDATION_ERROR' })],
  ])('are verified only a few at a time if %s', async (_, verified) => {
    const sent = repeat(50, () => send())
    await answerAll(verified)
    const kinds = await kindsOf(sent)
    const refused = kinds.filter((kind) => kind === 'tooManyForged')
    expect(refused).toHaveLength(50 - initialConcurrency)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(await kindsOf([send()])).toEqual(['tooManyForged'])
    await vi.advanceTimersByTimeAsync(1000)
    failuresLeft = 3
    const later = send()
    await answerAll(succeed(true))
    expect(await kindsOf([later])).toEqual(['genuine'])
  })

  it('wait at most ten seconds for earlier verifications', async () => {
    void repeat(initialConcurrency, () => send())
    const waiting = send()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await kindsOf([waiting])).toEqual(['unavailable'])
  })

  it('don’t wait for interrupted verifications', async () => {
    void repeat(initialConcurrency, () => send())
    await vi.advanceTimersByTimeAsync(30_000)
    const next = send()
    await flushPromises()
    pendingVerifications.at(-1)!(succeed(true))
    expect(await kindsOf([next])).toEqual(['genuine'])
  })

  it('don’t wait for another network’s events', async () => {
    void repeat(initialConcurrency, () => send('another network'))
    void send()
    await flushPromises()
    expect(pendingVerifications).toHaveLength(initialConcurrency + 1)
  })
})
