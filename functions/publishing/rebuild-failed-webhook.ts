import { recordFailure, resolveRebuild } from '../../src/domain/rebuild.ts'
import { type Handle, respond } from '../identity/handler.ts'
import { readBuiltAt } from './build-manifest.ts'
import { changeRebuildOnce } from './change-rebuild-once.ts'
import type { PublishingDeps } from './publishing-deps.ts'

/** Ignores builds that the Worker didn't request. */
export const handleRebuildFailed: Handle<
  'POST /api/webhooks/rebuild-failed',
  PublishingDeps
> = async ({ reason }, { nonce }, deps) => {
  const built = await readBuiltAt(deps)
  const failure = { at: deps.now(), kind: 'build', reason } as const
  const changed = await changeRebuildOnce(deps, nonce, 'rebuild-failed', (rebuild) => {
    const current = rebuild && resolveRebuild(rebuild, built, failure.at)
    return current?.startedAt ? recordFailure(current, failure) : null
  })
  if (!changed.ok) return changed
  deps.log('rebuild_failed', { reason })
  return respond(undefined, { status: 202 })
}
