/** Reads and writes the editors' statistics through the Worker: only it has their database. */
import { getEndpointPath } from '../../../src/contracts/endpoints/endpoint-path.ts'
import { api } from '../../../src/contracts/endpoints/endpoints.ts'
import {
  rowsPerPage,
  type StatisticsRow,
} from '../../../src/contracts/endpoints/statistics-backup-endpoints.ts'
import {
  type StatisticsTable,
  storedStatistics,
} from '../../../src/domain/statistics/stored-statistics.ts'
import { CommandError } from '../../shared/command-error.ts'
import { fetchSigned, openSignedSite, readRefusal } from '../../shared/fetch-signed.ts'
import { type Environment, operatorEnvironment } from '../../shared/operator-environment.ts'
import { repeatWhile } from '../../shared/repeat-while.ts'

export type StatisticsSite = NonNullable<Awaited<ReturnType<typeof openStatisticsSite>>>

type Changes = {
  readonly rows: readonly StatisticsRow[]
  readonly removed: readonly StatisticsRow[]
}

/** Returns null without SITE_URL and DESK_KEYS. */
export async function openStatisticsSite(source: Environment = operatorEnvironment) {
  if (!source.SITE_URL || !source.DESK_KEYS) return null
  const site = await openSignedSite(source)
  const { siteUrl } = site

  async function call(method: 'GET' | 'PUT', path: string, content?: unknown): Promise<Response> {
    const response = await repeatWhile(
      (answer) => !answer || answer.status === 429 || answer.status >= 500,
      () => fetchSigned(site, { method, path, content }).catch(() => null),
    )
    if (response?.ok) return response
    const reason = response ? (await readRefusal(response)).description : 'isn’t responding'
    throw new CommandError(
      `The statistics couldn’t be ${method === 'GET' ? 'read' : 'stored'}: ${siteUrl} ${reason}. Run the same command again.`,
    )
  }

  return {
    siteUrl,
    /** Yields rows ordered by their keys. */
    async *readRows(table: StatisticsTable): AsyncGenerator<StatisticsRow> {
      const keyCount = storedStatistics[table].keys.length
      let after: string | undefined
      for (;;) {
        const response = await call(
          'GET',
          getEndpointPath('GET /api/figures/:table', { table, after }),
        )
        const { rows } = api['GET /api/figures/:table'].response.parse(await response.json())
        yield* rows
        if (rows.length < rowsPerPage) return
        after = JSON.stringify(rows.at(-1)!.slice(0, keyCount))
      }
    },
    /** Writes and removes at most `rowsPerPage` rows each. Safe to repeat. */
    async writeRows(table: StatisticsTable, changes: Changes) {
      const path = getEndpointPath('PUT /api/figures/:table', { table })
      const response = await call('PUT', path, changes)
      await response.body?.cancel()
    },
  }
}
