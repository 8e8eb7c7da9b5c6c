/**
 * POST /api/webhooks/publish: something was committed, and the site is to hold it. Answered as soon
 * as that is noted; the queue hands it to whoever builds, and the clock does where the queue cannot.
 */
import { signatureSeconds } from '../../src/contracts/desk-signature.ts'
import { publishRequestSchema } from '../../src/contracts/publishing.ts'
import { withWish } from '../../src/domain/rebuild.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { changeOnce } from './change-once.ts'
import { jsonOf, readSigned } from './signed-request.ts'

/** Milliseconds by which our clock may be behind Firestore's. */
const clockDifference = 10_000

export async function publishWebhook(context: EdgeContext): Promise<Response> {
  const { changedList, now, log } = context.var.services
  const signed = await readSigned(context)
  if (!signed.ok) return signed.failure
  const request = publishRequestSchema.safeParse(jsonOf(signed.value.body))
  if (!request.success) return errorResponse('bad_request')
  const changedAt = Date.parse(request.data.changedAt)
  if (Number.isNaN(changedAt)) return errorResponse('bad_request')
  const at = now()
  if (changedAt > at.getTime() + signatureSeconds * 1000) {
    const message =
      'changedAt lies in the future: it is the time of a commit, by Firestore’s clock.'
    return errorResponse('bad_request', { message })
  }
  // A clock that is ahead must not have us build again and again until its time has come.
  const wanted = new Date(Math.min(changedAt, at.getTime() + clockDifference))
  const refused = await changeOnce(context, signed.value.nonce, 'publish', (rebuild) =>
    withWish(rebuild, wanted),
  )
  if (refused) return refused
  changedList.forget()
  try {
    await context.env.REBUILDS.send({})
  } catch (error) {
    log('rebuild_not_queued', { reason: error instanceof Error ? error.name : 'unknown' })
  }
  return context.body(null, 202)
}
