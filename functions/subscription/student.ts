/**
 * POST /api/student and …/confirmation: contracts/student.ts says what they take and answer. Of the
 * address only its hash is kept, and only with the subscription that it counts for.
 */
import { studentConfirmationSchema, studentRequestSchema } from '../../src/contracts/student.ts'
import { academicAddress } from '../../src/domain/academic.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { markCookieLine, readMarkCookie, withCookies } from '../account/cookies.ts'
import type { FirestoreFailure } from '../adapters/firestore.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { isAddressWithinLimit } from '../http/guards.ts'
import { confirmStudent } from '../letters/letters.ts'
import { idOf } from './buyer.ts'
import { readStudentAddress } from './student-address.ts'

export async function askForStudentLetter(context: EdgeContext): Promise<Response> {
  const { letterBox, tokens, now, log } = context.var.services
  const request = studentRequestSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const address = academicAddress(request.data.email)
  if (!address) return errorResponse('not_academic')
  if (!letterBox) return unavailable('no mail service')
  const student = await idOf('student', address)
  // Asking from many networks must not fill somebody's mailbox either.
  if (!(await isAddressWithinLimit(context, 'student', student))) {
    return errorResponse('too_many_requests')
  }
  const key = await tokens.issueMark('studentLetter', student, now())
  const sent = await confirmStudent(letterBox, { to: request.data.email, key })
  return sent.ok ? context.body(null, 204) : unavailable(sent.failure.kind)

  function unavailable(reason: string): Response {
    log('student_not_written_to', { reason })
    const message = 'We could not send the letter. Please try again in a minute.'
    return errorResponse('unavailable', { message })
  }
}

export async function confirmStudentAddress(context: EdgeContext): Promise<Response> {
  const { tokens, now } = context.var.services
  const request = studentConfirmationSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const student = await tokens.readMark('studentLetter', request.data.key, now())
  if (!student) {
    const message = 'This link is not whole, or more than a day old. Please ask for another letter.'
    return errorResponse('bad_token', { message })
  }
  const mark = await tokens.issueMark('student', student, now())
  return withCookies(context.body(null, 204), [markCookieLine('student', mark)])
}

/**
 * The hash of the address that this browser has confirmed. Fails early if the address counts for a
 * running subscription; the commit that records the payment decides. Costs two database reads at most.
 */
export async function readConfirmedStudent(
  context: EdgeContext,
): Promise<Result<string, FirestoreFailure | { readonly kind: 'notConfirmed' | 'inUse' }>> {
  const { firestore, tokens, now } = context.var.services
  const student = await tokens.readMark('student', readMarkCookie(context, 'student'), now())
  if (!student) return fail({ kind: 'notConfirmed' })
  const address = await readStudentAddress(firestore, student, null)
  if (!address.ok) return address
  return address.value.isInUse ? fail({ kind: 'inUse' }) : succeed(student)
}
