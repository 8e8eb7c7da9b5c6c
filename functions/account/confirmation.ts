import {
  type ConfirmationResponse,
  confirmationRequestSchema,
} from '../../src/contracts/confirmation.ts'
import type { LetterFailure } from '../adapters/letter-codes.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { weeklyMoved } from '../newsletter/account-list.ts'
import { changeReader } from './records.ts'

/**
 * Uses the code of a letter, and takes what it made of the account into the reader's record at once:
 * without it the record would learn of it at the next sign-in, which still mends what could not be
 * written here. Called twice, the second call is refused by the sign-in service.
 */
export async function confirmLetter(context: EdgeContext): Promise<Response> {
  const { letterCodes, firestore, now, log } = context.var.services
  const request = confirmationRequestSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const { code } = request.data

  const purpose = await letterCodes.purposeOf(code)
  if (!purpose.ok) return codeError(context, purpose.failure)
  if (purpose.value === 'other') return errorResponse('bad_request')
  const used = await letterCodes.use(code)
  if (!used.ok) return codeError(context, used.failure)

  const { uid, email, emailVerified } = used.value
  // Whoever changed the address may be signed in still, and was not its owner.
  const ending = purpose.value === 'recover' ? { sessionsEndedAt: now() } : {}
  const noted = await changeReader(
    firestore,
    uid,
    () => ({ email, emailVerified, ...ending }),
    (before) => weeklyMoved(firestore, before, { uid, email, emailVerified }, now()),
  )
  // Gone: an account that never signed in here has no record yet.
  if (!noted.ok && noted.failure.kind !== 'gone') {
    log('confirmation_not_noted', { kind: noted.failure.kind })
  }
  const body: ConfirmationResponse = { email }
  return context.json(body)
}

function codeError(context: EdgeContext, failure: LetterFailure): Response {
  switch (failure.kind) {
    case 'badCode':
      return errorResponse('bad_token', {
        message: 'This link has been used already, or is too old.',
      })
    case 'unavailable':
      context.var.services.log('identity_unavailable', { reason: failure.reason })
      return errorResponse('unavailable')
  }
}
