/**
 * Where a reader came from to an offer: `header`, `article`, the name of a letter. Pages hand it on
 * from address to address, until it is kept with the subscription that is bought.
 */
export type OfferSource = string & { readonly __offerSource: true }

/** The parameter of an address that carries it. */
export const sourceParameter = 'source'

const pattern = /^[a-z0-9][a-z0-9_-]{0,39}$/

/** From an address's query; null where there is none, or something else is written there. */
export function offerSource(search: string): OfferSource | null {
  const source = new URLSearchParams(search).get(sourceParameter)
  return source !== null && pattern.test(source) ? (source as OfferSource) : null
}

/**
 * The address of a page of ours, from which the source can be read as from this one. One that leads
 * to logging in brings it back in the address that it returns to.
 */
export function withSource(address: string, source: OfferSource): string {
  const [path = '', query = ''] = address.split('?')
  const parameters = new URLSearchParams(query)
  const back = parameters.get('return')
  if (back === null) parameters.set(sourceParameter, source)
  else parameters.set('return', withSource(back, source))
  return `${path}?${parameters}`
}
