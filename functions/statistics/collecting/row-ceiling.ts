/** D1 is paid by rows that are written, so the ceiling of a network counts these and not its calls. */

import type { Deps } from '../../identity/edge-context.ts'
import { parseWideNetwork } from '../../platform/http/caller-network.ts'
import { getCallerAddress, getCallerNetwork } from '../../platform/http/guards.ts'
import type { EventSums } from './event-sums.ts'

/** Rows are also removed again, except those of campaigns and rejections, which are kept for ever. */
const [written, writtenAndRemoved] = [1, 2]

/** A row of `hourly`, its removal, and the row of `daily` that it is added to. */
const figureRows = writtenAndRemoved + written

/** 0 if nothing of the batch is queued. */
function countRows({ figures, campaigns, rejections }: EventSums): number {
  const listedReads = figures.filter(({ network }) => network !== undefined)
  const kept = campaigns.length + Object.keys(rejections).length
  const rows = written * kept + figureRows * figures.length + writtenAndRemoved * listedReads.length
  return rows === 0 ? 0 : rows + writtenAndRemoved
}

/** One limit of wrangler.toml is for a network, the other for an IPv6 /48, which has many. */
export async function isWithinRowCeiling(
  deps: Pick<Deps, 'env' | 'request'>,
  sums: EventSums,
): Promise<boolean> {
  const { STATISTICS_CEILING, WIDE_STATISTICS_CEILING } = deps.env
  const delta = countRows(sums)
  if (delta === 0) return true
  const count = async (limit: RateLimit, key: string) => (await limit.limit({ key, delta })).success
  const wideNetwork = parseWideNetwork(getCallerAddress(deps))
  return (
    (await count(STATISTICS_CEILING, getCallerNetwork(deps))) &&
    (wideNetwork === null || count(WIDE_STATISTICS_CEILING, wideNetwork))
  )
}
