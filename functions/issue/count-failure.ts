/** Counts an issue's bounces and complaints for the circuit breaker. */
import { type Failures, maxFailuresPerDomain } from '../../src/domain/issue/breaker.ts'
import type { ReportKind } from '../../src/domain/issue/chunk.ts'
import type { Sending } from '../../src/domain/issue/sending.ts'
import { countUpTo, readRecipientKeys, type SendingStorage } from './sending-records.ts'

const failureTotals = { hardBounce: 'hardBounces', complaint: 'complaints' } as const

const isFailure = (kind: ReportKind): kind is keyof typeof failureTotals => kind in failureTotals

type NewEvent = {
  readonly chunk: string
  readonly position: number
  readonly kind: ReportKind
}

/**
 * Call this once per event. The domain and inbox are those of the address that the issue was sent to, because a
 * report's address is whatever the receiving server says. Counts apply to the whole issue, because otherwise a domain's
 * owner could stop it again after each of the editor's decisions.
 */
export function countFailure(
  storage: SendingStorage,
  sending: Sending,
  { chunk, position, kind }: NewEvent,
): Sending {
  if (!isFailure(kind)) return sending
  const total: keyof Failures = failureTotals[kind]
  const { inbox, domain, origin } = readRecipientKeys(storage, chunk, position)
  // One person can have any number of addresses at various domains, and wait until they're no longer recent.
  if (domain !== null && origin !== 'imported') return sending
  const counts =
    // Other addresses of an inbox belong to the same person.
    (inbox === null || countUpTo(storage, `${total} ${inbox}`, 1)) &&
    (domain === null || countUpTo(storage, `${total} ${domain}`, maxFailuresPerDomain[total]))
  if (!counts) return sending
  const name = origin === 'recent' ? 'recentFailures' : 'failures'
  return { ...sending, [name]: { ...sending[name], [total]: sending[name][total] + 1 } }
}
