/** Changes to the student plan, whose price needs a student address. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PlanKind } from '../../src/domain/subscription/offer.ts'
import { payer, type WorkerHarness } from '../testing/worker-harness.ts'
import { readAnswer, requestApproval } from './testing/checkout-steps.ts'
import { choosePlan, createSubscriberWithChoice } from './testing/plan-change.ts'

let harness: WorkerHarness
beforeEach(async () => {
  harness = await createSubscriberWithChoice()
})
afterEach(() => harness.database.close())

const confirmAddress = async () =>
  harness.cookies.set(
    '__Host-student',
    await harness.tokens.issueToken('student', 'hash', harness.now),
  )

it('gets the student price for one subscription per address', async () => {
  await confirmAddress()
  const { id } = await choosePlan(harness, 'student')
  // Somebody else uses the address before the payer approves.
  const { firestore } = harness.deps
  const other = { ...(await harness.record()) }
  await firestore.commit([
    { set: 'students/hash', fields: { uid: 'other', provider: 'I-O', at: harness.now } },
    {
      set: 'subscriptions/other',
      fields: { ...other, subscription: { ...other.subscription!, provider: 'I-O' } },
    },
  ])
  harness.ledger.approve(id, payer)
  expect((await requestApproval(harness, id)).error?.code).toBe('plan_not_changed')
  expect((await harness.record()).subscription?.plan).toBe('monthly_13')
  expect((await choosePlan(harness, 'student')).error?.code).toBe('student_not_confirmed')
})

it('uses the student address from the change on until the next plan is paid, and can change back', async () => {
  await confirmAddress()
  const change = async (kind: PlanKind) => {
    const { id } = await choosePlan(harness, kind, crypto.randomUUID())
    harness.ledger.approve(id, payer)
    expect(await requestApproval(harness, id)).toMatchObject({ state: 'running' })
    await harness.runUntilIdle()
    return id
  }
  const student = await change('student')
  const stored = await harness.deps.firestore.get('students/hash')
  expect(stored.ok && stored.value?.fields).toMatchObject({ uid: harness.uid, provider: student })
  harness.now = (await harness.record()).subscription!.paidThrough
  harness.ledger.billSubscription(student, true)
  await harness.runUntilIdle()
  await harness.logIn()
  await confirmAddress()
  await change('annual')
  const guest = harness.openBrowser()
  guest.cookies.set('__Host-student', harness.cookies.get('__Host-student')!)
  const choice = { kind: 'student', source: null, requestId: crypto.randomUUID() }
  const refused = await readAnswer<object>(guest.send('POST', '/api/checkout', choice))
  expect(refused.error?.code).toBe('student_not_confirmed')
  await change('student')
})
