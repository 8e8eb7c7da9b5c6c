/** In the currency's minor unit (cents), so that sums are exact. */
export type Money = { readonly minorUnits: number; readonly currency: 'USD' }

// Created once: creating a formatter costs a hundred times as much as using it.
const currencyFormats: Record<Money['currency'], Intl.NumberFormat> = {
  USD: new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  }),
}

/** “$99” or “$13.99”. */
export function formatMoney({ minorUnits, currency }: Money): string {
  return currencyFormats[currency].format(minorUnits / 100)
}
