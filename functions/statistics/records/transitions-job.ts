/**
 * Copies transition records to the statistics database, and then deletes the originals. If a run is interrupted, the
 * next one copies the rest: a record that was already copied is ignored because of its id.
 */
import { succeed } from '../../../src/domain/result.ts'
import { storedStatistics } from '../../../src/domain/statistics/stored-statistics.ts'
import { transitionRecordSchema } from '../../../src/domain/statistics/transition-record.ts'
import { getCalendarDay } from '../../../src/domain/time-zone.ts'
import { site } from '../../../src/publication/identity.ts'
import type { StoredDocument } from '../../platform/adapters/firestore.ts'
import type { Job } from '../../platform/cron/cron-job.ts'
import type { JobDeps } from '../../platform/cron/due-records.ts'
import { recordsCollection } from './create-record-writes.ts'
import type { StatisticsDatabase } from './statistics-database.ts'

/** Larger commits are slow, and fail as a whole. */
const pageSize = 200

const { keys, values } = storedStatistics.transitions
const columns = [...keys, ...values] as const

/** Empty text is stored as NULL. */
const insert = `INSERT OR IGNORE INTO transitions (${columns.join(', ')})
  SELECT ${columns.map((column) => `NULLIF(value ->> '${column}', '')`).join(', ')} FROM json_each(?)`

type Row = { readonly [Column in (typeof columns)[number]]?: string | number }

function toRow({ id, fields }: StoredDocument): Row | null {
  const record = transitionRecordSchema.safeParse(fields)
  if (!record.success) return null
  const { at, attribution, redeemableUntil, ...others } = record.data
  const day = getCalendarDay(at, site.timeZone)
  const until = redeemableUntil?.toISOString() ?? ''
  return { id, day, at: at.toISOString(), ...others, ...attribution, redeemableUntil: until }
}

/** Throws if the statistics database is unavailable; the records are then kept. */
export const createTransitionsJob = ({
  firestore,
  statistics,
}: JobDeps & { readonly statistics: StatisticsDatabase }): Job => ({
  name: 'transitions',
  async run(run) {
    let done = 0
    let failed = 0
    let lastId: string | null = null
    while (run.hasTime()) {
      const found = await firestore.query({
        collection: recordsCollection,
        limit: pageSize,
        ...(lastId === null ? {} : { afterId: lastId }),
      })
      if (!found.ok) return found
      const { documents } = found.value
      const rows = documents.flatMap((document) => toRow(document) ?? [])
      failed += documents.length - rows.length
      if (rows.length > 0) {
        await statistics.prepare(insert).bind(JSON.stringify(rows)).all()
        const removed = await firestore.commit(
          rows.map(({ id }) => ({ remove: `${recordsCollection}/${id}` })),
        )
        if (!removed.ok) return removed
        done += rows.length
      }
      if (documents.length < pageSize) break
      lastId = documents.at(-1)!.id
    }
    return succeed({ done, failed, waitingSince: null })
  },
})
