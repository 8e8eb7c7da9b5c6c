import { storedRatingSchema } from '../../../src/domain/rating.ts'
import { defineCommand, parseOptionalSlug } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { printText } from '../command-line/terminal.ts'
import { listDocuments } from '../documents/stored-documents.ts'

export const command = defineCommand({
  usage: ['ratings [SLUG] [--json]'],
  summary: 'lists readers’ ratings of all stories or one, most rated first',
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

type RatingTally = {
  readonly slug: string
  ratings: number
  sum: number
  /** The number of ratings for each value from 1 to 5. */
  readonly counts: number[]
  loggedIn: number
}

async function loadTallies(slug: string | undefined): Promise<readonly RatingTally[]> {
  const tallies = new Map<string, RatingTally>()
  const where = slug === undefined ? [] : [{ field: 'slug', is: 'EQUAL', value: slug } as const]
  const query = { collection: 'ratings', where, fields: Object.keys(tallyRatingSchema.shape) }
  for await (const { fields } of listDocuments(await openDesk(), query)) {
    const stored = tallyRatingSchema.safeParse(fields)
    if (!stored.success) continue
    const { slug: story, uid, rating } = stored.data
    const empty = { slug: story, ratings: 0, sum: 0, counts: [0, 0, 0, 0, 0], loggedIn: 0 }
    const tally = tallies.get(story) ?? empty
    tallies.set(story, tally)
    tally.ratings++
    tally.sum += rating
    tally.counts[rating - 1]!++
    if (uid !== null) tally.loggedIn++
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
