/** Amounts of US dollars as PayPal writes them: “13.99”. */
import {
  formatPayPalValue,
  toMoney,
} from '../../../../functions/platform/adapters/paypal-payments.ts'

export const noValue = '0.00'

export const toCents = (value: string) => toMoney({ currency_code: 'USD', value }).minorUnits

export const toValue = (cents: number) => formatPayPalValue({ minorUnits: cents, currency: 'USD' })

export const addValues = (one: string, other: string) => toValue(toCents(one) + toCents(other))

export const multiplyValue = (value: string, times: number) => toValue(toCents(value) * times)

/** The result isn't below zero. */
export const subtractValue = (from: string, value: string) =>
  toValue(Math.max(0, toCents(from) - toCents(value)))
