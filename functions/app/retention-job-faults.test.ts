import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { retentionRules } from './installed.ts'
import { createRetentionJob } from './retention-job.ts'

const database = useMemoryFirestore()
const now = new Date('2026-11-23T12:00:00Z')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const rules = retentionRules.map(({ collection, field }) => [collection, field] as const)

const runJob = (hasTime = () => true, firestore = database.firestore) =>
  createRetentionJob({ firestore, now: () => now, log: () => {} }).run({ startedAt: now, hasTime })

describe('the retention job', () => {
  it.each(rules)('removes only expired records from %s, by their %s', async (name, field) => {
    await database.store({
      [`${name}/over`]: { [field]: after(-1) },
      [`${name}/now`]: { [field]: now },
      [`${name}/later`]: { [field]: after(1) },
      [`${name}/never`]: { [field]: null },
      [`${name}/without`]: { other: 1 },
      'users/over': { [field]: after(-1) },
    })
    expect(await runJob()).toEqual({
      ok: true,
      value: { done: 2, failed: 0, waitingSince: null },
    })
    const ids = (await database.list(name)).map(({ id }) => id)
    expect(ids.sort()).toEqual(['later', 'never', 'without'])
    expect(await database.list('users')).toHaveLength(1)
  })

  it('removes more than one page of records, and stops when its time is up', async () => {
    const [collection, field] = rules[0]!
    const many = Array.from({ length: 250 }, (_, at) => [
      `${collection}/I-${at}`,
      { [field]: after(-at) },
    ])
    await database.store(Object.fromEntries(many))
    let pages = 0
    await runJob(() => pages++ < 1)
    expect(await database.list(collection)).toHaveLength(150)
    await runJob()
    expect(await database.list(collection)).toEqual([])
  })

  it('keeps a record that is paid between being read and being removed', async () => {
    await database.store({
      'gifts/paid': { expiresAt: after(-1) },
      'gifts/over': { expiresAt: after(-1) },
    })
    const { firestore } = database
    const outcome = await runJob(() => true, {
      ...firestore,
      async query(query) {
        const found = await firestore.query(query)
        if (query.collection === 'gifts')
          await database.store({ 'gifts/paid': { expiresAt: null } })
        return found
      },
    })
    expect(outcome).toEqual({ ok: true, value: { done: 1, failed: 1, waitingSince: null } })
    expect(await database.read('gifts/paid')).toEqual({ expiresAt: null })
    expect(await database.read('gifts/over')).toBe(null)
  })

  it('keeps a checkout whose payment is pending at PayPal or hasn’t been looked up there', async () => {
    await database.store({
      'checkouts/I-1': { expiresAt: after(-1) },
      'checkouts/I-2': { expiresAt: after(-1) },
      'checkouts/I-3': { expiresAt: after(-1) },
      'checkouts/I-4': { expiresAt: after(-1) },
      'outbox/checkout-payment-again-I-4': { kind: 'checkoutPayment', provider: 'I-4', dueAt: now },
      'outbox/checkout-payment-I-3': { kind: 'checkoutPayment', provider: 'I-3', dueAt: now },
      'outbox/first-payment-I-1': { kind: 'firstPayment', provider: 'I-1', dueAt: now },
    })
    expect(await runJob()).toMatchObject({ value: { done: 1, failed: 0 } })
    expect((await database.list('checkouts')).map(({ id }) => id)).toEqual(['I-1', 'I-3', 'I-4'])
    await database.commit([
      { remove: 'outbox/first-payment-I-1' },
      { remove: 'outbox/checkout-payment-I-3' },
      { remove: 'outbox/checkout-payment-again-I-4' },
    ])
    await runJob()
    expect(await database.list('checkouts')).toEqual([])
  })

  it('is documented for each collection', () => {
    const readme = readFileSync('functions/app/README.md', 'utf8')
    const section = readme.slice(readme.indexOf('## Retention'))
    for (const [collection] of rules) {
      expect(section).toMatch(new RegExp(`^\\| \`${collection}\``, 'm'))
    }
  })
})
