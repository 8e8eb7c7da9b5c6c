/** Counts an issue's bounces and complaints by the recipients' domains, for the circuit breaker. */

import { countRecipients } from '../../src/domain/issue/audience.ts'
import { doesFailureCount } from '../../src/domain/issue/breaker.ts'
import type { ReportKind } from '../../src/domain/issue/chunk.ts'
import type { Sending } from '../../src/domain/issue/sending.ts'
import type { RecipientKeys } from './recipient-keys.ts'
import {
  readChunkDomains,
  readDomain,
  type SendingStorage,
  writeDomain,
} from './sending-records.ts'

/**
 * Recipients of one domain in a range, below which they aren't counted: most domains have one reader, and a domain that
 * is large in the audience (breaker.ts) has about eight in each range of 400.
 */
const minCounted = 3

/** Adds a range's recipients to their domains. */
export function countDomains(storage: SendingStorage, keys: readonly RecipientKeys[]): void {
  const counts = new Map<string, number>()
  for (const { domain } of keys) counts.set(domain, (counts.get(domain) ?? 0) + 1)
  for (const [domain, count] of counts) {
    if (count < minCounted) continue
    const record = readDomain(storage, domain)
    writeDomain(storage, domain, { ...record, recipients: record.recipients + count })
  }
}

const failureTotals = { hardBounce: 'hardBounces', complaint: 'complaints' } as const

const isFailure = (kind: ReportKind): kind is keyof typeof failureTotals => kind in failureTotals

type NewEvent = {
  readonly chunk: string
  readonly position: number
  readonly kind: ReportKind
}

/**
 * Call it once for each event. The domain is that of the address the issue was sent to: the one in a report may be what
 * the receiving server says.
 */
export function countFailure(
  storage: SendingStorage,
  sending: Sending,
  { chunk, position, kind }: NewEvent,
): Sending {
  if (!isFailure(kind)) return sending
  const total = failureTotals[kind]
  const domain = readChunkDomains(storage, chunk)[position]
  if (domain !== undefined) {
    const record = readDomain(storage, domain)
    writeDomain(storage, domain, { ...record, [total]: record[total] + 1 })
    if (!doesFailureCount(record, total, countRecipients(sending.audience))) return sending
  }
  const { failures } = sending
  return { ...sending, failures: { ...failures, [total]: failures[total] + 1 } }
}
