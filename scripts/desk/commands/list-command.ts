import {
  type DocumentItem,
  documentStates,
} from '../../../src/contracts/endpoints/document-endpoints.ts'
import { manuscriptCollections } from '../../../src/domain/publication.ts'
import { getCalendarTime } from '../../../src/domain/time-zone.ts'
import { site as publication } from '../../../src/publication/identity.ts'
import { defineCommand, parseChoice, parseSlug } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { getSavedBy, listDocuments } from '../documents/site-documents.ts'
import { requireAccessKey } from '../site/access-key.ts'

const needs = ['alt'] as const
const states = [...documentStates, 'deleted'] as const

export const command = defineCommand({
  usage: [
    `list [--status ${states.join('|')}] [--collection NAME] [--search WORDS] [--author SLUG]`,
    'list [--category SLUG] [--tag SLUG] [--needs alt] [--json]',
  ],
  summary: 'lists documents and drafts, the latest change first',
  help: `  --collection NAME   ${manuscriptCollections.join(', ')} (default: articles; with --needs, all)
  --status NAME       "deleted" lists drafts in the bin
  --search WORDS      words of the title
  --author, --category, --tag SLUG
                      only stories with this author, category or tag
  --needs alt         only documents with imported pictures that lack a description
  --json              as JSON`,
  options: {
    status: { type: 'string' },
    collection: { type: 'string' },
    search: { type: 'string' },
    author: { type: 'string' },
    category: { type: 'string' },
    tag: { type: 'string' },
    needs: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  async run({ json, status, collection: name, needs: need, ...filters }, positionals) {
    if (positionals.length > 0)
      throw new DeskError('"list" takes options only, such as --status draft.', 'usage')
    const { author, category, tag } = filters
    for (const slug of [author, category]) if (slug !== undefined) parseSlug(slug)
    if (tag !== undefined) parseSlug(tag, 'tags')
    const query = {
      ...filters,
      ...(status === undefined ? {} : { state: parseChoice('--status', status, states) }),
      ...(need === undefined ? {} : { needs: parseChoice('--needs', need, needs) }),
    }
    const chosen =
      name === undefined ? null : parseChoice('--collection', name, manuscriptCollections)
    const all = need === undefined ? (['articles'] as const) : manuscriptCollections
    const site = requireAccessKey()
    const found: DocumentItem[] = []
    for (const collection of chosen ? [chosen] : all)
      for await (const item of listDocuments(site, { ...query, collection })) found.push(item)
    if (json) console.log(JSON.stringify(found, null, 2))
    else if (found.length === 0) console.log('No documents found.')
    else
      for (const line of [...found.map(formatItem), `Times are in ${publication.timeZone}.`])
        printText(line)
    return 'done'
  },
})

/** Leaves out the time zone, which is printed below the list. */
function formatMinute(instant: Date): string {
  const { day, time } = getCalendarTime(instant, publication.timeZone)
  return `${day} ${time.slice(0, 5)}`
}

function formatItem({
  collection,
  slug,
  title,
  state,
  updatedAt,
  publishedAt,
  draft,
}: DocumentItem) {
  const time = formatMinute(new Date(publishedAt ?? updatedAt))
  const isDraft = state === 'draft' || state === 'submitted'
  const change = draft && !isDraft ? `${title} (draft by ${getSavedBy(draft)})` : title
  const name = collection === 'articles' ? slug : `${collection}/${slug}`
  return [state.padEnd(9), time, name.padEnd(44), change].join('  ')
}
