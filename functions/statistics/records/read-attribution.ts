import type { VisitInput } from '../../../src/contracts/endpoints/visit.ts'
import { type Attribution, createAttribution } from '../../../src/domain/statistics/attribution.ts'
import { canDescribeVisit } from '../../consent/sharing.ts'

/** Returns null for readers who ask not to be tracked or haven't consented, whatever their browser has sent. */
export const readAttribution = (request: Request, visit: VisitInput): Attribution | null =>
  visit && canDescribeVisit(request) ? createAttribution(visit, new URL(request.url).origin) : null
