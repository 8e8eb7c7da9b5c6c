/**
 * POST /api/webhooks/rebuild-failed: whoever builds could not. Of a build that nobody waits for, such
 * as one begun by hand, nothing is noted.
 */
import { rebuildFailedRequestSchema } from '../../src/contracts/publishing.ts'
import { settled, withFailure } from '../../src/domain/rebuild.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { builtUpTo } from './built.ts'
import { changeOnce } from './change-once.ts'
import { jsonOf, readSigned } from './signed-request.ts'

export async function rebuildFailedWebhook(context: EdgeContext): Promise<Response> {
  const { now, log } = context.var.services
  const signed = await readSigned(context)
  if (!signed.ok) return signed.failure
  const request = rebuildFailedRequestSchema.safeParse(jsonOf(signed.value.body))
  if (!request.success) return errorResponse('bad_request')
  const built = await builtUpTo(context.var.services)
  const failure = { at: now(), kind: 'build', reason: request.data.reason } as const
  const refused = await changeOnce(context, signed.value.nonce, 'rebuild-failed', (rebuild) => {
    const current = rebuild && settled(rebuild, built, failure.at)
    return current?.startedAt ? withFailure(current, failure) : null
  })
  if (refused) return refused
  log('rebuild_failed', { reason: failure.reason })
  return context.body(null, 202)
}
