/** The place where a reader saw the offer: `header`, `article` or an email. It's stored with the subscription. */
export type OfferSource = string & { readonly __offerSource: true }

const sourceParameter = 'source'

const sourcePattern = /^[a-z0-9][a-z0-9_-]{0,39}$/

/** Reads the source from an address's query. Returns null if it's missing or invalid. */
export function parseOfferSource(search: string): OfferSource | null {
  const source = new URLSearchParams(search).get(sourceParameter)
  return source !== null && sourcePattern.test(source) ? (source as OfferSource) : null
}

/** Accepts addresses on this site. For the login page, the source is added to its return address. */
export function addOfferSource(address: string, source: OfferSource): string {
  const [path = '', query = ''] = address.split('?')
  const parameters = new URLSearchParams(query)
  const returnAddress = parameters.get('return')
  if (returnAddress === null) parameters.set(sourceParameter, source)
  else parameters.set('return', addOfferSource(returnAddress, source))
  return `${path}?${parameters}`
}
