/**
 * Determines a read's network, because the lists of most-read stories count reads from one network only a few times.
 * Also determines the shard of networks that may name a campaign (src/domain/statistics/collecting.ts).
 */
import { campaignShards } from '../../../src/domain/statistics/collecting.ts'
import type { Deps } from '../../identity/edge-context.ts'
import {
  getCallerAddress,
  parseProviderNetwork,
  parseWidestNetwork,
} from '../../platform/http/caller-network.ts'
import type { EventSums, Statistic } from './event-sums.ts'

/** In hexadecimal digits: 128 bits. */
const hashLength = 32

/** Returns the shard for a hexadecimal `hash`. */
const findShard = (hash: string) => Number.parseInt(hash.slice(0, 8), 16) % campaignShards

/** Each hash covers the day and the story, so that it doesn't reveal which stories one network reads. */
export async function nameNetworks(
  deps: Pick<Deps, 'request' | 'tokens'>,
  sums: EventSums,
): Promise<EventSums> {
  const address = getCallerAddress(deps)
  const network = parseWidestNetwork(address)
  const provider = parseProviderNetwork(address)
  const hashRead = async (name: string, { slug }: Statistic) => {
    const text = `${name} ${sums.receivedOn} ${slug}`
    return (await deps.tokens.computeHash('read network', text)).slice(0, hashLength)
  }
  const nameStatistic = async (figure: Statistic): Promise<Statistic> =>
    figure.counts.reads === undefined
      ? figure
      : {
          ...figure,
          network: await hashRead(network, figure),
          provider: await hashRead(provider, figure),
        }
  const figures = await Promise.all(sums.figures.map(nameStatistic))
  if (sums.campaigns.length === 0) return { ...sums, figures }
  const hash = await deps.tokens.computeHash('campaign network', `${network} ${sums.receivedOn}`)
  const shard = findShard(hash)
  return { ...sums, figures, campaigns: sums.campaigns.map((one) => ({ ...one, shard })) }
}
