import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import type { ImportedSubscription } from './ledger-records.ts'
import { openTestLedger, payer, start } from './testing/open-test-ledger.ts'

const old = {
  id: 'I-OLD',
  planId: 'P-MONTH',
  customId: 'ama',
  status: 'ACTIVE',
  statusChangedAt: start,
  createdAt: start,
  returnUrl: '',
  cancelUrl: '',
  payer,
  nextBillingAt: '2026-04-13T15:00:00Z',
  cyclesCompleted: 1,
  lastPayment: { at: start, value: '10.00' },
  failedPayments: 0,
  lastFailedAt: null,
} satisfies ImportedSubscription['subscription']

describe('a subscription of an earlier version', () => {
  it.each([
    [0, '2026-04-13 10.00 COMPLETED'],
    [1, '2026-04-13 10.00 COMPLETED'],
  ])('with %i failed payments is imported, and billed at its date', (failedPayments, payment) => {
    const test = openTestLedger({ approvedAt: null })
    test.ledger.importSubscription({ subscription: { ...old, failedPayments }, payments: [] })
    expect(test.ledger.find(old.id)).toMatchObject({
      value: { outstandingBalance: failedPayments > 0 ? '10.00' : '0.00' },
    })
    test.billUntil('2026-04-14')
    const { at, value, status } = test.listPayments(old.id)[0]!
    expect(`${at.slice(0, 10)} ${value} ${status}`).toBe(payment)
    expect(test.ledger.find(old.id)).toMatchObject({
      value: { nextBillingAt: '2026-05-13T10:00:00.000Z', outstandingBalance: '0.00' },
    })
  })

  it('is read from a file, and the switches are stored', () => {
    const state = JSON.stringify({ subscriptions: [old], payments: [], requests: {} })
    const file = join(createTestFolder({ 'paypal.json': state }), 'paypal.json')
    const { ledger } = openTestLedger({ file })
    expect(ledger.getSettings()).toEqual({ missedDates: 'skip', staleDates: 0 })
    ledger.setMissedDates('charge')
    ledger.setStaleDates(1000)
    const reopened = openTestLedger({ file }).ledger
    expect(reopened.getSettings()).toEqual({ missedDates: 'charge', staleDates: 1000 })
    expect(reopened.list().some(({ id }) => id === old.id)).toBe(true)
  })
})
