import { parseDraft, toDraftDocument } from '../../../functions/documents/load-document.ts'
import type { StoredDocument } from '../../../functions/platform/adapters/firestore.ts'
import { countAltNeeded } from '../../../src/content/manuscript/alt-needed.ts'
import { manuscriptCollections } from '../../../src/content/manuscript/document.ts'
import { getCalendarTime } from '../../../src/domain/time-zone.ts'
import { site } from '../../../src/publication/identity.ts'
import { defineCommand, parseChoice } from '../command-line/command.ts'
import { type Desk, openDesk } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { listDocuments, queryDocuments } from '../documents/stored-documents.ts'

const needs = ['alt'] as const
const statuses = ['draft', 'scheduled', 'published', 'withdrawn'] as const

export const command = defineCommand({
  usage: [
    `list [--status ${statuses.join('|')}] [--collection NAME] [--json]`,
    'list --needs alt [--status NAME] [--collection NAME] [--json]',
  ],
  summary: 'lists articles by status, newest first',
  help: `  --collection NAME   ${manuscriptCollections.join(', ')} (default: articles; with --needs, all)
  --needs alt         only documents with imported pictures that lack a description (altNeeded: how many)
  --json              as JSON: slug, status, title, publishedAt, updatedAt, version,
                      and with --needs alt, collection and altNeeded`,
  options: {
    status: { type: 'string' },
    collection: { type: 'string' },
    needs: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  async run({ status, json, ...values }, positionals) {
    if (positionals.length > 0)
      throw new DeskError('"list" takes options only, such as --status draft.', 'usage')
    if (status !== undefined) parseChoice('--status', status, statuses)
    if (values.needs !== undefined) parseChoice('--needs', values.needs, needs)
    const given = values.collection
    const chosen =
      given === undefined ? null : parseChoice('--collection', given, manuscriptCollections)
    const desk = await openDesk()
    if (values.needs === undefined) {
      const entries = await readEntries(desk, chosen ?? 'articles', status)
      print(entries, entries.map(formatEntry), json)
      return 'done'
    }
    const entries = []
    for (const collection of chosen ? [chosen] : manuscriptCollections)
      entries.push(...(await readEntriesNeedingAlt(desk, collection, status)))
    const pictures = entries.reduce((sum, { altNeeded }) => sum + altNeeded, 0)
    const lines = entries.map(
      ({ collection, altNeeded, ...entry }) =>
        `${String(altNeeded).padStart(4)}  ${formatEntry({ ...entry, slug: `${collection}/${entry.slug}` })}`,
    )
    const total = `Pictures without a description: ${pictures}. Documents that contain them: ${entries.length}`
    print(entries, [...lines, total], json)
    return 'done'
  },
})

function print(entries: readonly Entry[], lines: readonly string[], json: boolean) {
  if (json) console.log(JSON.stringify(entries, null, 2))
  else if (lines.length === 0) console.log('No documents found.')
  else for (const line of [...lines, `Times are in ${site.timeZone}.`]) printText(line)
}

async function readEntries(desk: Desk, collection: string, status: string | undefined) {
  const where =
    status === undefined ? [] : [{ field: 'status', is: 'EQUAL', value: status } as const]
  const query = { collection, fields: listedFields, where }
  const found = await queryDocuments(desk, query)
  const drafts =
    collection === 'articles' && (status === undefined || status === 'draft')
      ? await readDrafts(desk, new Set(found.map(({ id }) => id)))
      : []
  return [...found.map(toEntry), ...drafts].sort(compareEntries)
}

/** Drafts of stories that aren't among `stored`. */
async function readDrafts(desk: Desk, stored: ReadonlySet<string>): Promise<Entry[]> {
  const where = [{ field: 'collection', is: 'EQUAL', value: 'articles' }] as const
  const records = await queryDocuments(desk, { collection: 'drafts', where })
  return records.flatMap((record) => {
    const draft = parseDraft(record)
    if (!draft || draft.deletedAt || draft.base !== null || stored.has(draft.slug)) return []
    const fields = { ...toDraftDocument(draft), updatedAt: draft.savedAt }
    return [toEntry({ ...record, id: draft.slug, fields })]
  })
}

/** Costs one read per document, because the flags are in the bodies. */
async function readEntriesNeedingAlt(desk: Desk, collection: string, status: string | undefined) {
  const entries: (Entry & { readonly collection: string; readonly altNeeded: number })[] = []
  const fields = [...listedFields, 'image', 'portrait', 'body']
  for await (const document of listDocuments(desk, { collection, fields })) {
    const entry = toEntry(document)
    const altNeeded = countAltNeeded(document.fields)
    if (altNeeded > 0 && (status === undefined || entry.status === status))
      entries.push({ ...entry, collection, altNeeded })
  }
  return entries.sort(compareEntries)
}

const listedFields = ['status', 'title', 'name', 'subject', 'publishedAt', 'updatedAt']

type Entry = {
  readonly slug: string
  readonly status: string | null
  readonly title: string
  readonly publishedAt: Date | null
  readonly updatedAt: Date | null
  readonly version: string
}

function toEntry({ id, fields, updateTime }: StoredDocument): Entry {
  const { status, title, name, subject, publishedAt, updatedAt } = fields
  return {
    slug: id,
    status: typeof status === 'string' ? status : null,
    title: String(title ?? name ?? subject ?? ''),
    publishedAt: publishedAt instanceof Date ? publishedAt : null,
    updatedAt: updatedAt instanceof Date ? updatedAt : null,
    version: updateTime,
  }
}

const sortTime = ({ publishedAt, updatedAt }: Entry) => (publishedAt ?? updatedAt)?.getTime() ?? 0
const statusRank = ({ status }: Entry) => statuses.indexOf(status as (typeof statuses)[number])

/** Sorts by status, unfinished articles first, and then newest first. */
function compareEntries(one: Entry, other: Entry): number {
  return statusRank(one) - statusRank(other) || sortTime(other) - sortTime(one)
}

/** Leaves out the time zone, which is printed below the list. */
function formatMinute(instant: Date): string {
  const { day, time } = getCalendarTime(instant, site.timeZone)
  return `${day} ${time.slice(0, 5)}`
}

function formatEntry(entry: Entry): string {
  const time = entry.publishedAt ?? entry.updatedAt
  const columns = [
    (entry.status ?? '').padEnd(entry.status === null ? 0 : 9),
    (time ? formatMinute(time) : '').padEnd(16),
    entry.slug.padEnd(44),
    entry.title,
  ]
  return columns.filter((column) => column !== '').join('  ')
}
