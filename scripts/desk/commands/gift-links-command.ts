import type { OpenedLink } from '../../../src/contracts/endpoints/gift-link-endpoints.ts'
import { inWords } from '../../../src/domain/number-words.ts'
import { getCalendarDay } from '../../../src/domain/time-zone.ts'
import { site } from '../../../src/publication/identity.ts'
import { giftLinkDays, givenArticlesPerMonth } from '../../../src/publication/offer.ts'
import { defineCommand, parseOptionalSlug } from '../command-line/command.ts'
import { printText } from '../command-line/terminal.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'

export const command = defineCommand({
  usage: ['gift-links [SLUG] [--json]'],
  summary: 'lists the most opened gift links, for all stories or one',
  help: `  --json   as JSON: slug, openings, givenAt, until, revoked

Subscribers can give ${inWords(givenArticlesPerMonth)} stories a month by link; each link works for ${giftLinkDays} days. "openings" counts browsers.
A link that was opened very often was probably posted in public, but keeps working, because openings aren’t
limited. Without SLUG, the most opened links are listed.`,
  options: { json: { type: 'boolean', default: false } },
  async run({ json }, positionals) {
    const slug = parseOptionalSlug(positionals)
    const query = slug === undefined ? {} : { slug }
    const { links } = await callSite(requireAccessKey(), 'GET /api/desk/gift-links', query)
    if (json) console.log(JSON.stringify(links, null, 2))
    else for (const line of formatTable(links, slug)) printText(line)
    return 'done'
  },
})

function formatTable(links: readonly OpenedLink[], slug: string | undefined): string[] {
  if (links.length === 0) {
    return [slug === undefined ? 'No gift links yet.' : `No gift links to ${slug} yet.`]
  }
  const formatRow = (openings: string, given: string, state: string, story: string) =>
    [openings.padStart(8), given.padEnd(10), state.padEnd(16), story].join('  ')
  const formatDate = (instant: string) => getCalendarDay(new Date(instant), site.timeZone)
  return [
    formatRow('openings', 'given', 'state', 'story'),
    ...links.map(({ openings, givenAt, until, revoked, slug: story }) =>
      formatRow(
        String(openings),
        formatDate(givenAt),
        revoked ? 'turned off' : `until ${formatDate(until)}`,
        story,
      ),
    ),
  ]
}
