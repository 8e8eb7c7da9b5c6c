import {
  type ConfirmationResponse,
  confirmationRequestSchema,
} from '../../src/contracts/confirmation.ts'
import { mayHaveAddress, withAddress } from '../../src/domain/reader.ts'
import type { LetterFailure } from '../adapters/letter-codes.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { weeklyMoved } from '../newsletter/account-list.ts'
import { restoreAddress } from './address-owner.ts'
import { changeReader } from './records.ts'

/**
 * Uses the code of an email and updates the reader's record at once; if that fails, the next sign-in
 * does it. A code that gives the account an address that its owner didn't ask for is used up, and
 * the account gets its own address back. A second call is refused by the sign-in service.
 */
export async function confirmLetter(context: EdgeContext): Promise<Response> {
  const { letterCodes, accounts, firestore, now, log } = context.var.services
  const request = confirmationRequestSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const { code } = request.data

  const purpose = await letterCodes.purposeOf(code)
  if (!purpose.ok) return codeError(context, purpose.failure)
  if (purpose.value === 'other') return errorResponse('bad_request')
  const used = await letterCodes.use(code)
  if (!used.ok) return codeError(context, used.failure)

  const { uid, email } = used.value
  const isRecovery = purpose.value === 'recover'
  let isRefused = false
  const noted = await changeReader(
    firestore,
    uid,
    (reader) => {
      isRefused = !mayHaveAddress(reader, used.value)
      if (isRefused) return null
      // The person who changed the address may still be signed in, and was not its owner.
      const ending = isRecovery ? { sessionsEndedAt: now() } : {}
      return { ...withAddress(reader, used.value), ...ending }
    },
    (reader) => weeklyMoved(firestore, reader, { uid, ...withAddress(reader, used.value) }, now()),
  )
  // Gone: an account that never signed in here has no record yet.
  if (!noted.ok && noted.failure.kind !== 'gone') {
    log('confirmation_not_noted', { kind: noted.failure.kind })
  }
  if (isRefused || isRecovery) {
    const owned = noted.ok && isRefused ? noted.value.email : email
    const restored = await restoreAddress(accounts, uid, owned, now())
    if (!restored.ok) log('address_not_restored', { uid, kind: restored.failure.kind })
  }
  if (isRefused) return codeError(context, { kind: 'badCode' })
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
