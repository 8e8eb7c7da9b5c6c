import { describe, expect, it } from 'vitest'
import { openTestLedger } from './testing/open-test-ledger.ts'

describe('dates missed during a suspension', () => {
  const miss = (missedDates: 'skip' | 'charge') => {
    const test = openTestLedger({ missedDates })
    test.passTo('2026-04-01')
    test.ledger.suspend(test.id)
    const balances = ['2026-04-12', '2026-04-14', '2026-05-14'].map((date) => {
      test.billUntil(date)
      return test.find().outstandingBalance
    })
    test.passTo('2026-05-20')
    return { ...test, balances }
  }

  it('are skipped if the ledger is set to skip them', () => {
    const test = miss('skip')
    expect(test.balances).toEqual(['0.00', '0.00', '0.00'])
    test.ledger.activate(test.id)
    expect(test.payments()).toHaveLength(1)
    expect(test.nextDate()).toBe('2026-06-13')
  })

  it('are charged together if the ledger is set to charge them', () => {
    const test = miss('charge')
    expect(test.balances).toEqual(['0.00', '10.00', '20.00'])
    test.ledger.activate(test.id)
    expect(test.payments().slice(1)).toEqual(['2026-05-20 20.00 COMPLETED'])
    expect(test.find().outstandingBalance).toBe('0.00')
    expect(test.nextDate()).toBe('2026-06-13')
  })

  it.each([
    ['8.00', '8.00'],
    ['0.00', '10.00'],
  ])('are charged with a balance lowered to %s: %s', (balance, charged) => {
    const test = miss('charge')
    test.ledger.lowerBalance(test.id, balance)
    test.ledger.activate(test.id)
    expect(test.payments().slice(1)).toEqual([`2026-05-20 ${charged} COMPLETED`])
  })

  it.each([
    ['declined', '20.00', 'DECLINED'],
    ['pending', '0.00', 'PENDING'],
  ])('can result in a %s payment', (kind, balance, status) => {
    const test = miss('charge')
    test.ledger.setDeclining(test.id, kind === 'declined')
    test.ledger.setSlow(test.id, kind === 'pending')
    test.ledger.activate(test.id)
    expect(test.payments().at(-1)).toBe(`2026-05-20 20.00 ${status}`)
    expect(test.find()).toMatchObject({ outstandingBalance: balance, status: 'ACTIVE' })
  })

  it.each(['skip', 'charge'] as const)(
    'aren’t charged if no date was missed: %s',
    (missedDates) => {
      const test = openTestLedger({ missedDates })
      test.passTo('2026-04-01')
      test.ledger.suspend(test.id)
      test.passTo('2026-04-12')
      test.ledger.activate(test.id)
      expect(test.payments()).toHaveLength(1)
      expect(test.nextDate()).toBe('2026-04-13')
    },
  )
})

describe('stale dates', () => {
  const staleDates = 2 * 60 * 60 * 1000
  const toShown = ({
    nextBillingAt,
    cyclesCompleted,
    lastPayment,
  }: ReturnType<ReturnType<typeof openTestLedger>['find']>) => [
    nextBillingAt?.slice(0, 10),
    cyclesCompleted,
    lastPayment?.at.slice(0, 10),
  ]

  it.each([
    ['2026-03-13T13:59:59Z', ['2026-03-13', 0, '2026-03-13']],
    ['2026-03-13T14:00:00Z', ['2026-04-13', 1, '2026-03-13']],
    ['2026-04-13T11:59:59Z', ['2026-04-13', 1, '2026-03-13']],
    ['2026-04-13T12:00:00Z', ['2026-05-13', 2, '2026-04-13']],
  ])('are shown at %s: %j', (date, shown) => {
    const test = openTestLedger({ staleDates })
    test.billUntil(date)
    expect(toShown(test.find())).toEqual(shown)
    expect(test.ledger.list()[0]!.nextBillingAt).toBe(
      date < '2026-04-13' ? '2026-04-13T10:00:00.000Z' : '2026-05-13T10:00:00.000Z',
    )
  })

  it('are updated without an event', () => {
    const test = openTestLedger({ staleDates })
    test.billUntil('2026-04-13T11:00:00Z')
    test.events.length = 0
    test.billUntil('2026-04-13T13:00:00Z')
    expect(test.events).toEqual([])
  })

  it('aren’t shown by default', () => {
    expect(toShown(openTestLedger().find())).toEqual(['2026-04-13', 1, '2026-03-13'])
  })
})
