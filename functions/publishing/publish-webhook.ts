import { maxSignatureAge } from '../../src/contracts/signing/desk-signature.ts'
import { requestRebuild } from '../../src/domain/rebuild.ts'
import { type Handle, refuse, respond } from '../identity/handler.ts'
import { announceRebuild } from './announce-rebuild.ts'
import { changeRebuildOnce } from './change-rebuild-once.ts'
import type { PublishingDeps } from './publishing-deps.ts'

/** Milliseconds by which our clock may be behind Firestore's. */
const maxClockSkew = 10_000

/** Responds once the request is stored. The queue starts the rebuild or, if that fails, the cron job does. */
export const handlePublish: Handle<'POST /api/webhooks/publish', PublishingDeps> = async (
  input,
  { nonce },
  deps,
) => {
  const changedAt = Date.parse(input.changedAt)
  if (Number.isNaN(changedAt)) return refuse('bad_request')
  const at = deps.now()
  if (changedAt > at.getTime() + maxSignatureAge * 1000) {
    return refuse(
      'bad_request',
      'changedAt is in the future. It must be the time of a commit, by Firestore’s clock.',
    )
  }
  // Limits the time, because a caller's fast clock must not cause rebuilds until then.
  const requestedUpTo = new Date(Math.min(changedAt, at.getTime() + maxClockSkew))
  const changed = await changeRebuildOnce(deps, nonce, 'publish', (rebuild) =>
    requestRebuild(rebuild, requestedUpTo),
  )
  if (!changed.ok) return changed
  await announceRebuild(deps)
  return respond(undefined, { status: 202 })
}
