import { z } from 'zod'

export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export const slugSchema = z
  .string()
  .max(120, 'is longer than 120 characters')
  .regex(
    slugPattern,
    'isn’t a valid slug: use lowercase letters, digits and single hyphens, such as my-story',
  )

/** First path segments that the site uses itself, or that the specification reserves. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  '404',
  'api',
  'author',
  'category',
  'desk',
  'events',
  'feed',
  'forgot',
  'g',
  'gift',
  'gift-subscription',
  'gifts',
  'images',
  'index',
  'landing',
  'latest',
  'login',
  'magic',
  'moved',
  'newsletter',
  'offline',
  'older-stories',
  'pagefind',
  'preview',
  'r',
  'reader',
  'redeem',
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
