/** D1 is paid by rows that are written, so the ceiling of a network counts these and not its calls. Shared events have one too. */
import { statisticsNetworks } from '../../../src/domain/network.ts'
import type { Deps } from '../../identity/edge-context.ts'
import { countTimes, isNetworkWithinLimit } from '../../platform/http/caller-network.ts'
import type { EventSums } from './event-sums.ts'

/** Rows are also removed again, except those of campaigns and rejections, which are kept for ever. */
const [written, writtenAndRemoved] = [1, 2]

/** A row of `hourly`, its removal, and the row of `daily` that it is added to. */
const statisticRows = writtenAndRemoved + written

/** Rows of `networkReads`, and their removal: of the read's network, and of its provider's. */
const readRows = 2 * writtenAndRemoved

/** 0 if no part of the batch is queued. */
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

/** Events that no statistic counts write no row, but cost what the third party asks for them. */
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
