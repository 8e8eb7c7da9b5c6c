import type { StoryRatings } from '../../../src/contracts/endpoints/rating-endpoints.ts'
import { defineCommand, parseOptionalSlug } from '../command-line/command.ts'
import { printText } from '../command-line/terminal.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'

export const command = defineCommand({
  usage: ['ratings [SLUG] [--json]'],
  summary: 'lists readers’ ratings of all stories or one, most rated first',
  help: `  --json   as JSON: slug, ratings, average, counts (for 1 to 5), loggedIn

Each reader has one rating per story and can change it. Guests are identified by device, so one person
can rate more than once; "logged in" counts only ratings by readers with an account. A renamed story
has a line for each of its addresses. Every rating counted costs a database read.`,
  options: { json: { type: 'boolean', default: false } },
  async run({ json }, positionals) {
    const slug = parseOptionalSlug(positionals)
    const query = slug === undefined ? {} : { slug }
    const { stories } = await callSite(requireAccessKey(), 'GET /api/desk/ratings', query)
    if (json) console.log(JSON.stringify(stories, null, 2))
    else for (const line of formatTable(stories, slug)) printText(line)
    return 'done'
  },
})

const formatRow = (cells: readonly string[]) =>
  cells.map((cell, at) => (at === cells.length - 1 ? cell : cell.padStart(widths[at]!))).join('  ')
const widths = [7, 7, 5, 5, 5, 5, 5, 9]

function formatTable(stories: readonly StoryRatings[], slug: string | undefined): string[] {
  if (stories.length === 0) {
    return [slug === undefined ? 'No ratings yet.' : `No ratings for ${slug} yet.`]
  }
  const head = ['ratings', 'average', '1', '2', '3', '4', '5', 'logged in', 'story']
  return [
    formatRow(head),
    ...stories.map((story) =>
      formatRow([
        String(story.ratings),
        story.average.toFixed(1),
        ...story.counts.map(String),
        String(story.loggedIn),
        story.slug,
      ]),
    ),
  ]
}
