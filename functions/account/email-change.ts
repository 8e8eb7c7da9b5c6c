/** POST /api/account/email: contracts/account.ts says what it takes and answers. */
import { emailChangeSchema } from '../../src/contracts/account.ts'
import { sessionStands } from '../../src/domain/reader.ts'
import { type EdgeContext, withReader } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { changeReader } from './records.ts'
import { identityError } from './session.ts'

export async function noteEmailChange(context: EdgeContext): Promise<Response> {
  const { firestore, identity, now, log } = context.var.services
  const request = emailChangeSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const { idToken, email } = request.data
  return withReader(context, async ({ uid, session }) => {
    const verified = await identity.verify(idToken, now())
    if (!verified.ok) return identityError(context, verified.failure)
    if (verified.value.uid !== uid) return errorResponse('forbidden')
    let isSignedIn = true
    const noted = await changeReader(firestore, uid, (reader) => {
      // The owner of the address may have arrived meanwhile, which ends a stranger's session.
      isSignedIn = sessionStands(reader, session.since)
      return isSignedIn ? { requestedEmail: email } : null
    })
    if (noted.ok) return isSignedIn ? context.body(null, 204) : errorResponse('signed_out')
    log('email_change_not_noted', { uid, kind: noted.failure.kind })
    return errorResponse('unavailable')
  })
}
