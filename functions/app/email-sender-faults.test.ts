import { beforeEach, describe, expect, it } from 'vitest'
import { createOutboxItem, emailLifetime } from '../../src/domain/outbox/outbox-item.ts'
import { fail } from '../../src/domain/result.ts'
import { subscriptionSchema } from '../../src/domain/subscription/subscription.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import type { EmailFailure } from '../platform/adapters/mail/email-service.ts'
import {
  buyAsGuest,
  changeList,
  createAccount,
  findAtPayPal,
  listPayments,
  startMonthlyCheckout,
} from '../subscription/testing/checkout-steps.ts'
import { payer, siteUrl, WorkerHarness } from '../testing/worker-harness.ts'

const provider = 'I-0'
let harness: WorkerHarness
let failure: EmailFailure | null

beforeEach(async () => {
  harness = new WorkerHarness()
  failure = null
  const { emailService } = harness.emailConfig
  const { send } = emailService
  Object.assign(emailService, {
    send: async (...call: Parameters<typeof send>) => (failure ? fail(failure) : send(...call)),
  })
})

const listItems = async () =>
  (await harness.queryAll({ collection: 'outbox' })).map(({ fields }) => fields)
const listKinds = async () => (await listItems()).map(({ kind }) => kind)
const listRecipients = () => harness.listSentEmails().map((line) => line.split(':')[0])
const listDropped = () => harness.logged.filter((line) => line.includes('email_dropped'))

function startedItem(uid: string) {
  const paidThrough = new Date('2027-03-01T12:00:00Z')
  const about = subscriptionSchema.parse({
    ...{ state: 'active', plan: 'annual_99', provider, paidThrough },
  })
  const email = { kind: 'email', template: 'started', uid, about, outlook: null } as const
  return createOutboxItem(email, harness.now)
}
const reader = (email: string, own: Fields = {}) => ({
  first_name: 'Leela',
  last_name: '',
  email,
  createdAt: harness.now,
  ...own,
})
const checkout = (uid: string) => ({ uid, plan: 'annual_99', source: '', createdAt: harness.now })

describe('a pending email', () => {
  const storeEmail = () =>
    harness.store({ 'outbox/a': startedItem('u1'), 'users/u1': reader('leela@example.com') })

  it('is sent once to the current address, under its own id', async () => {
    await storeEmail()
    await harness.advanceMinutes(1)
    await harness.advanceMinutes(1)
    expect(harness.sentEmails).toMatchObject([
      { id: 'a', text: expect.stringContaining('Dear Leela,') },
    ])
    expect(listRecipients()).toEqual(['leela@example.com'])
    expect(await listItems()).toEqual([])
  })

  it('waits while the email service is unavailable, and is dropped if the service refuses it', async () => {
    await storeEmail()
    failure = { kind: 'unavailable', reason: 'status 500' }
    await harness.advanceMinutes(1)
    expect(await listItems()).toMatchObject([{ attempts: 1 }])
    failure = null
    await harness.advanceMinutes(3)
    expect(harness.sentEmails).toHaveLength(1)
    await harness.store({ 'outbox/b': startedItem('u1') })
    failure = { kind: 'refused' }
    await harness.advanceMinutes(1)
    expect(await listItems()).toEqual([])
    expect(listDropped()).toEqual([expect.stringContaining('refused')])
  })

  it('waits up to a week for an account if it’s addressed to a guest', async () => {
    await harness.store({
      'outbox/a': startedItem('guest'),
      [`checkouts/${provider}`]: checkout('guest'),
    })
    await harness.advanceMinutes(1)
    expect(await listItems()).toHaveLength(1)
    // The guest claims the purchase with an existing account.
    await harness.store({
      [`checkouts/${provider}`]: checkout('u1'),
      'users/u1': reader('claimed@example.com'),
    })
    await harness.advanceMinutes(3)
    expect(listRecipients()).toEqual(['claimed@example.com'])
    await harness.store({
      'outbox/b': startedItem(deletedAccountUid),
      [`checkouts/${provider}`]: checkout(deletedAccountUid),
    })
    harness.now = new Date(harness.now.getTime() + emailLifetime + 1)
    await harness.advanceMinutes(1)
    expect(await listItems()).toEqual([])
    expect(harness.sentEmails).toHaveLength(1)
  })

  it('is dropped if the account is being deleted or has been deleted', async () => {
    await harness.store({
      'outbox/a': startedItem('u1'),
      'users/u1': reader('leela@example.com', { deletionRequestedAt: harness.now }),
      'outbox/b': startedItem('gone'),
    })
    await harness.advanceMinutes(1)
    expect(harness.sentEmails).toEqual([])
    expect(await listKinds()).not.toContain('email')
  })

  it('is dropped if no email service is configured', async () => {
    await storeEmail()
    Object.assign(harness, { emailConfig: null })
    await harness.advanceMinutes(1)
    expect(await listItems()).toEqual([])
    expect(listDropped()).toEqual([expect.stringContaining('no email service')])
  })
})

describe('a guest who has paid and has no account', () => {
  const never = () => {}

  it.each([
    ['gets an email at the PayPal account’s address, with the checkout’s key', never],
    ['gets the email even after a cancellation', (id: string) => harness.ledger.cancel(id)],
  ])('%s', async (_, change) => {
    const id = await buyAsGuest(harness)
    await harness.deliverEvents()
    change(id)
    await harness.advanceMinutes(61)
    expect(listRecipients()).toEqual([payer.email])
    const link = /https:\S+/.exec(harness.sentEmails[0]!.text)![0]
    expect(link).toContain(`${siteUrl}/subscribe/finish?checkout=${id}&key=`)
    const key = new URL(link).searchParams.get('key')!
    expect(await harness.tokens.readToken('finishCheckout', key, harness.now)).toBe(id)
  })

  it('gets no email once an account exists, or once the subscription has ended', async () => {
    const id = await startMonthlyCheckout(harness.browser)
    harness.ledger.approve(id, payer)
    await harness.deliverEvents()
    expect((await createAccount(harness.browser, id)).status).toBe(200)
    const ended = await buyAsGuest(harness)
    await harness.deliverEvents()
    harness.ledger.refund(listPayments(harness, ended)[0]!.id)
    await harness.runUntilIdle()
    const finish = harness.sentEmails.filter(({ text }) => text.includes('/subscribe/finish'))
    expect(finish).toEqual([])
  })
})

describe('the email about a refund', () => {
  const listAbout = (words: string) =>
    harness.sentEmails.filter(({ text }) => text.includes(words)).map(({ text }) => text)

  beforeEach(async () => {
    await harness.storeReaderAndCheckout()
    await harness.subscribe()
  })

  it('is sent once, after the refund is made', async () => {
    const { uid } = harness
    const [payment] = listPayments(harness)
    const paymentAt = new Date(payment!.at)
    const effect = { kind: 'refund', uid, provider: harness.provider, paymentAt } as const
    const refund = createOutboxItem({ ...effect, reason: null }, harness.now)
    await harness.store({ 'outbox/a': refund, 'outbox/b': refund })
    for (let minute = 0; minute < 4; minute++) await harness.advanceMinutes(1)
    expect(harness.refunded).toEqual([payment!.id])
    const confirmations = listAbout('The payment wasn’t due. Your subscription hasn’t changed.')
    expect(confirmations).toEqual([expect.stringContaining('$13.99 on 1 March 2026')])
  })

  it('waits for the pending payment of a second subscription', async () => {
    const second = await harness.createCheckout()
    harness.ledger.setSlow(second, true)
    harness.ledger.approve(second, payer)
    await harness.advanceMinutes(10)
    expect(harness.refunded).toEqual([])
    const [payment] = listPayments(harness, second)
    harness.ledger.complete(payment!.id, true)
    await harness.runUntilIdle()
    expect(findAtPayPal(harness, second).status).toBe('CANCELLED')
    expect(harness.refunded).toEqual([payment!.id])
    expect(listAbout('we’ve cancelled the second one')).toHaveLength(1)
  })

  it('is dropped after a day if the subscription is unpaid', async () => {
    const second = await harness.createCheckout()
    harness.ledger.setSlow(second, true)
    harness.ledger.approve(second, payer)
    changeList(harness, () => [])
    await harness.advanceMinutes(10)
    expect(await listKinds()).toContain('surplus')
    await harness.advanceMinutes(25 * 60)
    expect(await listKinds()).not.toContain('surplus')
  })
})
