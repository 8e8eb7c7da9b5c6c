import { describe, expect, it } from 'vitest'
import type { Currency } from '../publication/publication-data.ts'
import { createMoneyFormatter, createPricePattern, formatValue, toMinorUnits } from './currency.ts'

/** For each of PayPal's currencies: 1,399 minor units as PayPal writes them, and as readers see them. */
const table: Readonly<Record<Currency, readonly [value: string, text: string]>> = {
  AUD: ['13.99', 'A$13.99'],
  BRL: ['13.99', 'R$13.99'],
  CAD: ['13.99', 'CA$13.99'],
  CHF: ['13.99', 'CHF 13.99'],
  CNY: ['13.99', 'CN¥13.99'],
  CZK: ['13.99', 'CZK 13.99'],
  DKK: ['13.99', 'DKK 13.99'],
  EUR: ['13.99', '€13.99'],
  GBP: ['13.99', '£13.99'],
  HKD: ['13.99', 'HK$13.99'],
  HUF: ['1399', 'HUF 1,399'],
  ILS: ['13.99', '₪13.99'],
  JPY: ['1399', '¥1,399'],
  MXN: ['13.99', 'MX$13.99'],
  MYR: ['13.99', 'MYR 13.99'],
  NOK: ['13.99', 'NOK 13.99'],
  NZD: ['13.99', 'NZ$13.99'],
  PHP: ['13.99', '₱13.99'],
  PLN: ['13.99', 'PLN 13.99'],
  RUB: ['13.99', 'RUB 13.99'],
  SEK: ['13.99', 'SEK 13.99'],
  SGD: ['13.99', 'SGD 13.99'],
  THB: ['13.99', 'THB 13.99'],
  TWD: ['1399', 'NT$1,399'],
  USD: ['13.99', '$13.99'],
}

describe.each(Object.entries(table))('%s', (currency, [value, text]) => {
  const format = createMoneyFormatter(currency)
  const show = (minorUnits: number) => format(minorUnits).replaceAll('\u00a0', ' ')

  it('is written as PayPal does, and read back', () => {
    expect(formatValue(1399, currency)).toBe(value)
    for (const minorUnits of [0, 1, 29, 1399, 9900, 123_456_789, -98])
      expect(toMinorUnits(formatValue(minorUnits, currency), currency)).toBe(minorUnits)
  })

  it('is shown with its symbol, and without decimals for whole amounts', () => {
    expect(show(1399)).toBe(text)
    expect(show(9900)).not.toMatch(/[.]/)
  })

  it('is found in a sentence', () => {
    const [one, other] = [format(1399), format(9_900_000)]
    expect(`Pay ${one}, then ${other}.`.split(createPricePattern(currency))).toEqual([
      'Pay ',
      one,
      ', then ',
      other,
      '.',
    ])
  })
})
