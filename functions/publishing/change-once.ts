import type { Rebuild } from '../../src/domain/rebuild.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { changeRebuild } from './rebuild-record.ts'
import { isSpent, type SignedCall, spend } from './spent-nonces.ts'

/**
 * Changes the record and spends the signature in one commit: a call is taken once and whole, or not
 * at all. Answers why it was not.
 */
export async function changeOnce(
  context: EdgeContext,
  nonce: string,
  call: SignedCall,
  change: (rebuild: Rebuild | null) => Rebuild | null,
): Promise<Response | null> {
  const { firestore, now, log } = context.var.services
  // Before the commit so that a replay costs one read, after it for one at the same time.
  const before = await isSpent(firestore, nonce)
  if (before.ok && before.value) return errorResponse('replayed')
  const changed = before.ok
    ? await changeRebuild(firestore, change, [spend(nonce, call, now())])
    : before
  if (changed.ok) return null
  if (changed.failure.kind === 'conflict') {
    const after = await isSpent(firestore, nonce)
    if (after.ok && after.value) return errorResponse('replayed')
  }
  log('webhook_not_noted', { call, reason: changed.failure.kind })
  return errorResponse('unavailable')
}
