import { z } from 'zod'
import type { Query } from '../../../functions/platform/adapters/firestore.ts'
import { inWords } from '../../../src/domain/number-words.ts'
import { getCalendarDay } from '../../../src/domain/time-zone.ts'
import { site } from '../../../src/publication/identity.ts'
import { giftLinkDays, givenArticlesPerMonth } from '../../../src/publication/offer.ts'
import { defineCommand, parseOptionalSlug } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { printText } from '../command-line/terminal.ts'
import { queryDocuments } from '../documents/stored-documents.ts'

/** The number of links listed if no slug is named. */
const maxLinks = 50

export const command = defineCommand({
  usage: ['gift-links [SLUG] [--json]'],
  summary: 'lists the most opened gift links, for all stories or one',
  help: `  --json   as JSON: slug, openings, uid, givenAt, until, revoked

Subscribers give stories by link (${giftLinkDays} days, ${inWords(givenArticlesPerMonth)} a month). "openings" counts browsers. A link that was
opened very often was probably posted in public. It keeps working: openings aren’t limited. Without SLUG,
the ${maxLinks} most opened links are listed. The command costs one database read per link.`,
  options: { json: { type: 'boolean', default: false } },
  async run({ json }, positionals) {
    const slug = parseOptionalSlug(positionals)
    const links = await loadLinks(slug)
    if (json) console.log(JSON.stringify(links, null, 2))
    else for (const line of formatTable(links, slug)) printText(line)
    return 'done'
  },
})

const linkSchema = z
  .object({
    slug: z.string(),
    openings: z.int(),
    uid: z.string(),
    givenAt: z.date(),
    until: z.date(),
    revokedAt: z.date().nullable(),
  })
  .transform(({ revokedAt, ...link }) => ({ ...link, revoked: revokedAt !== null }))
type Link = z.infer<typeof linkSchema>

async function loadLinks(slug: string | undefined): Promise<readonly Link[]> {
  const query: Query =
    slug === undefined
      ? { collection: 'giftLinks', orderBy: 'openings', newestFirst: true, limit: maxLinks }
      : // One story's links are read in any order: a filter with an order would need an index.
        {
          collection: 'giftLinks',
          where: [{ field: 'slug', is: 'EQUAL', value: slug }],
          limit: 500,
        }
  const found = await queryDocuments(await openDesk(), query, 'Reading gift links')
  return found
    .flatMap(({ fields }) => linkSchema.safeParse(fields).data ?? [])
    .sort((one, other) => other.openings - one.openings)
}

function formatTable(links: readonly Link[], slug: string | undefined): string[] {
  if (links.length === 0) {
    return [slug === undefined ? 'No gift links yet.' : `No gift links to ${slug} yet.`]
  }
  const formatRow = (openings: string, given: string, state: string, uid: string, story: string) =>
    [openings.padStart(8), given.padEnd(10), state.padEnd(16), uid.padEnd(28), story].join('  ')
  const formatDate = (instant: Date) => getCalendarDay(instant, site.timeZone)
  return [
    formatRow('openings', 'given', 'state', 'reader', 'story'),
    ...links.map(({ openings, givenAt, until, revoked, uid, slug: story }) =>
      formatRow(
        String(openings),
        formatDate(givenAt),
        revoked ? 'turned off' : `until ${formatDate(until)}`,
        uid,
        story,
      ),
    ),
  ]
}
