/** What the three designs of the offer say of a plan, so that all say the same. */
import { letterAddress } from '../../domain/letter.ts'
import { formatMoney } from '../../domain/money.ts'
import {
  offers,
  type PlanKind,
  type PriceClass,
  perMonth,
  perYear,
  savingPerYear,
} from '../../domain/offer.ts'
import { type PlanId, planPrice, plans } from '../../domain/plan.ts'
import { site } from '../../site.ts'

export const planName = (kind: PlanKind) => plans[offers[kind].domestic].name

/** “$99”. */
export function price(kind: PlanKind, prices: PriceClass): string {
  return formatMoney(planPrice(offers[kind][prices]))
}

/** “a year”. */
export function period(kind: PlanKind): string {
  return `a ${plans[offers[kind].domestic].period}`
}

/** The same price over the other period: “$8.25 a month”, “$167.88 over a year”. */
export function otherPeriod(kind: PlanKind, prices: PriceClass): string {
  const plan = offers[kind][prices]
  return plans[plan].period === 'year'
    ? `${formatMoney(perMonth(plan))} a month`
    : `${formatMoney(perYear(plan))} over a year`
}

export function saving(kind: PlanKind, prices: PriceClass): string {
  return formatMoney(savingPerYear(kind, prices))
}

/** “Annual, $99 a year”. */
export function priceInWords(plan: PlanId): string {
  const { name, period } = plans[plan]
  return `${name}, ${formatMoney(planPrice(plan))} a ${period}`
}

export const whoIsAStudent = 'For anyone enrolled at a school, a college or a university.'

/** How a plan is taken while paying here is not connected: a letter, begun for the reader. */
export function planLetter(kind: PlanKind): string {
  const name = planName(kind).toLowerCase()
  return letterAddress({
    to: site.subscriptionsEmail,
    subject: `A subscription: ${name}`,
    lines: [
      `I would like the ${name} subscription to ${site.name}.`,
      '',
      'My name:',
      'The e-mail address I will log in with:',
      'The country I live in:',
    ],
  })
}
