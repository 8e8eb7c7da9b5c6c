import { describe, expect, it } from 'vitest'
import { currency } from '../../publication/offer.ts'
import {
  type BookedMovement,
  explainMovement,
  type MoneyRecord,
  maxDisputeTime,
  type Original,
} from './explain-movement.ts'
import { classifyMovement } from './movement.ts'

const at = new Date('2026-11-20T10:00:00Z')
const payment: BookedMovement = {
  id: 'PAID',
  at,
  code: 'T0002',
  amount: 1399,
  fee: -98,
  currency,
  original: null,
  country: 'GB',
  subject: 'one',
}
const record: MoneyRecord = {
  id: 'record',
  kind: 'renewed',
  at,
  plan: 'monthly_13',
  amount: 1399,
  reason: '',
  subject: 'one',
  payment: '',
  redeemableUntil: null,
}
const original: Original = {
  id: 'PAID',
  kind: 'renewed',
  plan: 'monthly_13',
  subject: 'one',
  amount: 1399,
  currency,
  returned: 1399,
}
const refund = { ...payment, id: 'BACK', code: 'T1107', amount: -1399, original: 'PAID', fee: 0 }
const explainKind = (
  movement: BookedMovement,
  records: MoneyRecord[],
  of: Original | null = null,
) => explainMovement(movement, { records, original: of, refunded: 0 })?.kind ?? null

describe('a payment', () => {
  it('is explained by the record of its subscription at that minute', () => {
    expect(
      explainMovement(payment, { records: [record], original: null, refunded: 0 }),
    ).toMatchObject({
      kind: 'renewed',
      plan: 'monthly_13',
      record: 'record',
    })
  })

  it.each([
    ['of another subscription', { subject: 'two' }],
    ['from another day', { at: new Date('2026-11-21T10:00:00Z') }],
    ['of a trial’s beginning', { kind: 'started' as const, amount: 0 }],
    ['about something else', { kind: 'cancelled' as const }],
    ['of another amount', { amount: 1398 }],
  ])('isn’t explained by a record %s', (_, changes) => {
    expect(explainKind(payment, [{ ...record, ...changes }])).toBeNull()
  })

  it('isn’t explained if it is in another currency', () => {
    expect(explainKind({ ...payment, currency: 'JPY' }, [record])).toBeNull()
    const gift = { ...record, kind: 'giftBought' as const, payment: 'PAID' }
    expect(explainKind({ ...payment, currency: 'JPY' }, [gift])).toBeNull()
    expect(explainKind({ ...payment, amount: 1 }, [gift])).toBeNull()
  })

  it('needs a record of the refunded difference if it’s more than the price', () => {
    const more = { ...payment, amount: 1499 }
    const excess = { ...record, id: 'e', kind: 'excessReturned' as const, payment: 'PAID' }
    expect(explainKind(more, [record])).toBeNull()
    expect(explainKind(more, [record, { ...excess, amount: 100 }])).toBe('renewed')
  })

  it('needs no record once all of it was refunded', () => {
    const explainRefunded = (refunded: number) =>
      explainMovement(payment, { records: [], original: null, refunded })
    expect(explainRefunded(1399)).toMatchObject({ kind: 'undue', record: null })
    expect(explainRefunded(1398)).toBeNull()
  })

  it('isn’t explained by a record without a subscription if it has no subscription itself', () => {
    expect(explainKind({ ...payment, subject: null }, [{ ...record, subject: '' }])).toBeNull()
  })

  it('is explained by its own id alone if it’s for a gift', () => {
    const gift = { ...record, kind: 'giftBought' as const, subject: '', payment: 'PAID' }
    expect(explainKind({ ...payment, subject: null }, [gift])).toBe('giftBought')
    expect(explainKind({ ...payment, subject: null, id: 'OTHER' }, [gift])).toBeNull()
  })
})

describe('a refund', () => {
  const whole = { ...record, kind: 'refunded' as const, at: new Date('2026-11-22T10:00:00Z') }
  const part = { ...record, payment: 'PAID' }

  it('needs a record of a full refund if it’s full', () => {
    expect(explainKind(refund, [whole], original)).toBe('refunded')
    expect(explainKind(refund, [], original)).toBeNull()
    expect(explainKind(refund, [whole], null)).toBeNull()
  })

  it('isn’t explained by the record of a full refund if it’s partial', () => {
    expect(
      explainKind({ ...refund, amount: -400 }, [whole], { ...original, returned: 400 }),
    ).toBeNull()
  })

  it('is explained if its parts add up to it', () => {
    const records: MoneyRecord[] = [
      { ...part, id: 'a', kind: 'creditReturned', amount: 1000 },
      { ...part, id: 'b', kind: 'excessReturned', amount: 300 },
    ]
    const partly = { ...original, returned: 1300 }
    expect(
      explainMovement({ ...refund, amount: -1300 }, { records, original: partly, refunded: 0 }),
    ).toMatchObject({ kind: 'returned', credit: 1000, share: 0, excess: 300 })
    expect(explainKind({ ...refund, amount: -1301 }, records, partly)).toBeNull()
    const both = explainMovement(
      { ...refund, amount: -1300 },
      { records, original: partly, refunded: 0 },
    )
    expect([both?.record, ...(both?.otherRecords ?? [])]).toEqual(['a', 'b'])
  })

  it('needs no further record if the payment wasn’t due', () => {
    expect(explainKind(refund, [], { ...original, kind: 'undue' })).toBe('undueReturned')
  })

  it('isn’t explained if it’s more than was paid, or in another currency', () => {
    const undue: Original = { ...original, kind: 'undue' }
    expect(explainKind(refund, [], { ...undue, returned: 1400 })).toBeNull()
    expect(explainKind({ ...refund, currency: 'JPY' }, [], undue)).toBeNull()
    expect(explainKind(refund, [whole], { ...original, returned: 1400 })).toBeNull()
  })
})

describe('a dispute', () => {
  const dispute = { ...refund, code: 'T1106' }
  it('is explained once we have noticed it', () => {
    expect(explainKind(dispute, [], original)).toBeNull()
    expect(explainKind(dispute, [{ ...record, kind: 'disputed' }], original)).toBe('dispute')
    const other = { ...record, kind: 'disputed' as const, subject: 'two' }
    expect(explainKind(dispute, [other], original)).toBeNull()
  })

  it('isn’t explained by another payment’s dispute', () => {
    const noticed = { ...record, kind: 'disputed' as const }
    expect(explainKind(dispute, [{ ...noticed, payment: 'PAID' }], original)).toBe('dispute')
    expect(explainKind(dispute, [{ ...noticed, payment: 'OTHER' }], original)).toBeNull()
    const early = new Date(at.getTime() - maxDisputeTime - 1)
    expect(explainKind(dispute, [{ ...noticed, at: early }], original)).toBeNull()
  })
})

it.each([
  ['T0002', 1399, 'payment'],
  ['T0002', -1399, 'other'],
  ['T0106', -2000, 'fee'],
  ['T0400', -50_000, 'transfer'],
  ['T1110', -1399, 'hold'],
  ['T1201', -1399, 'dispute'],
  ['T1900', 1, 'other'],
  ['', 1, 'other'],
])('the PayPal code %s with %i is a %s', (code, amount, kind) => {
  expect(classifyMovement({ code, amount })).toBe(kind)
})
