/**
 * What subscribers and buyers get while PayPal or the mail service fails, and what becomes of it when
 * they are back: nothing that was asked for is lost, and nothing is done twice. In how many ways they
 * can fail is for the tests of their adapters.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/local/faulty-edge.ts'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { articleBodyPath } from '../../src/contracts/article-body.ts'
import { approvalResponseSchema } from '../../src/contracts/checkout.ts'
import { endpoints } from '../../src/contracts/endpoints.ts'
import { healthResponseSchema } from '../../src/contracts/health.ts'
import { articleWith, closedPartOf, edgeClient, errorOf, ownReader, stack } from '../edge-client.ts'
import { approval, begin, choice, payPal, send, standingOf } from '../edge-client-buyers.ts'

const firestore = connectFirestore(stack.buildEnvironment)
const { slug } = articleWith('members')
let edge: FaultyEdge

beforeAll(async () => {
  edge = await startFaultyEdge()
})
afterAll(() => edge.stop())
afterEach(async () => {
  await edge.payPal.become('well')
  await edge.mail.become('well')
  await payPal.tell('release', { order: 'asHeld', times: 1 })
})

/** Somebody new, at the edge that fails. */
async function reader() {
  const own = await ownReader()
  const client = edgeClient(edge.url)
  for (const [name, value] of own.cookies) client.cookies.set(name, value)
  return { client, uid: own.uid }
}

async function subscriber() {
  const { client, uid } = await reader()
  const { id } = await begin(client)
  await payPal.approve(id)
  expect((await approval(client, id)).status).toBe(200)
  return { client, uid, id }
}

const cancel = (client: Awaited<ReturnType<typeof reader>>['client']) =>
  send(client, 'PATCH', endpoints.subscription, { step: 'cancel' })

describe.each(['stopped', 'slow', 'html'] as const)('while PayPal is %s', (ailment) => {
  it('everybody reads, who cancels has cancelled, and who buys does so when it is back', async () => {
    const [one, buyer, next] = await Promise.all([subscriber(), reader(), reader()])
    // What PayPal tells would come by the stack's own edge, which is well.
    await payPal.tell('hold', {})
    const begun = await begin(buyer.client)
    await payPal.approve(begun.id)
    await edge.payPal.become(ailment)

    const body = await one.client.request(articleBodyPath(slug))
    expect([body.status, await body.text()]).toEqual([200, closedPartOf(slug)])
    expect((await one.client.request('/settings')).status).toBe(200)
    const order = choice()
    const [cancelled, paid, ...refused] = await Promise.all([
      cancel(one.client),
      one.client.request(endpoints.payments),
      approval(buyer.client, begun.id),
      send(next.client, 'POST', endpoints.checkout, order),
    ])
    const after = { status: 'isEnding', detail: 'cancelled' }
    expect([cancelled.status, await cancelled.json()]).toMatchObject([200, after])
    for (const response of [paid, ...refused]) {
      expect(await errorOf(response)).toMatchObject({ status: 503, code: 'unavailable' })
    }
    expect(await payPal.statusOf(one.id)).toBe('ACTIVE')
    expect((await standingOf(buyer.client)).status).toBe('notSubscribed')

    await edge.payPal.become('well')
    await edge.runScheduled()
    expect(await payPal.statusOf(one.id)).toBe('SUSPENDED')
    expect(await standingOf(one.client)).toMatchObject(after)
    const answer = await (await approval(buyer.client, begun.id)).json()
    expect(approvalResponseSchema.parse(answer)).toMatchObject({ state: 'running' })
    expect((await begin(next.client, order)).id).toBe((await begin(next.client, order)).id)
  })
})

describe('while PayPal hangs and a hundred broken items are due first', () => {
  const broken = Array.from({ length: 100 }, (_, index) => `outbox/broken-${index}`)
  afterAll(() => firestore.commit(broken.map((remove) => ({ remove }))))

  it('emails go out, and PayPal is told in the first run after it', async () => {
    const { client, uid, id } = await subscriber()
    const due = { owedSince: new Date(0), dueAt: new Date(0), attempts: 0 }
    const fields = { kind: 'reconcile', uid: '', ...due }
    await firestore.commit(broken.map((set) => ({ set, fields })))
    await payPal.tell('hold', {})
    await edge.payPal.become('slow')
    expect((await cancel(client)).status).toBe(200)
    await edge.runScheduled()
    await expect.poll(() => lettersTo(uid)).toHaveLength(2)
    expect(await payPal.statusOf(id)).toBe('ACTIVE')

    await edge.payPal.become('well')
    // A minute later: the circuit breaker lets a call through.
    await owedTo(uid)
    const set = 'operations/cron'
    await firestore.commit([{ set, fields: { payPalAwayUntil: null }, merge: true }])
    await edge.runScheduled()
    expect(await payPal.statusOf(id)).toBe('SUSPENDED')
    expect(await owedTo(uid)).toBe(0)
    const health = await (await edgeClient(edge.url).request(endpoints.health)).json()
    const { cron } = healthResponseSchema.parse(health)
    expect(cron!.jobs.map(({ name, state }) => [name, state])).toContainEqual(['payPal', 'ok'])
  }, 120_000)
})

/** Those that the mail service has taken. */
async function lettersTo(uid: string): Promise<string[]> {
  const taken = await fetch(`${stack.outboxUrl}/messages?to=${uid}@example.com`)
  return ((await taken.json()) as { subject: string }[]).map(({ subject }) => subject).sort()
}

/** What is owed to a reader is due, and before everybody else's. */
async function owedTo(uid: string) {
  const owed = await firestore.query({
    collection: 'outbox',
    where: [{ field: 'uid', is: 'EQUAL', value: uid }],
  })
  if (!owed.ok) throw new Error(owed.failure.kind)
  for (const { id, fields } of owed.value.documents) {
    const set = `outbox/${id}`
    await firestore.commit([{ set, fields: { ...fields, dueAt: new Date(0) }, ifExists: true }])
  }
  return owed.value.documents.length
}

describe.each(['stopped', 'html'] as const)('while the mail service is %s', (ailment) => {
  it('emails stay in the outbox and are sent once when it is back, except outdated ones', async () => {
    await edge.mail.become(ailment)
    const { client, uid } = await subscriber()
    for (const step of ['cancel', 'reactivate', 'cancel']) {
      const changed = await send(client, 'PATCH', endpoints.subscription, { step })
      expect(changed.status).toBe(200)
    }
    const owedAfterRun = async () => {
      await owedTo(uid)
      await edge.runScheduled()
      return owedTo(uid)
    }
    // The start and the last cancellation.
    await expect.poll(owedAfterRun).toBe(2)
    expect(await lettersTo(uid)).toEqual([])

    await edge.mail.become('well')
    await expect.poll(owedAfterRun).toBe(0)
    const letters = await lettersTo(uid)
    expect([letters.length, new Set(letters).size]).toEqual([2, 2])
  })
})
