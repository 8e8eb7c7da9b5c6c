import {
  applyFrontPageChange,
  changeCategoryPins,
} from '../../../functions/documents/front-page-document.ts'
import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import { categorySlugs } from '../../../src/domain/category.ts'
import {
  defineCommand,
  dryRunHelp,
  dryRunOption,
  parseChoice,
  parseSlug,
} from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { parseFutureOption, timeHelp } from '../command-line/time-option.ts'
import { changeFrontPage, readFrontPage, type StoredFrontPage } from '../documents/front-page.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { parseWaitSettings, waitForSite, waitHelp, waitOptions } from '../site/wait-for-site.ts'

export const command = defineCommand({
  usage: [
    'front',
    'front [--lead SLUG|none] [--order A,B,C] [--pin SLUG]… [--unpin SLUG]… [--wait] [--dry-run]',
    'front --category NAME [--pin SLUG --until TIME]… [--unpin SLUG]… [--wait] [--dry-run]',
  ],
  summary: 'shows or changes the front page and the stories pinned in categories',
  help: `Positions you don’t fill show the newest articles.

  --lead SLUG       the lead story; "none" for the newest article
  --order A,B,C     the second tier, in this order; empty for the newest articles
  --pin SLUG        keep this article first in its section; may be repeated
  --unpin SLUG      undo --pin; may be repeated
  --category NAME   pin at the top of this category’s page instead
  --until TIME      when the pin ends, ${timeHelp}
${waitHelp}
${dryRunHelp}`,
  options: {
    ...dryRunOption,
    ...waitOptions,
    lead: { type: 'string' },
    order: { type: 'string' },
    pin: { type: 'string', multiple: true, default: [] },
    unpin: { type: 'string', multiple: true, default: [] },
    category: { type: 'string' },
    until: { type: 'string' },
  },
  async run(values, positionals) {
    if (positionals.length > 0)
      throw new DeskError('"front" takes options only. To pin a story, add --pin SLUG.', 'usage')
    const { lead, order, pin, unpin } = values
    const waitSettings = parseWaitSettings(values)
    const categoryPins = parseCategoryPins(values)
    const site = requireAccessKey()
    const stored = await readFrontPage(site)
    if (lead === undefined && order === undefined && pin.length + unpin.length === 0) {
      printFrontPage(stored)
      return 'done'
    }
    const slugs = order?.split(',').flatMap((slug) => slug.trim() || [])
    for (const slug of [...(slugs ?? []), ...pin]) parseSlug(slug)
    const changed = categoryPins
      ? changeCategoryPins(stored.front, { ...categoryPins, pin, unpin }, new Date())
      : applyFrontPageChange(stored.front, { lead, order: slugs, pin, unpin })
    const changedAt = await changeFrontPage(site, stored, changed, values['dry-run'])
    return waitForSite(site, changedAt, [], waitSettings)
  },
})

type CategoryOptions = {
  readonly category?: string | undefined
  readonly until?: string | undefined
  readonly lead?: string | undefined
  readonly order?: string | undefined
  readonly pin: readonly string[]
}

/** Returns null if the front page itself is to change. */
function parseCategoryPins({ category: name, until: time, lead, order, pin }: CategoryOptions) {
  if (name === undefined) {
    if (time !== undefined)
      throw new DeskError('--until only works in a category. Add --category NAME.', 'usage')
    return null
  }
  if (lead !== undefined || order !== undefined)
    throw new DeskError('--lead and --order don’t work with --category. Leave them out.', 'usage')
  const category = parseChoice('--category', name, categorySlugs)
  if (pin.length === 0) return { category, until: new Date(0) }
  if (time === undefined)
    throw new DeskError(`Add the time when the pin ends: --until TIME, ${timeHelp}.`, 'usage')
  return { category, until: parseFutureOption('--until', time) }
}

function printFrontPage({ front, stories }: StoredFrontPage) {
  const describeArticle = (slug: string) => {
    const story = stories.find((one) => one.slug === slug)
    if (!story?.state) return `${slug} (not found)`
    return `${slug}  ${story.title}${story.state === 'published' ? '' : ` (${story.state})`}`
  }
  const formatTier = (name: string, tierSlugs: readonly string[]) =>
    tierSlugs.length === 0
      ? [`${name}  (newest)`]
      : tierSlugs.map((slug) => `${name}  ${describeArticle(slug)}`)
  const lines = [
    ...formatTier('lead  ', front.lead === null ? [] : [front.lead]),
    ...formatTier('order ', front.order),
    ...front.pins.map((slug) => `pinned  ${describeArticle(slug)}`),
    ...front.categoryPins.map(
      ({ category, slug, until }) =>
        `pinned in ${category} until ${formatTime(until)}  ${describeArticle(slug)}`,
    ),
  ]
  printText(lines.join('\n'))
}
