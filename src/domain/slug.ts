import { z } from 'zod'

/** A slug is a document's key and its address: lowercase words of letters and digits, hyphens between. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export const slugSchema = z
  .string()
  .max(120, 'is longer than 120 characters')
  .regex(slugPattern, 'must be lowercase letters and digits with single hyphens between words')

/** First segments of addresses that are the site's own, now or by the specification. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  '404',
  'api',
  'author',
  'category',
  'events',
  'feed',
  'forgot',
  'gift',
  'gift-subscription',
  'images',
  'index',
  'latest',
  'login',
  'magic',
  'moved',
  'newsletter',
  'offline',
  'pagefind',
  'preview',
  'refer',
  'saved',
  'sealed',
  'search',
  'settings',
  'sitemaps',
  'subscribe',
  'subscribe-original',
  'subscribe-today',
  'tag',
  'welcome',
])
