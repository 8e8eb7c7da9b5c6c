/**
 * The accounts that PayPal's own ledger gives, with what the scenario knows of each payment. Shares no code with the
 * books: plans, reasons and months are stated by the scenario, and what is deferred is added up month by month.
 */
import type { Movement } from '../../../scripts/dev/fakes/paypal/ledger-movements.ts'

export type ModelLine = {
  readonly country: string
  readonly plan: string
  readonly kind: string
  readonly count: number
  readonly amount: number
  readonly months: number
}

/** The purpose of each payment, by PayPal's id. */
export type KnownPayment = {
  readonly plan: string
  readonly kind: 'started' | 'renewed' | 'giftBought' | 'undue'
  readonly months: number
  /** The time at which a gift was redeemed. */
  redeemedAt?: Date
}

/** The reason of each refund, by the payment's id and the amount that was returned. */
export type KnownRefund = Partial<Record<'credit' | 'share' | 'excess', number>>

const zoneOffset = 5.5 * 60 * 60 * 1000

/** Months since the year 0, in Colombo, where the clocks never change. */
const toMonthNumber = (at: Date) => {
  const local = new Date(at.getTime() + zoneOffset)
  return local.getUTCFullYear() * 12 + local.getUTCMonth()
}

export class YearModel {
  readonly payments = new Map<string, KnownPayment>()
  /** By payment. */
  readonly returned = new Map<string, KnownRefund>()

  /** `month`: 1 for January of 2026. */
  expectAccounts(movements: readonly Movement[], month: number): readonly ModelLine[] {
    const wanted = 2026 * 12 + month - 1
    const lines = new Map<string, ModelLine>()
    const add = (country: string, plan: string, kind: string, more: Partial<ModelLine>) => {
      const key = `${country} ${plan} ${kind}`
      const known = lines.get(key) ?? { country, plan, kind, count: 0, amount: 0, months: 0 }
      const { count = 0, amount = 0, months = 0 } = more
      lines.set(key, {
        ...known,
        count: known.count + count,
        amount: known.amount + amount,
        months: known.months + months,
      })
    }
    const countries = new Map(movements.map(({ id, country }) => [id, country ?? '']))
    for (const { id, at, code, cents, fee, reference } of movements) {
      if (toMonthNumber(new Date(at)) !== wanted) continue
      const paymentId = reference?.type === 'TXN' ? reference.id : id
      const { plan, kind } = this.payments.get(paymentId)!
      const country = countries.get(paymentId)!
      if (fee !== 0) add(country, plan, 'fee', { amount: fee })
      if (code.startsWith('T00')) add(country, plan, kind, { count: 1, amount: cents })
      else if (code === 'T1110' || code === 'T1111')
        add(country, plan, 'hold', { count: 1, amount: cents })
      else if (code === 'T1106') add(country, plan, 'dispute', { count: 1, amount: cents })
      else if (kind === 'undue') add(country, plan, 'undueReturned', { count: 1, amount: cents })
      else {
        const parts = Object.entries(this.returned.get(paymentId) ?? {})
        const isReturn = parts.reduce((sum, [, part]) => sum + part, 0) === -cents
        if (!isReturn) add(country, plan, 'refunded', { count: 1, amount: cents })
        else
          for (const [part, value] of parts) add(country, plan, part, { count: 1, amount: -value })
      }
    }
    for (const [id, { plan, kind, months, redeemedAt }] of this.payments) {
      const country = countries.get(id)!
      if (redeemedAt && toMonthNumber(redeemedAt) === wanted)
        add(country, plan, 'giftRedeemed', { count: 1 })
      if (kind === 'undue') continue
      const about = movements.filter(
        (one) =>
          (one.id === id || one.reference?.id === id) &&
          one.code !== 'T1110' &&
          one.code !== 'T1111' &&
          toMonthNumber(new Date(one.at)) <= wanted,
      )
      const kept = about.reduce((sum, { cents }) => sum + cents, 0)
      if (about.length === 0 || kept <= 0) continue
      const paidAt = new Date(about.find((one) => one.id === id)!.at)
      const startsAt = kind === 'giftBought' ? redeemedAt : paidAt
      const isStarted = startsAt !== undefined && toMonthNumber(startsAt) <= wanted
      let amount = 0
      let left = 0
      for (let index = 0; index < months; index++) {
        if (isStarted && toMonthNumber(startsAt) + index <= wanted) continue
        amount += Math.round((kept * (index + 1)) / months) - Math.round((kept * index) / months)
        left++
      }
      if (left > 0) add(country, plan, 'deferred', { count: 1, amount, months: left })
    }
    return [...lines.values()].filter(({ count, amount }) => count !== 0 || amount !== 0)
  }
}
