import type { VisitInput } from '../../src/contracts/visit.ts'
import { type Attribution, createAttribution } from '../../src/domain/statistics/attribution.ts'

/** Null for readers who ask not to be tracked, whatever their browser has sent. */
export function readAttribution(request: Request, visit: VisitInput): Attribution | null {
  const { headers, url } = request
  const hasOptedOut = headers.get('Sec-GPC') === '1' || headers.get('DNT') === '1'
  return visit && !hasOptedOut ? createAttribution(visit, new URL(url).origin) : null
}
