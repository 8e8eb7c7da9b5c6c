/** Counts an issue's bounces and complaints by the recipients' domains, for the circuit breaker. */

import { countRecipients } from '../../src/domain/issue/audience.ts'
import { countJudged, type Failures, noFailures } from '../../src/domain/issue/breaker.ts'
import type { ReportKind } from '../../src/domain/issue/chunk.ts'
import type { Sending } from '../../src/domain/issue/sending.ts'
import { createProviderKeys, type RecipientKeys } from './recipient-keys.ts'
import {
  readDomain,
  readRecipientKeys,
  recordFailedInbox,
  type SendingStorage,
  writeDomain,
} from './sending-records.ts'

/**
 * Recipients of one domain in a range, below which they aren't counted: most domains have one reader, and a provider
 * that is large in the audience (breaker.ts) has about eight in each range of 400.
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
 * Call it once for each event. Domain and inbox are those of the address the issue was sent to: the one in a report may be
 * what the receiving server says.
 */
export function countFailure(
  storage: SendingStorage,
  sending: Sending,
  { chunk, position, kind }: NewEvent,
): Sending {
  if (!isFailure(kind)) return sending
  const total = failureTotals[kind]
  const { domain, inbox } = readRecipientKeys(storage, chunk, position)
  if (inbox !== undefined && !recordFailedInbox(storage, inbox, total)) return sending
  const added = domain === undefined ? 1 : addToDomain(storage, sending, domain, total)
  const { failures } = sending
  return { ...sending, failures: { ...failures, [total]: failures[total] + added } }
}

/** Returns by how many more failures count: several if they didn't before, and now do. */
function addToDomain(
  storage: SendingStorage,
  { orderKey, audience }: Sending,
  domain: string,
  total: keyof Failures,
): number {
  const providers = createProviderKeys(orderKey)
  const judged = providers.has(domain) ? [...providers] : ([[domain, null]] as const)
  const count = () =>
    countJudged(
      judged.map(([key, addressesPerAccount]) => ({
        ...readDomain(storage, key),
        addressesPerAccount,
      })),
      total,
      countRecipients(audience),
    )
  const countedBefore = count()
  const before = readDomain(storage, domain)
  writeDomain(storage, domain, { ...before, [total]: before[total] + 1 })
  return count() - countedBefore
}

/**
 * An editor has decided to continue: what has failed at a provider until then isn't held against the issue again. What
 * counts of another domain is for all of an issue, or its owner could stop the issue again after each decision.
 */
export function forgetFailures(storage: SendingStorage, { orderKey }: Sending): void {
  for (const domain of createProviderKeys(orderKey).keys()) {
    const record = readDomain(storage, domain)
    if (record.hardBounces > 0 || record.complaints > 0)
      writeDomain(storage, domain, { ...record, ...noFailures })
  }
}
