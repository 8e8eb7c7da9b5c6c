import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/dev/stack/faulty-edge.ts'
import { approvalResponseSchema } from '../../src/contracts/endpoints/checkout-endpoints.ts'
import {
  changeSubscription,
  createChoice,
  createSubscriber,
  fakePayPal,
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
} from '../testing/edge-client.ts'

const { slug } = findArticle('members')
let edge: FaultyEdge

beforeAll(async () => {
  edge = await startFaultyEdge()
})
afterAll(() => edge.stop())
afterEach(async () => {
  await edge.payPal.setHealth('well')
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
