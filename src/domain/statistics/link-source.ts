import { ownLinkSources } from './source.ts'

/**
 * Adds the source to one of our links, so that visits show where they come from. The link leads to the same page, whose
 * own address doesn't contain the source. For a link in The Weekly, the campaign is the issue. A link that already has
 * a source isn't changed.
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
