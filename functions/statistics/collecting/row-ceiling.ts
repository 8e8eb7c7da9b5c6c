/**
 * D1 charges for rows written, so a network's limit counts rows rather than calls. Shared events have a separate limit.
 */
import { statisticsNetworks } from '../../../src/domain/network.ts'
import type { Deps } from '../../identity/edge-context.ts'
import { countTimes, isNetworkWithinLimit } from '../../platform/http/caller-network.ts'
import type { EventSums } from './event-sums.ts'

/** Rows are also deleted later, except those of campaigns and rejections, which are kept permanently. */
const [written, writtenAndRemoved] = [1, 2]

/** A row in `hourly`, its deletion, and the row in `daily` to which it's added. */
const statisticRows = writtenAndRemoved + written

/** Rows in `networkReads` and their deletion: one for the read's network, and one for its provider's. */
const readRows = 2 * writtenAndRemoved

/** Returns 0 if no part of the batch is queued. */
function countRows({ figures, campaigns, rejections }: EventSums): number {
  const reads = figures.filter(({ network }) => network !== undefined)
  const kept = campaigns.length + Object.keys(rejections).length
  const rows = written * kept + statisticRows * figures.length + readRows * reads.length
  return rows === 0 ? 0 : rows + writtenAndRemoved
}

export async function isWithinRowCeiling(
  deps: Pick<Deps, 'env' | 'request'>,
  sums: EventSums,
): Promise<boolean> {
  const rows = countRows(sums)
  return rows === 0 || isWithinLimit(deps, 'rows', rows)
}

/** Events that no statistic counts write no rows, but the third party may charge for them. */
export const isWithinSharedCeiling = (deps: Pick<Deps, 'env' | 'request'>, events: number) =>
  isWithinLimit(deps, 'shared', events)

const isWithinLimit = (
  deps: Pick<Deps, 'env' | 'request'>,
  counter: 'rows' | 'shared',
  amount: number,
) =>
  isNetworkWithinLimit(
    deps,
    'STATISTICS_NETWORK_LIMIT',
    counter,
    countTimes(amount),
    statisticsNetworks,
  )
