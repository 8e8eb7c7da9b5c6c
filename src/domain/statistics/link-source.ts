import { ownLinkSources } from './source.ts'

/**
 * Has a link of ours say where its visitors come from. Its page is the same with it, and names its address without it.
 * The campaign of a link in The Weekly is the issue. A link that says it already stays as it is.
 */
export function addLinkSource(
  address: string,
  source: keyof typeof ownLinkSources,
  campaign?: string,
): string {
  if (/[?&]utm_source=/.test(splitFragment(address)[0])) return address
  const parameters = `utm_source=${ownLinkSources[source]}${campaign ? `&utm_campaign=${campaign}` : ''}`
  return addParameters(address, parameters)
}

export function addParameters(address: string, parameters: string): string {
  const [base, fragment] = splitFragment(address)
  return `${base}${base.includes('?') ? '&' : '?'}${parameters}${fragment}`
}

function splitFragment(address: string): readonly [base: string, fragment: string] {
  const end = address.indexOf('#')
  return end < 0 ? [address, ''] : [address.slice(0, end), address.slice(end)]
}
