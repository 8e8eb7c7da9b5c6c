/** Amounts in the publication's currency as PayPal writes them: “13.99”. */
import { z } from 'zod'
import {
  formatPayPalValue,
  toMoney,
} from '../../../../functions/platform/adapters/paypal-payments.ts'
import { getDecimals } from '../../../../src/domain/currency.ts'
import { currency } from '../../../../src/publication/offer.ts'

/** PayPal refuses decimals in a currency without them (DECIMALS_NOT_SUPPORTED). */
export const amountSchema = z.object({
  currency_code: z.literal(currency),
  value: z.string().regex(getDecimals(currency) === 0 ? /^\d+$/ : /^\d+\.\d{2}$/),
})

export const toCents = (value: string) => toMoney({ currency_code: currency, value }).minorUnits

export const toValue = (cents: number) => formatPayPalValue({ minorUnits: cents, currency })

export const noValue = toValue(0)

/** PayPal's fee for a payment: 3.49% and 49 cents, the standard rate in the US. PayPal keeps the fee after a refund. */
export const getFee = (cents: number) => Math.round(cents * 0.0349) + 49

export const addValues = (one: string, other: string) => toValue(toCents(one) + toCents(other))

export const multiplyValue = (value: string, times: number) => toValue(toCents(value) * times)

/** The result isn't below zero. */
export const subtractValue = (from: string, value: string) =>
  toValue(Math.max(0, toCents(from) - toCents(value)))
