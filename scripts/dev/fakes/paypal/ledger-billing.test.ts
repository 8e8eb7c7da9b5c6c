import { describe, expect, it } from 'vitest'
import { type LedgerOptions, openTestLedger, start } from './testing/open-test-ledger.ts'

describe('the first billing', () => {
  it.each([
    ['is at approval without a start', '2026-01-31T20:00:00Z', null, 1, '2026-02-28'],
    [
      'is on the American date of an evening approval',
      '2026-03-02T04:00:00Z',
      null,
      1,
      '2026-04-01',
    ],
    ['waits for its start', start, '2026-03-20T18:00:00Z', 0, '2026-03-20'],
    ['is on the American date of its start', start, '2026-03-20T03:00:00Z', 0, '2026-03-19'],
    [
      'is never before the approval',
      '2026-03-19T23:00:00Z',
      '2026-03-20T03:00:00Z',
      1,
      '2026-04-19',
    ],
    ['is at a late approval', start, '2026-03-10T12:00:00Z', 1, '2026-04-13'],
  ])('%s', (_, approvedAt, startsAt, payments, nextDate) => {
    const test = openTestLedger({ approvedAt, startsAt })
    expect(test.payments()).toHaveLength(payments)
    expect(test.find().nextBillingAt).toBe(`${nextDate}T10:00:00.000Z`)
  })
})

describe('the billing run', () => {
  it('bills due payments once, at 10:00', () => {
    const test = openTestLedger()
    test.billUntil('2026-04-13T09:59:00Z')
    expect(test.events).toEqual([])
    for (let run = 0; run < 2; run++) test.billUntil('2026-04-13T10:00:00Z')
    expect(test.events).toEqual(['PAYMENT.SALE.COMPLETED'])
    expect(test.find().lastPayment).toEqual({ at: '2026-04-13T10:00:00.000Z', value: '10.00' })
    expect(test.nextDate()).toBe('2026-05-13')
  })

  it('bills several dates in order, counted from the start and not from each other', () => {
    const test = openTestLedger({ approvedAt: '2026-01-31T20:00:00Z' })
    test.billUntil('2026-04-30')
    expect(test.payments()).toEqual([
      '2026-01-31 10.00 COMPLETED',
      '2026-02-28 10.00 COMPLETED',
      '2026-03-31 10.00 COMPLETED',
      '2026-04-30 10.00 COMPLETED',
    ])
    expect(test.find()).toMatchObject({ cyclesCompleted: 4 })
  })

  it.each(['suspend', 'cancel'] as const)('doesn’t bill after %s', (action) => {
    const test = openTestLedger()
    test.ledger[action](test.id)
    test.billUntil('2026-06-30')
    expect(test.payments()).toHaveLength(1)
  })

  it('leaves a payment pending, and continues', () => {
    const test = openTestLedger()
    test.ledger.setSlow(test.id, true)
    test.billUntil('2026-04-14')
    expect(test.payments()[1]).toBe('2026-04-13 10.00 PENDING')
    expect(test.nextDate()).toBe('2026-05-13')
    const pending = test.listPayments()[1]!
    test.passTo('2026-04-16')
    test.ledger.complete(pending.id, true)
    expect(test.find().lastPayment?.at).toBe('2026-04-16T12:00:00.000Z')
    expect(test.nextDate()).toBe('2026-05-13')
  })

  it('adds a pending payment that is denied to the balance', () => {
    const test = openTestLedger()
    test.ledger.setSlow(test.id, true)
    test.billUntil('2026-04-14')
    const pending = test.listPayments()[1]!
    test.ledger.complete(pending.id, false)
    expect(test.find()).toMatchObject({ outstandingBalance: '10.00', failedPayments: 1 })
    expect(test.nextDate()).toBe('2026-05-13')
  })
})

describe('a failed payment', () => {
  const fail = (options: LedgerOptions = {}) => {
    const test = openTestLedger(options)
    test.ledger.setDeclining(test.id, true)
    return test
  }

  it('is tried three times, and then added to the balance', () => {
    const test = fail()
    const states = ['2026-04-13', '2026-04-18', '2026-04-22', '2026-04-23'].map((date) => {
      test.billUntil(date)
      const { status, failedPayments, outstandingBalance } = test.find()
      return [date, status, failedPayments, outstandingBalance, test.nextDate()]
    })
    expect(states).toEqual([
      ['2026-04-13', 'ACTIVE', 0, '0.00', '2026-04-13'],
      ['2026-04-18', 'ACTIVE', 0, '0.00', '2026-04-13'],
      ['2026-04-22', 'ACTIVE', 0, '0.00', '2026-04-13'],
      ['2026-04-23', 'ACTIVE', 1, '10.00', '2026-05-13'],
    ])
    expect(test.events).toEqual(Array(3).fill('PAYMENT.FAILED'))
    expect(test.payments().slice(1)).toEqual([
      '2026-04-13 10.00 DECLINED',
      '2026-04-18 10.00 DECLINED',
      '2026-04-23 10.00 DECLINED',
    ])
  })

  it('succeeds with a retry, and the schedule stays the same', () => {
    const test = fail()
    test.billUntil('2026-04-13')
    test.ledger.setDeclining(test.id, false)
    test.billUntil('2026-04-20')
    expect(test.payments().at(-1)).toBe('2026-04-18 10.00 COMPLETED')
    expect(test.nextDate()).toBe('2026-05-13')
    expect(test.find()).toMatchObject({ failedPayments: 0, failedTries: 0, retryAt: null })
  })

  it('is billed with the next date', () => {
    const test = fail()
    test.billUntil('2026-04-25')
    test.ledger.setDeclining(test.id, false)
    test.billUntil('2026-05-13')
    expect(test.payments().at(-1)).toBe('2026-05-13 20.00 COMPLETED')
    expect(test.find()).toMatchObject({ failedPayments: 0, outstandingBalance: '0.00' })
  })

  it.each([
    [undefined, 'SUSPENDED', '30.00'],
    [0, 'ACTIVE', '50.00'],
  ])(
    'suspends the subscription after three cycles unless the threshold is 0: %s',
    (threshold, status, balance) => {
      const test = fail(threshold === undefined ? {} : { failureThreshold: threshold })
      test.billUntil('2026-08-31')
      expect(test.find()).toMatchObject({ status, outstandingBalance: balance })
    },
  )

  it('can be captured in parts, and the schedule stays the same', () => {
    const test = fail()
    test.billUntil('2026-04-25')
    test.ledger.setDeclining(test.id, false)
    test.ledger.capture(test.id, 'one', '4.00')
    expect(test.find().outstandingBalance).toBe('6.00')
    test.ledger.capture(test.id, 'two')
    expect(test.ledger.capture(test.id, 'three')).toMatchObject({
      failure: 'ZERO_OUTSTANDING_BALANCE',
    })
    expect(test.nextDate()).toBe('2026-05-13')
    test.billUntil('2026-05-13')
    expect(test.payments().at(-1)).toBe('2026-05-13 10.00 COMPLETED')
  })
})

describe('billing by hand', () => {
  it.each([
    ['before the date', '2026-03-20', '2026-05-13'],
    ['on the date', '2026-04-13', '2026-05-13'],
    ['after the date', '2026-04-18', '2026-05-13'],
  ])('makes the payment %s, and the billing run doesn’t repeat it', (_, date, nextDate) => {
    const test = openTestLedger()
    test.passTo(date)
    test.ledger.billSubscription(test.id, true)
    expect(test.nextDate()).toBe(nextDate)
    test.billUntil('2026-05-12')
    expect(test.payments()).toEqual(['2026-03-13 10.00 COMPLETED', `${date} 10.00 COMPLETED`])
  })

  it('can fail three times, which suspends the subscription with one price in the balance', () => {
    const test = openTestLedger()
    test.passTo('2026-04-13')
    const statuses = [1, 2, 3].map((failedPayments) => {
      test.ledger.billSubscription(test.id, false)
      expect(test.find()).toMatchObject({ failedPayments, outstandingBalance: '10.00' })
      return test.find().status
    })
    expect(statuses).toEqual(['ACTIVE', 'ACTIVE', 'SUSPENDED'])
  })

  it.each(['bill', 'capture', 'clear'] as const)(
    'can fail, and moves to the next date after %s',
    (fix) => {
      const test = openTestLedger()
      test.passTo('2026-04-13')
      test.ledger.billSubscription(test.id, false)
      expect(test.nextDate()).toBe('2026-04-13')
      test.passTo('2026-04-15')
      if (fix === 'bill') test.ledger.billSubscription(test.id, true)
      if (fix === 'capture') test.ledger.capture(test.id, null)
      if (fix === 'clear') test.ledger.lowerBalance(test.id, '0.00')
      expect(test.nextDate()).toBe('2026-05-13')
      test.billUntil('2026-05-12')
      expect(test.payments().slice(1)).toEqual(
        fix === 'clear' ? [] : ['2026-04-15 10.00 COMPLETED'],
      )
    },
  )
})
