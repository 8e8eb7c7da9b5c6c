import type { StoredDocument } from '../../functions/adapters/firestore.ts'
import { defineCommand } from './command.ts'
import { firestoreStop, Stop } from './ending.ts'
import { openDesk } from './environment.ts'
import { printInstant } from './instant.ts'
import { type ManuscriptCollection, manuscriptCollections } from './manuscript.ts'
import { plain } from './plain.ts'

const statuses = ['draft', 'scheduled', 'published', 'withdrawn'] as const

export const command = defineCommand({
  usage: [`list [--status ${statuses.join('|')}] [--collection NAME] [--json]`],
  summary: 'every article by status, newest first',
  help: `  --collection NAME   ${manuscriptCollections.join(', ')}
  --json              for scripts: a list of slug, status, title, publishedAt, updatedAt, version`,
  options: {
    status: { type: 'string' },
    collection: { type: 'string', default: 'articles' },
    json: { type: 'boolean', default: false },
  },
  async run({ status, collection, json }, positionals) {
    if (positionals.length > 0) throw new Stop('"list" takes options only.', 'usage')
    if (status !== undefined && !statuses.includes(status as (typeof statuses)[number])) {
      throw new Stop(`--status takes one of ${statuses.join(', ')}.`, 'usage')
    }
    if (!manuscriptCollections.includes(collection as ManuscriptCollection)) {
      throw new Stop(`--collection takes one of ${manuscriptCollections.join(', ')}.`, 'usage')
    }
    const { firestore } = await openDesk()
    const answer = await firestore.query({
      collection,
      fields: ['status', 'title', 'name', 'publishedAt', 'updatedAt'],
      ...(status === undefined ? {} : { where: [{ field: 'status', is: 'EQUAL', value: status }] }),
    })
    if (!answer.ok) throw firestoreStop(`reading ${collection}`, answer.failure)
    const entries = answer.value.documents.map(entryOf).sort(byStatusThenTime)
    if (json) console.log(JSON.stringify(entries, null, 2))
    else for (const entry of entries) console.log(plain(lineOf(entry)))
    return 'done'
  },
})

type Entry = {
  readonly slug: string
  readonly status: string | null
  readonly title: string
  readonly publishedAt: Date | null
  readonly updatedAt: Date | null
  readonly version: string
}

function entryOf({ id, fields, updateTime }: StoredDocument): Entry {
  const { status, title, name, publishedAt, updatedAt } = fields
  return {
    slug: id,
    status: typeof status === 'string' ? status : null,
    title: String(title ?? name ?? ''),
    publishedAt: publishedAt instanceof Date ? publishedAt : null,
    updatedAt: updatedAt instanceof Date ? updatedAt : null,
    version: updateTime,
  }
}

const timeOf = ({ publishedAt, updatedAt }: Entry) => (publishedAt ?? updatedAt)?.getTime() ?? 0
const rankOf = ({ status }: Entry) => statuses.indexOf(status as (typeof statuses)[number])

/** What is being worked on comes first. */
function byStatusThenTime(one: Entry, other: Entry): number {
  return rankOf(one) - rankOf(other) || timeOf(other) - timeOf(one)
}

function lineOf(entry: Entry): string {
  const time = entry.publishedAt ?? entry.updatedAt
  const columns = [
    (entry.status ?? '').padEnd(entry.status === null ? 0 : 9),
    (time ? printInstant(time).slice(0, 16).replace('T', ' ') : '').padEnd(16),
    entry.slug.padEnd(44),
    entry.title,
  ]
  return columns.filter((column) => column !== '').join('  ')
}
