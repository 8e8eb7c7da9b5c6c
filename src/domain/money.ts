/** An amount in the currency's minor unit (cents): whole numbers, so that sums are exact. */
export type Money = { readonly minorUnits: number; readonly currency: 'USD' }

// Made once: a formatter costs a hundred times what it takes to format with it.
const formats: Record<Money['currency'], Intl.NumberFormat> = {
  USD: new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  }),
}

/** “$99” or “$13.99”: the decimals only where they say something. */
export function formatMoney({ minorUnits, currency }: Money): string {
  return formats[currency].format(minorUnits / 100)
}
