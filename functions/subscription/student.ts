/**
 * POST /api/student and …/confirmation: contracts/student.ts says what they take and answer. Of the
 * address only its hash is kept, and only with the subscription that it counts for.
 */
import { studentConfirmationSchema, studentRequestSchema } from '../../src/contracts/student.ts'
import { academicAddress } from '../../src/domain/academic.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription.ts'
import { isOver } from '../../src/domain/wanted-and-due.ts'
import { markCookieLine, readMarkCookie, withCookies } from '../account/cookies.ts'
import type { FirestoreFailure } from '../adapters/firestore.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { confirmStudent } from '../letters/letters.ts'
import { idOf } from './buyer.ts'
import { subscriptionPath } from './change.ts'

export async function askForStudentLetter(context: EdgeContext): Promise<Response> {
  const { letterBox, tokens, now, log } = context.var.services
  const request = studentRequestSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const address = academicAddress(request.data.email)
  if (!address) return errorResponse('not_academic')
  if (!letterBox) return unavailable('no mail service')
  const student = await idOf('student', address)
  // Whoever asks from many networks fills nobody's mailbox either.
  const { success } = await context.env.JOIN_LIMIT.limit({ key: `student ${student}` })
  if (!success) return errorResponse('too_many_requests')
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

/** `students/{hash}`: for whose subscription an address counts. */
export const studentPath = (student: string) => `students/${student}`

/**
 * The address that this browser has shown, by its hash, where it is free for `uid`: one counts for one
 * running subscription at a time. Costs two database reads.
 */
export async function freeStudent(
  context: EdgeContext,
  uid: string,
): Promise<Result<string, FirestoreFailure | { readonly kind: 'notConfirmed' | 'inUse' }>> {
  const { firestore, tokens, now } = context.var.services
  const student = await tokens.readMark('student', readMarkCookie(context, 'student'), now())
  if (!student) return fail({ kind: 'notConfirmed' })
  const stored = await firestore.get(studentPath(student))
  if (!stored.ok) return stored
  const holder = stored.value?.fields.uid
  if (typeof holder !== 'string' || holder === uid) return succeed(student)
  const other = await firestore.get(subscriptionPath(holder))
  if (!other.ok) return other
  const record = subscriptionRecordSchema.safeParse(other.value?.fields)
  const isRunning =
    record.success &&
    record.data.subscription?.provider === stored.value?.fields.provider &&
    !isOver(record.data.subscription)
  return isRunning ? fail({ kind: 'inUse' }) : succeed(student)
}
