/** The running stack's statistics, read beside the Worker from the file of wrangler's simulated D1. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'

const folder = join(readRunningStack().folder, 'edge', 'v3', 'd1', 'miniflare-D1DatabaseObject')

export function readStackStatistics<Row>(sql: string, ...values: string[]): Row[] {
  const file = readdirSync(folder).find(
    (name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite',
  )
  const database = new DatabaseSync(join(folder, file!), { readOnly: true })
  try {
    return database.prepare(sql).all(...values) as Row[]
  } finally {
    database.close()
  }
}
