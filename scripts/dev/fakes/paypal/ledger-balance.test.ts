import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCents } from './payment-value.ts'
import { openTestLedger, start } from './testing/open-test-ledger.ts'

describe('the balance', () => {
  it.each([
    ['0.00', true, '10.00'],
    ['4.00', true, '14.00'],
    ['10.00', true, '20.00'],
    ['10.01', false, '20.00'],
  ])('can be lowered to %s: %s', (value, isAllowed, nextPayment) => {
    const test = openTestLedger()
    test.ledger.setDeclining(test.id, true)
    test.billUntil('2026-04-25')
    const failure = 'AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE'
    expect(test.ledger.lowerBalance(test.id, value)).toMatchObject(
      isAllowed ? { ok: true } : { failure },
    )
    test.ledger.setDeclining(test.id, false)
    test.billUntil('2026-05-13')
    expect(test.payments().at(-1)).toBe(`2026-05-13 ${nextPayment} COMPLETED`)
  })

  it.each([
    ['suspend', true],
    ['cancel', false],
  ] as const)('can be lowered after %s: %s', (action, isAllowed) => {
    const test = openTestLedger()
    test.ledger[action](test.id)
    expect(test.ledger.lowerBalance(test.id, '0.00').ok).toBe(isAllowed)
  })
})

it('the balance and the pending and completed payments add up to the billed dates, whatever happens', () => {
  const step = fc.record({
    do: fc.constantFrom(
      'wait',
      'suspend',
      'activate',
      'decline',
      'accept',
      'slow',
      'fast',
      'capture',
      'complete',
      'deny',
      'fail',
    ),
    days: fc.nat(40),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const test = openTestLedger({ failureThreshold: 0 })
      const { ledger, id } = test
      const findPending = () =>
        test.listPayments().find(({ status }) => status === 'PENDING')?.id ?? ''
      let now = new Date(start).getTime()
      for (const { do: action, days } of steps) {
        now += days * 24 * 60 * 60 * 1000
        test.billUntil(new Date(now).toISOString())
        if (action === 'suspend' || action === 'activate') ledger[action](id)
        if (action === 'decline' || action === 'accept')
          ledger.setDeclining(id, action === 'decline')
        if (action === 'slow' || action === 'fast') ledger.setSlow(id, action === 'slow')
        if (action === 'capture') ledger.capture(id, null)
        if (action === 'complete' || action === 'deny')
          ledger.complete(findPending(), action === 'complete')
        if (action === 'fail') ledger.billSubscription(id, false)
      }
      const { cyclesCompleted, outstandingBalance, isDueInBalance } = test.find()
      const taken = test
        .listPayments()
        .filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
        .reduce((sum, { value }) => sum + toCents(value), 0)
      const billedDates = cyclesCompleted + (isDueInBalance ? 1 : 0)
      expect(taken + toCents(outstandingBalance)).toBe(billedDates * 1000)
      // The months until now and, billed by hand, one more for each failure.
      const failures = steps.filter((step) => step.do === 'fail').length
      const months = (now - new Date(start).getTime()) / (28 * 24 * 60 * 60 * 1000)
      expect(billedDates).toBeLessThanOrEqual(months + failures + 1)
    }),
    { numRuns: 200 },
  )
})
