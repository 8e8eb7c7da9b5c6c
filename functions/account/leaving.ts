/** DELETE /api/account: contracts/account.ts says what it takes and answers. */
import { accountDeletionSchema } from '../../src/contracts/account.ts'
import { deletionPath, owedNow } from '../../src/domain/owed.ts'
import { readerSchema, sessionStands } from '../../src/domain/reader.ts'
import { succeed } from '../../src/domain/result.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { readReaderCookies, signedOutCookies, withCookies } from './cookies.ts'
import { admitReader, changeReader } from './records.ts'
import { removeReader } from './removal.ts'
import { admissionError, identityError } from './session.ts'

/** Whose session it is says nothing here: it is over. */
const farewell = (context: EdgeContext, status: 202 | 204) =>
  withCookies(context.body(null, status), signedOutCookies())

export async function deleteAccount(context: EdgeContext): Promise<Response> {
  const { services } = context.var
  const { firestore, identity, tokens, log } = services
  const now = services.now()
  const request = accountDeletionSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const session = await tokens.readSession(readReaderCookies(context).session, now)
  const signedOut = () => errorResponse('signed_out', { message: 'Please log in to do this.' })
  if (!session) return signedOut()
  const { uid } = session

  const stored = await firestore.get(`users/${uid}`)
  if (!stored.ok) return unavailable(context, stored.failure.kind)
  // Asked again, perhaps because the first answer was lost.
  if (!stored.value) return farewell(context, 204)
  const reader = readerSchema.safeParse(stored.value.fields)
  if (!reader.success) return unavailable(context, 'malformed')
  if (reader.data.leavingAt) return farewell(context, 202)
  if (!sessionStands(reader.data, session.since)) return signedOut()

  const verified = await identity.verify(request.data.idToken, now)
  if (!verified.ok) return overtaken(context, uid, identityError(context, verified.failure))
  if (verified.value.uid !== uid) {
    const message = 'That is the login of another account. This one has not been touched.'
    return errorResponse('forbidden', { message })
  }
  // As at any sign-in: from here on their address is the one that the sign-in service knows.
  const admitted = await admitReader(services, verified.value, now)
  if (!admitted.ok) return overtaken(context, uid, admissionError(context, admitted.failure))
  const marked = await changeReader(
    firestore,
    uid,
    ({ leavingAt }) => (leavingAt ? null : { leavingAt: now }),
    // If the Worker stops before the deletion is complete, the cron job finishes it.
    async () =>
      succeed([
        { set: deletionPath(uid), fields: owedNow({ kind: 'deletion', reader: uid }, now) },
      ]),
  )
  if (!marked.ok) return unavailable(context, marked.failure.kind)

  const removed = await removeReader(services, uid)
  if (removed.ok) return farewell(context, 204)
  // They have left, whatever follows: the clock sees to the rest.
  log('reader_not_removed', { uid, reason: removed.failure.kind })
  return farewell(context, 202)
}

/** Asked twice at once, the one has done meanwhile what the other is refused for. */
async function overtaken(context: EdgeContext, uid: string, refusal: Response): Promise<Response> {
  const stored = await context.var.services.firestore.get(`users/${uid}`)
  if (!stored.ok) return refusal
  if (!stored.value) return farewell(context, 204)
  return stored.value.fields.leavingAt ? farewell(context, 202) : refusal
}

function unavailable(context: EdgeContext, reason: string): Response {
  context.var.services.log('reader_not_leaving', { reason })
  return errorResponse('unavailable', {
    message: 'That did not go through. The fault is ours: please try again in a minute.',
  })
}
