/**
 * Finds out which network a read was from, for the lists of the most read stories, where reads from one network count
 * only a few times, and which shard of networks a campaign's name (src/domain/statistics/collecting.ts).
 */
import { campaignShards } from '../../../src/domain/statistics/collecting.ts'
import type { Deps } from '../../identity/edge-context.ts'
import { getCallerAddress, parseWidestNetwork } from '../../platform/http/caller-network.ts'
import type { EventSums, Figure } from './event-sums.ts'

/** Characters: 128 bits. */
const hashLength = 32

/** `hash`: hexadecimal. */
const findShard = (hash: string) => Number.parseInt(hash.slice(0, 8), 16) % campaignShards

/** The hash includes the day and the story, so it doesn't tell which stories one network reads. */
export async function nameNetworks(
  deps: Pick<Deps, 'request' | 'tokens'>,
  sums: EventSums,
): Promise<EventSums> {
  const network = parseWidestNetwork(getCallerAddress(deps))
  const nameNetwork = async (figure: Figure): Promise<Figure> => {
    if (figure.counts.reads === undefined) return figure
    const text = `${network} ${sums.receivedOn} ${figure.slug}`
    const hash = await deps.tokens.computeHash('read network', text)
    return { ...figure, network: hash.slice(0, hashLength) }
  }
  const figures = await Promise.all(sums.figures.map(nameNetwork))
  if (sums.campaigns.length === 0) return { ...sums, figures }
  const hash = await deps.tokens.computeHash('campaign network', `${network} ${sums.receivedOn}`)
  const shard = findShard(hash)
  return { ...sums, figures, campaigns: sums.campaigns.map((one) => ({ ...one, shard })) }
}
