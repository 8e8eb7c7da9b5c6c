import { type StoredRating, storedRatingSchema } from '../../src/domain/rating.ts'
import { slugPattern } from '../../src/domain/slug.ts'
import { defineCommand } from './command.ts'
import { firestoreStop, Stop } from './ending.ts'
import { openDesk } from './environment.ts'
import { plain } from './plain.ts'
import { addRating, type Tally, tallyOf } from './rating-tally.ts'

export const command = defineCommand({
  usage: ['ratings [SLUG] [--json]'],
  summary: 'how readers rated each story, the most often rated first; or one story',
  help: `  --json   for scripts: a list of slug, ratings, average, counts (of 1 to 5), loggedIn

Each reader rates a story once, and may change it. A guest is known by their device, so one person can
rate more than once: "logged in" is the number of ratings by readers with an account. A renamed story
has a line for each of its addresses. The command reads one document per rating.`,
  options: { json: { type: 'boolean', default: false } },
  async run({ json }, positionals) {
    const [slug, ...others] = positionals
    if (others.length > 0) throw new Stop('Name one story, or none for all.', 'usage')
    if (slug !== undefined && !slugPattern.test(slug)) {
      throw new Stop(`"${slug}" isn't a valid slug.`, 'usage')
    }
    const tallies = await readTallies(slug)
    if (json) console.log(JSON.stringify(tallies.map(entryOf), null, 2))
    else for (const line of linesOf(tallies, slug)) console.log(plain(line))
    return 'done'
  },
})

/** What the command reads of each rating. */
const countedSchema = storedRatingSchema.pick({ slug: true, uid: true, rating: true })
const fields = Object.keys(countedSchema.shape)

async function readTallies(slug: string | undefined): Promise<readonly Tally[]> {
  const { firestore } = await openDesk()
  const tallies = new Map<StoredRating['slug'], Tally>()
  const where = slug === undefined ? [] : [{ field: 'slug', is: 'EQUAL', value: slug } as const]
  for await (const page of firestore.pages({ collection: 'ratings', where, fields })) {
    if (!page.ok) throw firestoreStop('reading ratings', page.failure)
    for (const document of page.value.documents) {
      const rating = countedSchema.safeParse(document.fields)
      if (!rating.success) continue
      const tally = tallies.get(rating.data.slug) ?? tallyOf(rating.data.slug)
      tallies.set(rating.data.slug, addRating(tally, rating.data))
    }
  }
  return [...tallies.values()].sort(
    (one, other) => other.ratings - one.ratings || one.slug.localeCompare(other.slug),
  )
}

const averageOf = ({ ratings, sum }: Tally) => Math.round((sum / ratings) * 10) / 10

const entryOf = (tally: Tally) => ({
  slug: tally.slug,
  ratings: tally.ratings,
  average: averageOf(tally),
  counts: tally.counts,
  loggedIn: tally.loggedIn,
})

const columns = (cells: readonly string[]) =>
  cells.map((cell, at) => (at === cells.length - 1 ? cell : cell.padStart(widths[at]!))).join('  ')
const widths = [7, 7, 5, 5, 5, 5, 5, 9]

function linesOf(tallies: readonly Tally[], slug: string | undefined): string[] {
  if (tallies.length === 0) {
    return [slug === undefined ? 'No ratings yet.' : `No ratings of ${slug} yet.`]
  }
  const head = ['ratings', 'average', '1', '2', '3', '4', '5', 'logged in', 'story']
  return [
    columns(head),
    ...tallies.map((tally) =>
      columns([
        String(tally.ratings),
        averageOf(tally).toFixed(1),
        ...tally.counts.map(String),
        String(tally.loggedIn),
        tally.slug,
      ]),
    ),
  ]
}
