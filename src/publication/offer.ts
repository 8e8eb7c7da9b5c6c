/** The offer: what readers can buy, and what it costs. Amounts are in the currency's minor unit. */
import type { Currency, Gift, Offers, Plan, RetentionOffer } from './publication-data.ts'

/** Minor units are hundredths or, for HUF, JPY and TWD, which have no decimals at PayPal, whole units. */
export const currency = 'USD' satisfies Currency

/** The currency's name in sentences. */
export const currencyName = 'US dollars'

/** Plans by the ids that subscriptions are stored with. */
export const plans = {
  annual_99: { minorUnits: 9900, period: 'year', name: 'Annual' },
  monthly_13: { minorUnits: 1399, period: 'month', name: 'Monthly' },
  student_45: { minorUnits: 4499, period: 'year', name: 'Student' },
  international_annual: { minorUnits: 7999, period: 'year', name: 'Annual' },
  international_monthly: { minorUnits: 1099, period: 'month', name: 'Monthly' },
  international_student: { minorUnits: 3499, period: 'year', name: 'Student' },
} as const satisfies Record<string, Plan>

export const offers = {
  annual: { domestic: 'annual_99', international: 'international_annual' },
  monthly: { domestic: 'monthly_13', international: 'international_monthly' },
  student: { domestic: 'student_45', international: 'international_student' },
} as const satisfies Offers<keyof typeof plans>

/** Countries in which the domestic price is paid (ISO 3166). */
export const domesticCountries: readonly string[] = ['US']

/** The names of these countries in a sentence, and in a table's heading. */
export const domesticArea = { name: 'the United States', shortName: 'the US' } as const

/** Gifts, which are paid for once, in the form's order. Twelve months cost the same as a year's subscription. */
export const gifts = [
  {
    months: 12,
    domestic: plans.annual_99.minorUnits,
    international: plans.international_annual.minorUnits,
  },
  { months: 6, domestic: 5999, international: 4799 },
  { months: 3, domestic: 3499, international: 2799 },
] as const satisfies readonly Gift[]

/** The words of the gift banner and of the gift page's title. */
export const giftWords = {
  banner: 'Give the joy of endless aha moments',
  promise: 'aha moments',
} as const

/** The numbers of months for which a subscriber can pause, shortest first. */
export const pauseMonths = [1, 2, 3] as const

export const retentionOffer: RetentionOffer = { months: 1, everyMonths: 12 }

/** A referrer's credit for each friend who subscribes and pays enough. Undefined without a referral programme. */
export const referral: { readonly credit: number } | undefined = { credit: 2000 }

export const trial: {
  /** Free days before a new subscriber's first payment; 0 for none. */
  readonly trialDays: number
} = { trialDays: 0 }

/** Stories that a subscriber can give by link per calendar month, in the publication's time zone. */
export const givenArticlesPerMonth = 10

/** Days for which a link to a given story works. */
export const giftLinkDays = 14
