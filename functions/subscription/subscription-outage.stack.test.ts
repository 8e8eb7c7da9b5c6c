import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/dev/stack/faulty-edge.ts'
import { approvalResponseSchema } from '../../src/contracts/checkout-endpoints.ts'
import {
  changeSubscription,
  createChoice,
  createSubscriber,
  fakePayPal,
  listSubjects,
  readSubscriptionStatus,
  requestApproval,
  startCheckout,
} from '../testing/checkout-requests.ts'
import {
  copyClient,
  createReaderWithSession,
  expectError,
  findArticle,
  getArticleBodyPath,
  readClosedPart,
  readStatus,
} from '../testing/edge-client.ts'
import { commitWrites, firestore } from '../testing/test-readers.ts'
import { unwrap } from '../testing/unwrap.ts'

const { slug } = findArticle('members')
let edge: FaultyEdge

beforeAll(async () => {
  edge = await startFaultyEdge()
})
afterAll(() => edge.stop())
afterEach(async () => {
  await edge.payPal.setHealth('well')
  await edge.mail.setHealth('well')
  await fakePayPal.trigger('release', { order: 'asHeld', times: 1 })
})

const createClient = async () => copyClient(await createReaderWithSession(), edge.url)

describe.each(['stopped', 'slow', 'html'] as const)('while PayPal is %s', (fault) => {
  it('reading and cancelling work, and buying works afterwards', async () => {
    const [one, buyer, next] = await Promise.all([
      createSubscriber(edge.url),
      createClient(),
      createClient(),
    ])
    // PayPal's events would reach the stack's own Worker, which works.
    await fakePayPal.trigger('hold', {})
    const started = await startCheckout(buyer)
    await fakePayPal.approve(started.id)
    await edge.payPal.setHealth(fault)

    const body = await one.client.request(getArticleBodyPath(slug))
    expect([body.status, await body.text()]).toEqual([200, await readClosedPart(slug)])
    expect((await one.client.request('/settings')).status).toBe(200)
    const order = createChoice()
    const [cancelled, paid, ...refused] = await Promise.all([
      changeSubscription(one.client, 'cancel'),
      one.client.send('GET /api/subscription/payments'),
      requestApproval(buyer, started.id),
      next.send('POST /api/checkout', order),
    ])
    const after = { status: 'isEnding', detail: 'cancelled' }
    expect([cancelled.status, await cancelled.json()]).toMatchObject([200, after])
    for (const response of [paid, ...refused]) {
      await expectError(response, 503, 'unavailable')
    }
    expect(await fakePayPal.findStatus(one.id)).toBe('ACTIVE')
    expect((await readSubscriptionStatus(buyer)).status).toBe('notSubscribed')

    await edge.payPal.setHealth('well')
    await edge.runScheduled()
    expect(await fakePayPal.findStatus(one.id)).toBe('SUSPENDED')
    expect(await readSubscriptionStatus(one.client)).toMatchObject(after)
    const answer = await (await requestApproval(buyer, started.id)).json()
    expect(approvalResponseSchema.parse(answer)).toMatchObject({ state: 'running' })
    expect((await startCheckout(next, order)).id).toBe((await startCheckout(next, order)).id)
  })
})

describe('while PayPal hangs and a hundred broken items are due first', () => {
  const broken = Array.from({ length: 100 }, (_, index) => `outbox/broken-${index}`)
  afterAll(() => firestore.commit(broken.map((remove) => ({ remove }))))

  it('emails are sent, and PayPal is updated in the first run afterwards', async () => {
    const { client, uid, id } = await createSubscriber(edge.url)
    const due = { pendingSince: new Date(0), dueAt: new Date(0), attempts: 0 }
    const fields = { kind: 'reconcile', uid: '', ...due }
    await commitWrites(broken.map((set) => ({ set, fields })))
    await fakePayPal.trigger('hold', {})
    await edge.payPal.setHealth('slow')
    expect((await changeSubscription(client, 'cancel')).status).toBe(200)
    await edge.runScheduled()
    await expect.poll(() => listEmailsTo(uid)).toHaveLength(2)
    expect(await fakePayPal.findStatus(id)).toBe('ACTIVE')

    await edge.payPal.setHealth('well')
    // A minute later: the circuit breaker lets a call through.
    await makeItemsDue(uid)
    const set = 'operations/cron'
    await commitWrites([{ set, fields: { payPalUnavailableUntil: null }, merge: true }])
    await edge.runScheduled()
    expect(await fakePayPal.findStatus(id)).toBe('SUSPENDED')
    expect(await makeItemsDue(uid)).toBe(0)
    const { checks } = await readStatus(edge.url)
    expect(checks.find(({ name }) => name === 'payPal')).toMatchObject({ state: 'ok' })
    expect(checks.find(({ name }) => name === 'jobs')).toMatchObject({ figures: { failing: '' } })
  })
})

const listEmailsTo = (uid: string) => listSubjects(`${uid}@example.com`)

/** As if enough time had passed. */
async function makeItemsDue(uid: string) {
  const where = [{ field: 'uid', is: 'EQUAL', value: uid } as const]
  const { documents } = unwrap(await firestore.query({ collection: 'outbox', where }))
  for (const { id, fields } of documents) {
    const set = `outbox/${id}`
    const due = { ...fields, dueAt: new Date(0), attemptStartedAt: null }
    await firestore.commit([{ set, fields: due, ifExists: true }])
  }
  return documents.length
}

describe.each(['stopped', 'html'] as const)('while the email service is %s', (fault) => {
  it('emails stay in the outbox and are sent once when it is back, except outdated ones', async () => {
    await edge.mail.setHealth(fault)
    const { client, uid } = await createSubscriber(edge.url)
    for (const step of ['cancel', 'reactivate', 'cancel']) {
      expect((await changeSubscription(client, step)).status).toBe(200)
    }
    const itemsAfterRun = async () => {
      await makeItemsDue(uid)
      await edge.runScheduled()
      return makeItemsDue(uid)
    }
    await expect.poll(itemsAfterRun).toBe(2)
    expect(await listEmailsTo(uid)).toEqual([])

    await edge.mail.setHealth('well')
    await expect.poll(itemsAfterRun).toBe(0)
    const emails = await listEmailsTo(uid)
    expect([emails.length, new Set(emails).size]).toEqual([2, 2])
  })
})
