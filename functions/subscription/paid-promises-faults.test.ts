/** Promises about access in emails and on pages are kept. */
import { expect, it } from 'vitest'
import { WorkerHarness } from '../testing/worker-harness.ts'
import { readAnswer } from './testing/checkout-steps.ts'

it('a reader whose gift is refunded is told when access ends, and when it starts again', async () => {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout('annual_99')
  await harness.subscribe()
  await harness.advanceDays(300)
  await harness.applyEvent({ kind: 'redeemGift', gift: 'G1', months: 3, endFailing: false })
  await harness.passDays(70, 24)
  harness.sentEmails.length = 0
  await harness.applyEvent({ kind: 'giftChanged', gift: 'G1', status: 'void' })
  await harness.runUntilIdle()
  const [email] = harness.sentEmails
  expect(email?.text).toContain(
    'You can read everything until 1 December 2027, and again from 1 March 2028.',
  )
  expect(email?.text).toContain('1 December 2027 – Subscriber stories will be locked')
  await harness.logIn()
  const subscription = await readAnswer(harness.get('/api/subscription'))
  expect(subscription).toMatchObject({ entitled: true, until: '2027-12-01T10:00:00.000Z' })
})
