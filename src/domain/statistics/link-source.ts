/**
 * What a link says about where its visitors come from. Every page is the same with it, and names its address without
 * it. classify-source.ts reads it.
 */
const sourceNames = {
  /** An email of The Weekly. The campaign is the issue. */
  weekly: 'the-weekly',
  /** Shared by a reader. */
  share: 'share',
  /** A story that a reader gives. */
  gift: 'gift',
} as const

/** Accepts an address or a path. One that says it already stays as it is. */
export function addLinkSource(
  address: string,
  source: keyof typeof sourceNames,
  campaign?: string,
): string {
  const [, base = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(address) ?? []
  if (/[?&]utm_source=/.test(base)) return address
  const parameters = `utm_source=${sourceNames[source]}${campaign ? `&utm_campaign=${campaign}` : ''}`
  return `${base}${base.includes('?') ? '&' : '?'}${parameters}${fragment}`
}
