/**
 * Which network a read was from, for the lists of the most read stories, where reads from one network count only a few
 * times (src/domain/statistics/collecting.ts).
 */
import { parseNetworkBlock, parseWideNetwork } from '../http/caller-network.ts'
import type { Deps } from '../http/edge-context.ts'
import { getCallerAddress } from '../http/guards.ts'
import type { EventSums, Figure } from './event-sums.ts'

/** Characters: 128 bits. */
const hashLength = 32

/** The hash includes the day and the story, so it doesn't tell which stories one network reads. */
export async function nameNetworks(
  deps: Pick<Deps, 'request' | 'tokens'>,
  sums: EventSums,
): Promise<EventSums> {
  const address = getCallerAddress(deps)
  const network = parseWideNetwork(address) ?? parseNetworkBlock(address)
  const nameNetwork = async (figure: Figure): Promise<Figure> => {
    if (figure.counts.reads === undefined) return figure
    const text = `${network} ${sums.receivedOn} ${figure.slug}`
    const hash = await deps.tokens.computeHash('read network', text)
    return { ...figure, network: hash.slice(0, hashLength) }
  }
  return { ...sums, figures: await Promise.all(sums.figures.map(nameNetwork)) }
}
