import type { Currency, Gift, Offers, Plan, RetentionOffer } from '../../publication-data.ts'

export const currency = 'GBP' satisfies Currency

export const currencyName = 'pounds'

export const plans = {
  yearly: { minorUnits: 4800, period: 'year', name: 'Yearly' },
  monthly: { minorUnits: 500, period: 'month', name: 'Monthly' },
  yearly_abroad: { minorUnits: 6000, period: 'year', name: 'Yearly' },
  monthly_abroad: { minorUnits: 650, period: 'month', name: 'Monthly' },
} as const satisfies Record<string, Plan>

export const offers = {
  annual: { domestic: 'yearly', international: 'yearly_abroad' },
  monthly: { domestic: 'monthly', international: 'monthly_abroad' },
} as const satisfies Offers<keyof typeof plans>

export const domesticCountries: readonly string[] = ['GB', 'IE']

export const domesticArea = { name: 'Britain and Ireland', shortName: 'the isles' } as const

export const gifts = [
  { months: 1, domestic: 500, international: 650 },
  { months: 12, domestic: 4800, international: 6000 },
] as const satisfies readonly Gift[]

export const giftWords = { banner: 'Send someone to sea', promise: 'slow news' } as const

export const pauseMonths = [2, 4] as const

export const retentionOffer: RetentionOffer = { months: 2, everyMonths: 24 }

export const referral: { readonly credit: number } | undefined = undefined

export const trial: { readonly trialDays: number } = { trialDays: 0 }

export const givenArticlesPerMonth = 4

export const giftLinkDays = 7
