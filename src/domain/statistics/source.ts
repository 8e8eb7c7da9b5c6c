/** Determines the source from which a reader came to a page. Doesn't use zod, because browsers may load this file. */

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

/** `utm_source` in our own links. In The Weekly's, `utm_campaign` is the slug. */
export const ownLinkSources = { newsletter: 'the-weekly', share: 'share', gift: 'gift' } as const

export type Arrival = {
  /** An address, an origin or an empty text. */
  readonly referrer: string
  /** The page's query, with or without its question mark. */
  readonly search: string
  readonly path: string
}

const searchHosts =
  /(?:^|\.)(?:google\.[a-z]{2,3}(?:\.[a-z]{2})?|bing\.com|duckduckgo\.com|search\.yahoo\.com|search\.yahoo\.co\.jp|yandex\.[a-z]{2,3}|baidu\.com|ecosia\.org|startpage\.com|search\.brave\.com|qwant\.com|search\.naver\.com|kagi\.com)$/

const socialHosts =
  /(?:^|\.)(?:facebook\.com|instagram\.com|threads\.(?:net|com)|twitter\.com|x\.com|t\.co|linkedin\.com|lnkd\.in|reddit\.com|youtube\.com|pinterest\.[a-z]{2,3}|whatsapp\.com|wa\.me|telegram\.org|t\.me|bsky\.app|tiktok\.com|vk\.com|mastodon\.social|news\.ycombinator\.com)$/

/** Pages opened from emails, which send no referrer. */
const emailPagePattern = /^\/newsletter\/(?:confirm|unsubscribe|preferences)(?:\/|$)/

/** `ownOrigin` has no trailing slash. A link's parameters are more specific than the page that contains it. */
export function classifySource({ referrer, search, path }: Arrival, ownOrigin: string): Source {
  const parameters = new URLSearchParams(search)
  const utmSource = parameters.get('utm_source')
  if (utmSource === ownLinkSources.newsletter) return 'newsletter'
  if (utmSource === ownLinkSources.share) return 'share'
  if (utmSource === ownLinkSources.gift) return 'gift'
  if (utmSource || parameters.get('utm_campaign')) return 'campaign'
  if (referrer === '') return emailPagePattern.test(path) ? 'newsletter' : 'direct'
  if (referrer === ownOrigin || referrer.startsWith(`${ownOrigin}/`)) return 'own'
  const host = /^https?:\/\/([^/:?#]+)/.exec(referrer)?.[1] ?? ''
  // This host is checked before the search engines, because one of their patterns matches it too.
  if (host === 'mail.google.com') return 'other'
  if (searchHosts.test(host)) return 'search'
  return socialHosts.test(host) ? 'social' : 'other'
}

const maxCampaignLength = 80

/** Returns a campaign's name or an issue's slug; empty if the link has neither. */
export function readCampaign(search: string): string {
  const parameters = new URLSearchParams(search)
  const name = parameters.get('utm_campaign') || parameters.get('utm_source') || ''
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, maxCampaignLength)
}
