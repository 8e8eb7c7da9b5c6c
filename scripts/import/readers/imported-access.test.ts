/** Access from an export of readers: who gets it, and until when. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getImportedGrantPath } from '../../../functions/subscription/claim-imported-grant.ts'
import { day } from '../../../src/domain/duration.ts'
import {
  createReadersHarness,
  now,
  paidUntil,
  signedUpAt,
} from './testing/readers-import-harness.ts'

let harness: ReturnType<typeof createReadersHarness>
beforeEach(() => {
  harness = createReadersHarness()
})
afterEach(() => harness.close())

describe('imported access', () => {
  it('is given straight away to a verified account only', async () => {
    await harness.storeAccount('mira', 'mira@example.com', true)
    await harness.storeAccount('stranger', 'paid@example.com', false)
    const rows = ['mira@example.com', 'paid@example.com'].map((email) => ({ email, tiers: 'Gold' }))
    const { totals, report } = await harness.run(rows)
    expect(totals).toMatchObject({ applied: 1, grants: { waiting: 2 } })
    expect(report).toContain('1 of them applied straight away')
    expect(await harness.get('subscriptions/mira')).toMatchObject({ complimentaryUntil: paidUntil })
    expect(await harness.getGrant('mira@example.com')).toMatchObject({ uid: 'mira' })
    expect(await harness.get('subscriptions/stranger')).toBeNull()
    expect(await harness.getGrant('paid@example.com')).toMatchObject({ claimedAt: null, uid: null })

    const again = await harness.run(rows)
    expect(again.totals).toMatchObject({ applied: 0, grants: { claimed: 1, unchanged: 1 } })
    const history = await harness.firestore.query({
      collection: 'history',
      parent: 'subscriptions/mira',
    })
    expect(history.ok && history.value.documents).toHaveLength(1)
  })

  it('waits for a sign-in if two accounts have the address', async () => {
    for (const uid of ['one', 'two']) await harness.storeAccount(uid, 'mira@example.com', true)
    await harness.storeAccount('stranger', 'ruk@example.com', false)
    await harness.storeAccount('ruk', 'ruk@example.com', true)
    const rows = ['mira@example.com', 'ruk@example.com'].map((email) => ({ email, tiers: 'Gold' }))
    const { totals } = await harness.run(rows)
    expect(totals).toMatchObject({ applied: 1, grants: { waiting: 2 } })
    expect(await harness.getGrant('mira@example.com')).toMatchObject({ uid: null })
    expect(await harness.getGrant('ruk@example.com')).toMatchObject({ uid: 'ruk' })
  })

  it('isn’t given again with a later end once it is claimed', async () => {
    await harness.storeAccount('mira', 'mira@example.com', true)
    const rows = [{ email: 'mira@example.com', tiers: 'Gold' }]
    await harness.run(rows)
    const path = (await getImportedGrantPath('mira@example.com'))!
    const until = new Date(now.getTime() + day)
    await harness.firestore.commit([{ set: path, fields: { ...(await harness.get(path)), until } }])
    const { findings } = await harness.run(rows)
    expect(await harness.get(path)).toMatchObject({ until, uid: 'mira' })
    expect(findings).toEqual([{ row: 2, reader: 'm…@e….com', kind: 'endsBeforeFile' }])
  })

  it('isn’t shortened if it waits for longer than a file says, and the report says so', async () => {
    const until = new Date(now.getTime() + 1000 * day)
    const emails = ['shorter@example.com', 'none@example.com', 'same@example.com']
    for (const [index, email] of emails.entries()) {
      const fields = {
        until: index < 2 ? until : paidUntil,
        source: 'ghost',
        importedAt: now,
        importedBy: 'Ama',
        claimedAt: null,
        uid: null,
      }
      await harness.firestore.commit([{ set: (await getImportedGrantPath(email))!, fields }])
    }
    const { findings, report } = await harness.run(
      emails.map((email) => ({ email, tiers: email.startsWith('none') ? '' : 'Gold' })),
    )
    expect(await harness.getGrant('shorter@example.com')).toMatchObject({ until })
    const detail = until.toISOString().replace('.000Z', 'Z')
    expect(findings).toEqual([
      { row: 2, reader: 's…@e….com', kind: 'waitsLonger', detail },
      { row: 3, reader: 'n…@e….com', kind: 'waitsLonger', detail },
    ])
    expect(report).toContain('npm run desk -- reader end-grant ADDRESS')
  })

  it('isn’t stored if it has ended, and only the latest of several ends counts', async () => {
    const [soon, later] = [10, 20].map((days) => new Date(now.getTime() + days * day))
    const row = (email: string, expiry: string) =>
      `${email},true,${expiry},yearly,false,${signedUpAt.toISOString()}`
    const text = [
      'email,active_subscription,expiry,plan,email_disabled,created_at',
      row('ended@example.com', '2020-01-01'),
      row('a@example.com', later!.toISOString()),
      row('a@example.com', soon!.toISOString()),
      row('open@example.com', ''),
    ].join('\n')
    const { totals, findings } = await harness.run(text)
    expect(totals.grants).toMatchObject({ waiting: 2 })
    expect(await harness.getGrant('a@example.com')).toMatchObject({
      until: later,
      source: 'substack',
    })
    expect(await harness.getGrant('open@example.com')).toMatchObject({ until: paidUntil })
    expect(await harness.getGrant('ended@example.com')).toBeNull()
    expect(findings).toContainEqual({
      row: 2,
      reader: 'e…@e….com',
      kind: 'ended',
      detail: '2020-01-02T00:00:00Z',
    })
  })
})
