/** Words that another publication's pages and emails never have: our names, prices, days, places and links. */
import { issueWeekday } from '../../domain/newsletter/issue-day.ts'
import { companyPages, contacts, site, socialLinks } from '../identity.ts'
import { newsletter } from '../newsletter.ts'
import { domesticArea, giftWords, plans } from '../offer.ts'
import { categories } from '../sections.ts'
import { newsletter as harbourNewsletter } from './harbour/newsletter.ts'

export const wordsOfOurs: readonly string[] = [
  site.shortName,
  site.description,
  newsletter.name,
  newsletter.pitch,
  // A day that both publications use proves nothing.
  ...(newsletter.weekday === harbourNewsletter.weekday ? [] : [issueWeekday]),
  domesticArea.name,
  'Colombo',
  'Sri Lanka',
  'example.com',
  '$',
  'USD',
  'six months',
  'one, two or three months',
  'a free month',
  'A free month',
  'Your free month ',
  'Free month added',
  giftWords.promise,
  ...contacts.map(({ email }) => email),
  ...socialLinks.map(({ url }) => url),
  ...companyPages.map(({ path }) => `"${path}"`).filter((path) => path !== '"/about"'),
  ...Object.keys(plans).filter((id) => id.includes('_')),
  ...Object.values(categories).map(({ name }) => name),
  ...Object.keys(categories).map((slug) => `/category/${slug}`),
]
