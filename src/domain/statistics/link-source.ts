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
  const [, base = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(address) ?? []
  if (/[?&]utm_source=/.test(base)) return address
  const parameters = `utm_source=${ownLinkSources[source]}${campaign ? `&utm_campaign=${campaign}` : ''}`
  return `${base}${base.includes('?') ? '&' : '?'}${parameters}${fragment}`
}
