import { beforeEach, describe, expect, it } from 'vitest'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { standing } from '../../src/domain/standing.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription.ts'
import type { Firestore } from '../adapters/firestore.ts'
import { createOutage, type Outage, outagePause } from './outage.ts'
import { identifyCaller } from './reader.ts'
import { createTokens } from './tokens.ts'

const tokens = createTokens(keyringSchema.parse(`1:${Buffer.alloc(32, 7).toString('base64')}`))
const start = new Date('2026-11-01T12:00:00Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const pause = outagePause / 1000
const subscribed = standing(
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

let outage: Outage
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
  outage = createOutage()
  isUp = false
  reads = 0
})

/** A reader whose pass is an hour old, or who has none. */
async function identify(now: Date, hasPass = true) {
  const session = await tokens.issueSession('someone', start, start)
  const pass = hasPass ? await tokens.issuePass('someone', subscribed, later(-3600)) : undefined
  return identifyCaller({ session, pass }, { tokens, firestore, outage, now })
}

const open = { ok: true, value: { kind: 'reader', standing: { entitled: true }, record: null } }

describe('while the database is away', () => {
  it('one reader in a while finds out, and the others read on at once', async () => {
    for (const second of [0, 1, pause - 1])
      expect(await identify(later(second))).toMatchObject(open)
    expect(reads).toBe(1)
    for (const second of [0, 1, pause - 1]) {
      expect(await identify(later(pause + second))).toMatchObject(open)
    }
    expect(reads).toBe(2)
  })

  it('nobody waits together with the one who finds out', async () => {
    await identify(start)
    await Promise.all([0, 0, 0].map(() => identify(later(pause))))
    expect(reads).toBe(2)
  })

  it('whoever has no pass to read on by is always looked up', async () => {
    await identify(start)
    for (const second of [1, 2, 3]) {
      expect(await identify(later(second), false)).toMatchObject({ ok: false })
    }
    expect(reads).toBe(4)
  })
})

describe('when the database is back', () => {
  it('the next one to ask sees it, and everybody is looked up again', async () => {
    await identify(start)
    isUp = true
    expect(await identify(later(1))).toMatchObject(open)
    expect(await identify(later(2), false)).toMatchObject({ value: { record: expect.anything() } })
    expect(await identify(later(3))).toMatchObject({ value: { record: expect.anything() } })
  })
})
