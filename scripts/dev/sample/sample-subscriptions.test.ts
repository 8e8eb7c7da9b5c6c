import { describe, expect, it } from 'vitest'
import { createInProcessPayPal } from '../../../functions/testing/in-process-paypal.ts'
import { day } from '../../../src/domain/duration.ts'
import { describeOutlook } from '../../../src/domain/subscription/outlook.ts'
import { transition } from '../../../src/domain/subscription/transition.ts'
import { plans } from '../../../src/publication/offer.ts'
import { openLedger } from '../fakes/paypal/ledger.ts'
import { payPalPlans } from '../fakes/paypal/paypal-plans.ts'
import { sampleReaders } from './sample-readers.ts'
import { createSampleRecord, toPayPalSubscription } from './sample-subscriptions.ts'

const now = new Date('2026-11-20T12:00:00Z')

const samples = sampleReaders.flatMap(({ uid, subscription }) => {
  const own = subscription((days) => new Date(now.getTime() + days * day))
  return own
    ? [{ uid, record: createSampleRecord(uid, own), isChargedTwice: own.isChargedTwice }]
    : []
})

describe.each(samples)('the sample reader $uid', ({ uid, record, isChargedTwice }) => {
  it('has the same state at PayPal as in the record, so that a sync changes nothing', async () => {
    const ledger = openLedger({ file: null, plans: payPalPlans, now: () => now, emit: () => {} })
    ledger.importSubscription(
      toPayPalSubscription(uid, 'reader@example.com', record, isChargedTwice),
    )
    const payPal = createInProcessPayPal(ledger, (make) => make(), [], payPalPlans)
    const found = await payPal.find(record.subscription!.provider)
    if (!found.ok) throw new Error(found.failure.kind)
    const { payPalState } = found.value
    const { plan } = record.subscription!
    const synced = transition(record, { kind: 'providerSynced', payPalState, plan }, now)
    if (!synced.ok) throw new Error(synced.failure)
    const { record: after, emails, refunds, settlements } = synced.value
    expect({ emails, refunds, settlements }).toEqual({ emails: [], refunds: [], settlements: [] })
    expect(after).toEqual(record)
  })
})

it('the sample has a reader whose next annual payment is reduced, and another whose payment is missing', () => {
  const find = (uid: string) => samples.find((sample) => sample.uid === uid)!.record
  expect(describeOutlook(find('sample-given'), now).nextPayment?.minorUnits).toBe(
    Math.ceil((plans.annual_99.minorUnits * 9) / 12),
  )
  const missing = describeOutlook(find('sample-missing'), now)
  expect(missing).toMatchObject({ isOpen: true, nextPayment: null })
})
