/**
 * Counts, writes and shows amounts of a currency. They are counted in the currency's minor unit, the smallest
 * amount that PayPal accepts: hundredths, or whole units of currencies for which it allows no decimals.
 */

/** Source: "Currency codes" in PayPal's REST reference. ISO 4217 has decimals for two of them. */
const wholeCurrencies: ReadonlySet<string> = new Set(['HUF', 'JPY', 'TWD'])

/** Returns the number of decimals in PayPal's amounts. */
export const getDecimals = (currency: string) => (wholeCurrencies.has(currency) ? 0 : 2)

/** Parses an amount in the currency's main unit, such as “13.99”. */
export const toMinorUnits = (value: string, currency: string) =>
  Math.round(Number(value) * 10 ** getDecimals(currency))

/** Returns a text such as “13.99”, or “1399” for a currency without decimals. */
export function formatValue(minorUnits: number, currency: string): string {
  const decimals = getDecimals(currency)
  return (minorUnits / 10 ** decimals).toFixed(decimals)
}

/** Creates a formatter for “$99” and “$13.99”. Reuse it, as creating one takes a hundred times as long as a call. */
export function createMoneyFormatter(currency: string): (minorUnits: number) => string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return (minorUnits) => format.format(minorUnits / 10 ** getDecimals(currency))
}

/** Matches what a formatter shows, such as “CA$13.99” or “SEK 1,399”. */
export function createPricePattern(currency: string): RegExp {
  const [symbol] = createMoneyFormatter(currency)(0).split('0')
  return new RegExp(`(${symbol!.replaceAll('$', '\\$')}[\\d.,]*\\d)`)
}
