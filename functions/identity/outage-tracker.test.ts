import { beforeEach, describe, expect, it } from 'vitest'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { identifyCaller } from './caller.ts'
import { createOutageTracker, type OutageTracker, outageRetryDelay } from './outage-tracker.ts'
import { createTokens } from './session-tokens.ts'

const tokens = createTokens(keyringSchema.parse(`1:${Buffer.alloc(32, 7).toString('base64')}`))
const start = new Date('2026-11-01T12:00:00Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const retryDelay = outageRetryDelay / 1000
const subscribed = resolveEntitlement(
  subscriptionRecordSchema.parse({
    subscription: {
      state: 'active',
      plan: 'annual_99',
      provider: 'I-1',
      paidThrough: start,
    },
  }),
  start,
)

let tracker: OutageTracker
let isUp: boolean
let reads: number
const fields = { first_name: '', last_name: '', email: 'someone@example.com', createdAt: start }
const record = { id: 'someone', fields, updateTime: start.toISOString() }
const firestore = {
  async getAll() {
    reads++
    return isUp ? succeed([record, null]) : fail({ kind: 'unavailable', reason: 'TimeoutError' })
  },
} as Partial<Firestore> as Firestore

beforeEach(() => {
  tracker = createOutageTracker()
  isUp = false
  reads = 0
})

async function identify(now: Date, hasPass = true) {
  const cookie = await tokens.issueSession('someone', start, start)
  const session = await tokens.readSession(cookie, now)
  const pass = hasPass ? await tokens.issuePass('someone', subscribed, later(-3600)) : undefined
  return identifyCaller({ session, pass }, { tokens, firestore, outageTracker: tracker, now })
}

const openPassResult = {
  ok: true,
  value: { kind: 'reader', entitlement: { entitled: true }, record: null },
}

describe('while the database is unavailable', () => {
  it('one reader per interval waits, and the others read straight away', async () => {
    for (const second of [0, 1, retryDelay - 1])
      expect(await identify(later(second))).toMatchObject(openPassResult)
    expect(reads).toBe(1)
    for (const second of [0, 1, retryDelay - 1]) {
      expect(await identify(later(retryDelay + second))).toMatchObject(openPassResult)
    }
    expect(reads).toBe(2)
  })

  it('other readers don’t wait for one reader’s attempt', async () => {
    await identify(start)
    await Promise.all([0, 0, 0].map(() => identify(later(retryDelay))))
    expect(reads).toBe(2)
  })

  it('readers without a pass are always looked up', async () => {
    await identify(start)
    for (const second of [1, 2, 3]) {
      expect(await identify(later(second), false)).toMatchObject({ ok: false })
    }
    expect(reads).toBe(4)
  })
})

describe('when the database is available again', () => {
  it('the next attempt succeeds, and readers are looked up again', async () => {
    await identify(start)
    isUp = true
    expect(await identify(later(1))).toMatchObject(openPassResult)
    expect(await identify(later(2), false)).toMatchObject({ value: { record: expect.anything() } })
    expect(await identify(later(3))).toMatchObject({ value: { record: expect.anything() } })
  })
})
