import type { VisitInput } from '../../src/contracts/visit.ts'
import { type Attribution, createAttribution } from '../../src/domain/statistics/attribution.ts'
import { hasOptedOut } from '../http/has-opted-out.ts'

/** Null for readers who ask not to be tracked, whatever their browser has sent. */
export const readAttribution = (request: Request, visit: VisitInput): Attribution | null =>
  visit && !hasOptedOut(request) ? createAttribution(visit, new URL(request.url).origin) : null
