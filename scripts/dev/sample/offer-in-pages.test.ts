/** The sample's pages state parts of the offer in their own words, which have to be changed with the offer. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { capitalise } from '../../../src/domain/capitalise.ts'
import { issueWeekday, newsletterFrequency } from '../../../src/domain/newsletter/issue-day.ts'
import {
  formatLengths,
  formatMonths,
  inOrdinals,
  inWords,
} from '../../../src/domain/number-words.ts'
import { freeMonths } from '../../../src/domain/subscription/free-months.ts'
import { meterDays } from '../../../src/publication/meter.ts'
import { newsletter } from '../../../src/publication/newsletter.ts'
import {
  giftLinkDays,
  givenArticlesPerMonth,
  pauseMonths,
  retentionOffer,
} from '../../../src/publication/offer.ts'

/** “fourteen days”: the pages use words for longer numbers than the site does. */
const dayWords: Readonly<Record<number, string>> = { 14: 'fourteen', 30: 'thirty' }
const formatDays = (days: number) => `${dayWords[days] ?? inWords(days)} days`

const given = inWords(givenArticlesPerMonth)

it.each([
  ['pauseMonths', 'terms', `pause for ${formatLengths(pauseMonths)}`],
  ['pauseMonths', 'why', `pause for ${formatLengths(pauseMonths)}`],
  [
    'retentionOffer',
    'terms',
    `${inWords(retentionOffer.months)} ${freeMonths} in ${formatMonths(retentionOffer.everyMonths)}`,
  ],
  ['retentionOffer', 'terms', `refund a ${inOrdinals(12 / retentionOffer.months)} of the price`],
  ['givenArticlesPerMonth', 'terms', `give away ${given} stories a month`],
  ['givenArticlesPerMonth', 'why', `${capitalise(given)} to give away each month`],
  ['givenArticlesPerMonth', 'why', `${given} stories a month to give away`],
  ['giftLinkDays', 'terms', `work for ${formatDays(giftLinkDays)}`],
  ['giftLinkDays', 'partner', `without paying, for ${formatDays(giftLinkDays)}`],
  ['giftLinkDays', 'why', `works for ${formatDays(giftLinkDays)}`],
  ['meterDays', 'why', `every ${formatDays(meterDays)}`],
  ['meterDays', 'privacy', `which free stories you’ve opened, for ${formatDays(meterDays)}`],
  ['newsletter', 'why', `${newsletter.name}, our ${issueWeekday} newsletter`],
  ['newsletter', 'about', `${capitalise(newsletterFrequency)} we send [${newsletter.name}]`],
  ['newsletter', 'privacy', `**${newsletter.name}.**`],
  ['newsletter', 'privacy', `the box for ${newsletter.name}.`],
  ['newsletter', 'privacy', `you agreed (${newsletter.name})`],
  ['newsletter', 'privacy', `an account or receive ${newsletter.name}`],
])('the fact “%s” is on the page “%s”: %s', (_, page, words) => {
  expect(readFileSync(`scripts/dev/sample/pages/${page}.md`, 'utf8')).toContain(words)
})
