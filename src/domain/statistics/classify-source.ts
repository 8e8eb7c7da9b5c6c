export const sources = [
  'direct',
  'search',
  'social',
  'newsletter',
  'share',
  'gift',
  'own',
  'campaign',
  'other',
] as const
export type Source = (typeof sources)[number]

export function classifySource(
  { referrer, search }: { referrer: string; search: string; path: string },
  ownOrigin: string,
): Source {
  const source = new URLSearchParams(search).get('utm_source')
  if (source === 'the-weekly') return 'newsletter'
  if (source === 'share' || source === 'gift') return source
  if (source) return 'campaign'
  if (!referrer) return 'direct'
  return referrer.startsWith(ownOrigin) ? 'own' : 'other'
}
