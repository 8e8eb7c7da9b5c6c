import type { Rebuild } from '../../src/domain/rebuild.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { type Refusal, refuse, refuseUnavailable } from '../identity/handler.ts'
import type { PublishingDeps } from './publishing-deps.ts'
import { updateRebuild } from './rebuild-record.ts'
import { createNonceWrite, isNonceUsed, type WebhookName } from './used-nonces.ts'

/** Changes the record and uses up the signature in one commit, so that each call is accepted exactly once. */
export async function changeRebuildOnce(
  deps: PublishingDeps,
  nonce: string,
  call: WebhookName,
  change: (rebuild: Rebuild | null) => Rebuild | null,
): Promise<Result<void, Refusal<'replayed' | 'unavailable'>>> {
  const { firestore, now } = deps
  // This check avoids a write for a replayed call. If two identical calls are simultaneous, one of the commits fails.
  const before = await isNonceUsed(firestore, nonce)
  if (before.ok && before.value) return refuse('replayed')
  const changed = before.ok
    ? await updateRebuild(firestore, change, [createNonceWrite(nonce, call, now())])
    : before
  if (changed.ok) return succeed(undefined)
  if (changed.failure.kind === 'conflict') {
    const after = await isNonceUsed(firestore, nonce)
    if (after.ok && after.value) return refuse('replayed')
  }
  return refuseUnavailable(deps, 'webhook_not_recorded', { call, reason: changed.failure.kind })
}
