import {
  applyFrontPageChange,
  changeCategoryPins,
  emptyFrontPage,
  type FrontPage,
} from '../../../functions/documents/front-page-document.ts'
import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import { type Article, isListedIn } from '../../../src/domain/article.ts'
import { categorySlugs } from '../../../src/domain/category.ts'
import { defineCommand, parseChoice, writeHelp, writeOptions } from '../command-line/command.ts'
import { type Desk, openDesk } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { parseFutureOption, timeHelp } from '../command-line/time-option.ts'
import { describeFrontPageChange } from '../documents/front-page-changes.ts'
import { replaceDocument } from '../documents/replace-document.ts'
import { readDocument, readDocuments } from '../documents/stored-documents.ts'
import { notifySiteAndWait, parseWaitSettings, waitHelp, waitOptions } from '../site/notify-site.ts'

const frontPageRef = { collection: 'front', slug: 'home' } as const

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
${writeHelp}`,
  options: {
    ...writeOptions,
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
    const desk = await openDesk(values.by)
    const stored = await readDocument(desk, 'front/home')
    const front = { ...emptyFrontPage, ...(stored?.fields as Partial<FrontPage> | undefined) }
    if (lead === undefined && order === undefined && pin.length + unpin.length === 0) {
      await printFrontPage(desk, front)
      return 'done'
    }
    const slugs = order?.split(',').flatMap((slug) => slug.trim() || [])
    const categoryPins = parseCategoryPins(values)
    const fields = categoryPins
      ? changeCategoryPins(front, { ...categoryPins, pin, unpin }, new Date())
      : applyFrontPageChange(front, { lead, order: slugs, pin, unpin })
    await checkPublished(desk, fields)
    if (categoryPins) await checkListed(desk, pin, categoryPins.category)
    const options = { action: 'updated', dryRun: values['dry-run'] }
    const changedAt = await replaceDocument(
      desk,
      {
        ...frontPageRef,
        stored,
        fields: { ...fields },
        summary: describeFrontPageChange(front, fields).join('\n'),
      },
      options,
    )
    await printFrontPage(desk, fields)
    return notifySiteAndWait(desk, changedAt, [], waitSettings)
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
    throw new DeskError('--category only works with --pin and --unpin. Add one of them.', 'usage')
  const category = parseChoice('--category', name, categorySlugs)
  if (pin.length === 0) return { category, until: new Date(0) }
  if (time === undefined)
    throw new DeskError(`Add the time when the pin ends: --until TIME, ${timeHelp}.`, 'usage')
  return { category, until: parseFutureOption('--until', time) }
}

const listSlugs = ({ lead, order, pins, categoryPins }: FrontPage) => [
  ...new Set([
    ...(lead === null ? [] : [lead]),
    ...order,
    ...pins,
    ...categoryPins.map(({ slug }) => slug),
  ]),
]

async function checkListed(desk: Desk, slugs: readonly string[], category: string) {
  const stored = await readDocuments(
    desk,
    slugs.map((slug) => ({ collection: 'articles', slug })),
  )
  const others = slugs.filter(
    (_, index) =>
      !isListedIn(stored[index]!.fields as Pick<Article, 'category' | 'editorsPick'>, category),
  )
  if (others.length > 0)
    throw new DeskError(
      `Nothing was written. Not in ${category}: ${others.join(', ')}. Choose stories in that category.`,
    )
}

/** Checks all articles of the front page, because one that was there before may have been withdrawn since. */
async function checkPublished(desk: Desk, front: FrontPage) {
  const problems = await mapConcurrently(listSlugs(front), 8, async (slug) => {
    const stored = await readDocument(desk, `articles/${encodeURIComponent(slug)}`)
    if (!stored) return [`articles/${slug}: not found`]
    const { status } = stored.fields
    return status === 'published' ? [] : [`articles/${slug} is ${status}, not published`]
  })
  if (problems.flat().length > 0)
    throw new DeskError(
      `Nothing was written: ${problems.flat().join('; ')}. Choose published articles.`,
    )
}

async function printFrontPage(desk: Desk, front: FrontPage) {
  const slugs = listSlugs(front)
  const stored = await mapConcurrently(slugs, 8, (slug) => readDocument(desk, `articles/${slug}`))
  const describeArticle = (slug: string) => {
    const fields = stored[slugs.indexOf(slug)]?.fields
    if (!fields) return `${slug} (not found)`
    return `${slug}  ${fields.title}${fields.status === 'published' ? '' : ` (${fields.status})`}`
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
