import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { PayPalFailure } from '../adapters/paypal-wire.ts'
import { createEventVerifier, fewAtATime } from './verify-events.ts'

type Verified = Result<boolean, PayPalFailure>

let verify: ReturnType<typeof createEventVerifier>
/** Every verification that was asked for, with what answers it. */
let asked: ((verified: Verified) => void)[]
/** How many failures a network may still have. */
let left: number

beforeEach(() => {
  vi.useFakeTimers()
  verify = createEventVerifier(Date.now)
  asked = []
  left = 3
})
afterEach(() => {
  vi.useRealTimers()
})

const send = (network = 'a network') =>
  verify({
    network,
    ask: () => new Promise<Verified>((answer) => asked.push(answer)),
    countFailure: async () => --left >= 0,
  })

/** Answers all that are under way, until none is left. */
async function answerAll(verified: Verified) {
  await now()
  while (asked.length > 0) {
    for (const answer of asked.splice(0)) answer(verified)
    await vi.advanceTimersByTimeAsync(100)
  }
}

const kindsOf = async (sent: readonly ReturnType<typeof send>[]) =>
  (await Promise.all(sent)).map((result) => (result.ok ? 'genuine' : result.failure.kind))

/** Lets everything happen that needs no time. */
const now = () => vi.advanceTimersByTimeAsync(0)

const many = <Value>(count: number, make: () => Value) => Array.from({ length: count }, make)

describe('events of one network', () => {
  it('are verified a few at a time, then more and more, and all of them', async () => {
    const sent = many(1000, () => send())
    const atATime: number[] = []
    await now()
    for (let verifying = asked; verifying.length > 0; verifying = asked) {
      atATime.push(verifying.length)
      asked = []
      for (const answer of verifying) answer(succeed(true))
      await vi.advanceTimersByTimeAsync(400)
    }
    expect(atATime.slice(0, 6)).toEqual([8, 16, 32, 64, 128, 200])
    expect(await kindsOf(sent)).toEqual(many(1000, () => 'genuine'))
  })

  it('are verified a few at a time again after one that wasn’t confirmed', async () => {
    const sent = many(20, () => send())
    await answerAll(succeed(true))
    await Promise.all(sent)
    const forged = send()
    await answerAll(succeed(false))
    expect(await kindsOf([forged])).toEqual(['forged'])
    void many(20, () => send())
    await now()
    expect(asked).toHaveLength(fewAtATime)
  })

  it.each<[string, Verified]>([
    ['are not confirmed', succeed(false)],
    ['PayPal fails at', fail({ kind: 'unavailable', reason: 'status 500' })],
    ['PayPal doesn’t understand', fail({ kind: 'refused', issue: 'VALIDATION_ERROR' })],
  ])('that %s are not verified without end', async (_, verified) => {
    const sent = many(50, () => send())
    await answerAll(verified)
    const kinds = await kindsOf(sent)
    const refused = kinds.filter((kind) => kind === 'tooManyForged')
    expect(refused).toHaveLength(50 - fewAtATime)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(await kindsOf([send()])).toEqual(['tooManyForged'])
    await vi.advanceTimersByTimeAsync(1000)
    left = 3
    const later = send()
    await answerAll(succeed(true))
    expect(await kindsOf([later])).toEqual(['genuine'])
  })

  it('wait ten seconds for PayPal, and are sent again', async () => {
    void many(fewAtATime, () => send())
    const waiting = send()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await kindsOf([waiting])).toEqual(['unavailable'])
  })

  it('don’t wait for those that were cut off', async () => {
    void many(fewAtATime, () => send())
    await vi.advanceTimersByTimeAsync(30_000)
    const next = send()
    await now()
    asked.at(-1)!(succeed(true))
    expect(await kindsOf([next])).toEqual(['genuine'])
  })

  it('don’t wait for another network’s', async () => {
    void many(fewAtATime, () => send('another network'))
    void send()
    await now()
    expect(asked).toHaveLength(fewAtATime + 1)
  })
})
