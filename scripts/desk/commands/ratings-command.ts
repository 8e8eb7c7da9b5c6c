import { type StoredRating, storedRatingSchema } from '../../../src/domain/rating.ts'
import { defineCommand, parseOptionalSlug } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { firestoreError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { addRating, createTally, type RatingTally } from './rating-tally.ts'

export const command = defineCommand({
  usage: ['ratings [SLUG] [--json]'],
  summary: 'lists readers’ ratings of all stories, or of one, most rated first',
  help: `  --json   as JSON: slug, ratings, average, counts (for 1 to 5), loggedIn

Each reader has one rating per story and can change it. Guests are identified by device, so one person
can rate more than once; "logged in" counts only ratings by readers with an account. A renamed story
has a line for each of its addresses. The command reads one document per rating.`,
  options: { json: { type: 'boolean', default: false } },
  async run({ json }, positionals) {
    const slug = parseOptionalSlug(positionals)
    const tallies = await loadTallies(slug)
    if (json) console.log(JSON.stringify(tallies.map(toEntry), null, 2))
    else for (const line of formatTable(tallies, slug)) printText(line)
    return 'done'
  },
})

const tallyRatingSchema = storedRatingSchema.pick({ slug: true, uid: true, rating: true })
const tallyFields = Object.keys(tallyRatingSchema.shape)

async function loadTallies(slug: string | undefined): Promise<readonly RatingTally[]> {
  const { firestore } = await openDesk()
  const tallies = new Map<StoredRating['slug'], RatingTally>()
  const where = slug === undefined ? [] : [{ field: 'slug', is: 'EQUAL', value: slug } as const]
  for await (const page of firestore.pages({ collection: 'ratings', where, fields: tallyFields })) {
    if (!page.ok) throw firestoreError('Reading ratings', page.failure)
    for (const document of page.value.documents) {
      const rating = tallyRatingSchema.safeParse(document.fields)
      if (!rating.success) continue
      const tally = tallies.get(rating.data.slug) ?? createTally(rating.data.slug)
      tallies.set(rating.data.slug, addRating(tally, rating.data))
    }
  }
  return [...tallies.values()].sort(
    (one, other) => other.ratings - one.ratings || one.slug.localeCompare(other.slug),
  )
}

const computeAverage = ({ ratings, sum }: RatingTally) => Math.round((sum / ratings) * 10) / 10

function toEntry(tally: RatingTally) {
  const { slug, ratings, counts, loggedIn } = tally
  return { slug, ratings, average: computeAverage(tally), counts, loggedIn }
}

const formatRow = (cells: readonly string[]) =>
  cells.map((cell, at) => (at === cells.length - 1 ? cell : cell.padStart(widths[at]!))).join('  ')
const widths = [7, 7, 5, 5, 5, 5, 5, 9]

function formatTable(tallies: readonly RatingTally[], slug: string | undefined): string[] {
  if (tallies.length === 0) {
    return [slug === undefined ? 'No ratings yet.' : `No ratings of ${slug} yet.`]
  }
  const head = ['ratings', 'average', '1', '2', '3', '4', '5', 'logged in', 'story']
  return [
    formatRow(head),
    ...tallies.map((tally) =>
      formatRow([
        String(tally.ratings),
        computeAverage(tally).toFixed(1),
        ...tally.counts.map(String),
        String(tally.loggedIn),
        tally.slug,
      ]),
    ),
  ]
}
