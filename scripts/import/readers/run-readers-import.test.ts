/** Tests that an import stores each reader once, whatever was stored before, and reports no addresses. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getListPath } from '../../../functions/newsletter/newsletter-list.ts'
import type { Firestore, Write } from '../../../functions/platform/adapters/firestore.ts'
import { day } from '../../../src/domain/duration.ts'
import {
  getPendingEnd,
  initialFields,
  updateNewsletterEntry,
} from '../../../src/domain/newsletter/newsletter-entry.ts'
import {
  createReadersHarness,
  now,
  paidUntil,
  type Row,
  signedUpAt,
} from './testing/readers-import-harness.ts'

let harness: ReturnType<typeof createReadersHarness>
beforeEach(() => {
  harness = createReadersHarness()
})
afterEach(() => harness.close())

const mixedRows: readonly Row[] = [
  { email: 'free@example.com' },
  { email: 'paid@example.com', tiers: 'Gold' },
  { email: 'guest@example.com', complimentary_plan: 'true', subscribed_to_emails: 'false' },
  { email: 'malformed' },
  { email: 'FREE@example.com' },
]

describe('a readers’ import', () => {
  it('confirms subscribers, stores grants by the hash of the address, and sends no emails', async () => {
    const { totals, failure, findings } = await harness.run(mixedRows)
    expect(failure).toBeNull()
    expect(totals).toMatchObject({
      rows: 5,
      skippedRows: 1,
      list: { added: 2, recorded: 1 },
      grants: { waiting: 2 },
      applied: 0,
    })
    expect(await harness.getEntry('free@example.com')).toEqual({
      ...initialFields,
      email: 'free@example.com',
      state: 'confirmed',
      source: 'ghost',
      consentedAt: signedUpAt,
      ip: '',
      userAgent: '',
      uid: null,
    })
    expect(await harness.getEntry('guest@example.com')).toMatchObject({ state: 'unsubscribed' })
    const grant = {
      until: paidUntil,
      source: 'ghost',
      importedAt: now,
      importedBy: 'Ama',
      claimedAt: null,
      uid: null,
    }
    expect(await harness.getGrant('paid@example.com')).toEqual(grant)
    expect(await harness.getGrant('guest@example.com')).toEqual(grant)
    expect(await harness.getGrant('free@example.com')).toBeNull()
    expect((await harness.readDatabase()).map(({ collection }) => collection).sort()).toEqual([
      'importedGrants',
      'importedGrants',
      'newsletter',
      'newsletter',
      'newsletter',
    ])
    expect(findings).toEqual([
      { row: 4, reader: 'g…@e….com', kind: 'unsubscribed' },
      {
        row: 5,
        reader: 'm…@…',
        kind: 'malformed',
        detail: expect.stringContaining('not an email'),
      },
      { row: 6, reader: 'f…@e….com', kind: 'duplicate', detail: 'the address of row 2' },
    ])
  })

  it('contains no address in its report, which lists what isn’t transferred', async () => {
    const { report } = await harness.run(mixedRows)
    for (const row of mixedRows) expect(report).not.toContain(row.email)
    expect(report).toContain('Payments at Stripe or PayPal aren’t transferred')
    expect(report).toContain('No emails were sent')
    expect(report).toContain('- row 5, m…@…: not an email address')
  })

  it('writes nothing in a dry run, but prints the same report', async () => {
    const dry = await harness.run(mixedRows, { dryRun: true })
    expect(await harness.readDatabase()).toEqual([])
    expect((await harness.run(mixedRows)).totals).toEqual(dry.totals)
  })

  it('changes nothing the second time', async () => {
    await harness.run(mixedRows)
    const stored = await harness.readDatabase()
    const { totals } = await harness.run(mixedRows)
    expect(await harness.readDatabase()).toEqual(stored)
    expect(totals).toMatchObject({
      list: { added: 0, alreadySubscribed: 2, alreadyUnsubscribed: 1 },
      grants: { waiting: 0, unchanged: 2 },
    })
  })

  it('never subscribes an address that one of the file’s rows unsubscribes', async () => {
    const quiet = { email: 'a@example.com', subscribed_to_emails: 'false' }
    await harness.run([{ email: 'a@example.com' }, quiet])
    expect(await harness.getEntry('a@example.com')).toMatchObject({ state: 'unsubscribed' })
    await harness.run([
      { email: 'b@example.com' },
      { ...quiet, email: 'B@example.com', created_at: '?' },
    ])
    expect(await harness.getEntry('b@example.com')).toMatchObject({ state: 'unsubscribed' })
    await harness.run([{ ...quiet, email: 'c@example.com', created_at: '' }])
    expect(await harness.getEntry('c@example.com')).toMatchObject({
      state: 'unsubscribed',
      consentedAt: now,
    })
    await harness.run([{ email: 'c@example.com' }])
    expect(await harness.getEntry('c@example.com')).toMatchObject({ state: 'unsubscribed' })
  })

  it('doesn’t subscribe an address that has a malformed row, and reports it', async () => {
    const columns = 'email,subscribed_to_emails,complimentary_plan,tiers,created_at'
    const time = signedUpAt.toISOString()
    const { totals, findings } = await harness.run(
      [
        columns,
        `a@example.com,true,false,Gold,${time}`,
        `A@example.com,maybe,false,,${time}`,
        `b@example.com,true,false,,${time}`,
        `b@example.com,false,false,${time}`,
        `c@example.com,true,false,,${time}`,
      ].join('\n'),
    )
    expect(await harness.getEntry('a@example.com')).toBeNull()
    expect(await harness.getEntry('b@example.com')).toBeNull()
    expect(await harness.getGrant('a@example.com')).toMatchObject({ until: paidUntil })
    expect(totals.list).toMatchObject({ added: 1 })
    expect(findings).toContainEqual({ row: 2, reader: 'a…@e….com', kind: 'unclear' })
    expect(findings).toContainEqual({ row: 4, reader: 'b…@e….com', kind: 'unclear' })
  })

  it('unsubscribes an address that another system’s file has subscribed', async () => {
    await harness.run([{ email: 'a@example.com' }])
    await harness.run(
      [
        'email,active_subscription,expiry,email_disabled,created_at',
        `a@example.com,false,,true,${signedUpAt.toISOString()}`,
      ].join('\n'),
    )
    expect(await harness.getEntry('a@example.com')).toMatchObject({ state: 'unsubscribed' })
  })

  it('stops if the file changes after the survey', async () => {
    const { failure } = await harness.run([{ email: 'a@example.com' }], {
      rowsAfterSurvey: [{ email: 'b@example.com', tiers: 'Gold' }],
    })
    expect(failure).toMatchObject({ kind: 'file', failure: { row: 2 } })
    expect(await harness.readDatabase()).toEqual([])
  })

  it('keeps the choices that readers have made here', async () => {
    const stored = [
      await harness.storeEntry('left@example.com', { state: 'unsubscribed' }),
      await harness.storeEntry('here@example.com', { source: 'account', uid: 'here' }),
      await harness.storeEntry('chose@example.com', {}),
    ]
    const { totals, findings } = await harness.run([
      { email: 'left@example.com' },
      { email: 'here@example.com' },
      { email: 'chose@example.com', subscribed_to_emails: 'false' },
    ])
    for (const entry of stored) expect(await harness.getEntry(entry.email)).toEqual(entry)
    expect(totals.list).toMatchObject({ staysUnsubscribed: 1, alreadySubscribed: 1, choseHere: 1 })
    expect(findings).toContainEqual({ row: 4, reader: 'c…@e….com', kind: 'choseHere' })
  })

  /** Runs a change just after the database is first read. */
  const changeAfterFirstRead = (change: Write): Firestore => {
    let reads = 0
    return {
      ...harness.firestore,
      async getAll(paths, fields) {
        const stored = await harness.firestore.getAll(paths, fields)
        if (reads++ === 0) await harness.firestore.commit([change])
        return stored
      },
    }
  }

  it('detects an entry that is deleted with its account at the same time', async () => {
    await harness.storeEntry('a@example.com', { state: 'pending' })
    const firestore = changeAfterFirstRead({ remove: await getListPath('a@example.com') })
    const { totals, failure } = await harness.run([{ email: 'a@example.com' }], { firestore })
    expect(failure).toBeNull()
    expect(totals.list).toMatchObject({ added: 1, confirmed: 0 })
  })

  it('never overrides a reader who unsubscribes at the same time', async () => {
    const entry = await harness.storeEntry('a@example.com', { state: 'pending', uid: 'a' })
    const account = { uid: 'a', email: 'a@example.com', emailVerified: true }
    const left = updateNewsletterEntry(entry, account, false, entry)
    const path = await getListPath('a@example.com')
    const firestore = changeAfterFirstRead({ set: path, fields: left! })
    const rows = [{ email: 'a@example.com' }, { email: 'b@example.com' }]
    const { totals } = await harness.run(rows, { firestore })
    expect(await harness.getEntry('a@example.com')).toMatchObject({ state: 'unsubscribed' })
    expect(totals.list).toMatchObject({ staysUnsubscribed: 1, added: 1 })
  })
})

describe('an import of a plain list', () => {
  const list = 'email\none+a@example.com\none+b@example.com\nwaiting@example.com\nhere@example.com'
  const countRequests = async () =>
    (await harness.readDatabase()).filter(({ collection }) => collection === 'newsletterEmails')

  beforeEach(async () => {
    await harness.storeEntry('waiting@example.com', { state: 'pending' })
    await harness.storeEntry('here@example.com', { state: 'unsubscribed' })
  })

  it('stores addresses as unconfirmed, without sending an email', async () => {
    const { totals, report } = await harness.run(list)
    expect(totals.list).toMatchObject({ pending: 3, added: 0, confirmed: 0, staysUnsubscribed: 1 })
    expect(await harness.getEntry('one+a@example.com')).toMatchObject({
      state: 'pending',
      source: 'list',
      consentedAt: now,
      pendingUntil: getPendingEnd(now),
    })
    expect(await harness.getEntry('waiting@example.com')).toMatchObject({ source: 'footer' })
    expect(await harness.getEntry('here@example.com')).toMatchObject({ state: 'unsubscribed' })
    expect(await countRequests()).toEqual([])
    expect(report).toContain('No emails were sent')
  })

  it('sends one confirmation email to each inbox if the list’s source is named', async () => {
    await harness.run(list)
    await harness.run(list, { listSource: 'Book fair', dryRun: true })
    expect(await countRequests()).toEqual([])
    for (let days = 0; days < 2; days++) {
      const at = new Date(now.getTime() + days * day)
      const { report } = await harness.run(list, { listSource: 'Book fair', at })
      expect(report).toContain('Source of the list: Book fair')
      expect(report).not.toContain('example.com')
    }
    expect(await harness.getEntry('one+a@example.com')).toMatchObject({ listSource: 'Book fair' })
    expect(await harness.getEntry('waiting@example.com')).not.toHaveProperty('listSource')
    const requests = await countRequests()
    expect(requests.map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ isPending: true, requestedAt: [now] }),
    ])
  })
})
