/** Stops a sending that harms the sender's reputation. Sources of the limits: Cloudflare's targets; Gmail's. */
import type { Totals } from './chunk-totals.ts'

type Counts = Pick<Totals, 'accepted' | 'hardBounces' | 'complaints'>

/** Shares of the emails accepted. */
const limits = { hardBounces: 0.02, complaints: 0.001 } as const

/** So few say nothing about the share: one complaint among a hundred readers is nobody's pattern. */
const minimum = { hardBounces: 5, complaints: 2 } as const

/** `before`: what was counted when an editor last decided to continue. */
export function findExcess(totals: Counts, before: Counts): 'hardBounces' | 'complaints' | null {
  const accepted = totals.accepted - before.accepted
  for (const kind of ['complaints', 'hardBounces'] as const) {
    const count = totals[kind] - before[kind]
    if (count >= minimum[kind] && count > accepted * limits[kind]) return kind
  }
  return null
}
