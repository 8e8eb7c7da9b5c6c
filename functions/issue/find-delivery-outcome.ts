/** Finds out whether one address received an issue, and if not, why. */
import type { OutputOf } from '../../src/contracts/endpoints/endpoint.ts'
import type { Api } from '../../src/contracts/endpoints/endpoints.ts'
import { findRangeIndex, formatChunkId } from '../../src/domain/issue/audience.ts'
import type { EventKind, RecipientState } from '../../src/domain/issue/chunk.ts'
import { issueVersions } from '../../src/domain/issue/issue-email.ts'
import type { Sending } from '../../src/domain/issue/sending.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { hashAddress } from '../identity/inbox.ts'
import { getEntryPath } from '../newsletter/newsletter-list.ts'
import type { FirestoreFailure } from '../platform/adapters/firestore.ts'
import type { IssueDeps } from './issue-deps.ts'
import { judgeEntry } from './read-audience.ts'

type Answer = OutputOf<Api['POST /api/issues/:slug/recipient']>
type FindDeps = Pick<IssueDeps, 'firestore' | 'sendings' | 'audiences' | 'now'>

const nothingElse = { version: null, reason: null } as const

export async function findDeliveryOutcome(
  deps: FindDeps,
  slug: string,
  address: string,
): Promise<Result<Answer, FirestoreFailure>> {
  const sending = await deps.sendings.call(slug, 'read')
  if (!sending) return succeed({ outcome: 'notApproved', ...nothingElse })
  const { frozenAt, provider, ranges } = sending
  if (frozenAt === null || !provider) {
    const outcome = sending.state === 'cancelled' ? 'cancelled' : 'notFrozen'
    return succeed({ outcome, ...nothingElse })
  }
  const hash = await hashAddress(address)
  const range = findRangeIndex(hash, ranges)
  const frozen = await deps.audiences.readRange(slug, range)
  for (const version of issueVersions) {
    const recipients = frozen?.recipients[version] ?? []
    const index = recipients.findIndex((recipient) => recipient.hash === hash)
    if (index < 0) continue
    const id = formatChunkId({ range, version, index }, provider.batchSize)
    const position = index % provider.batchSize
    const found = await deps.sendings.call(slug, 'find', { id, position })
    if (found) return succeed({ version, ...describeOutcome(sending, found) })
  }
  return explainAbsence(deps, hash)
}

/** Event kinds in ascending order of importance. */
const eventOrder: readonly EventKind[] = ['delivered', 'softBounce', 'hardBounce', 'complaint']

function describeOutcome(
  { state }: Sending,
  found: { readonly state: RecipientState; readonly events: readonly EventKind[] },
): Pick<Answer, 'outcome' | 'reason'> {
  const event = eventOrder.findLast((kind) => found.events.includes(kind))
  if (event) return { outcome: event, reason: null }
  if (typeof found.state === 'object') return { outcome: 'dropped', reason: found.state.dropped }
  const isLeftOut =
    state === 'cancelled' && (found.state === 'waiting' || found.state === 'refused')
  return { outcome: isLeftOut ? 'cancelled' : found.state, reason: null }
}

/** Uses the current list, because only the number of exclusions is stored. */
async function explainAbsence(
  { firestore, now }: FindDeps,
  hash: string,
): Promise<Result<Answer, FirestoreFailure>> {
  const entry = await firestore.get(getEntryPath(hash))
  if (!entry.ok) return entry
  const judged = entry.value ? judgeEntry(entry.value, now()) : null
  const reason = typeof judged === 'string' ? judged : null
  return succeed({ outcome: 'notInAudience', version: null, reason })
}
