/** An amount in the currency's minor unit (cents): whole numbers, so that sums are exact. */
export type Money = { readonly minorUnits: number; readonly currency: 'USD' }

/** “$99” or “$13.99”: the decimals only where they say something. */
export function formatMoney({ minorUnits, currency }: Money): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(minorUnits / 100)
}
