/** Only a hash of the address is stored, with the subscription that it's used for. */
import { emailLimitDays, emailLimits } from '../../src/domain/email-limits.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { createStudentEmail } from '../email/confirmation-emails.ts'
import { countEmail, countUnchecked, findStudentEmailsOfAccountPath } from '../email/count-email.ts'
import { sendComposed } from '../email/send-email.ts'
import { checkForBot } from '../identity/check-for-bot.ts'
import { createTokenCookie, readTokenCookie } from '../identity/cookies.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { createOutboxWrite } from '../outbox/outbox-writes.ts'
import type { FirestoreFailure } from '../platform/adapters/firestore.ts'
import { getCallerAddress } from '../platform/http/caller-network.ts'
import { readStudentAddress } from './student-address.ts'
import {
  findStudentEmailsPath,
  getPostponedPath,
  hashStudentAddress,
  listStudentEmailsPaths,
} from './student-emails.ts'
import type { SubscriptionHandlerDeps } from './subscription-handler-deps.ts'

/**
 * If the limits don't allow the email now, it's sent later. The response is the same, and the links in earlier emails
 * still work.
 */
export const sendStudentConfirmation: Handle<'POST /api/student', SubscriptionHandlerDeps> = async (
  { email, botCheck },
  caller,
  deps,
) => {
  const { emailConfig, firestore, tokens, now } = deps
  const refuseEmail = (reason: string, when = 'in a minute') =>
    refuseUnavailable(
      deps,
      'student_email_not_sent',
      { reason },
      `We couldn’t send the email. Try again ${when}.`,
    )
  const student = await hashStudentAddress(email)
  if (!student) return refuse('not_academic')
  if (!emailConfig) return refuseEmail('no email service')
  const isGuest = caller.kind === 'guest'
  const checked =
    isGuest || botCheck !== undefined ? await checkForBot(deps, botCheck, 'student') : null
  if (isGuest && checked && !checked.ok) return checked
  if (caller.kind === 'reader') {
    const ofAccount = await findStudentEmailsOfAccountPath(caller.uid)
    const asked = await countEmail(firestore, ofAccount, emailLimits.studentsOfAccount, now())
    if (!asked.ok) return refuseEmail(asked.failure.kind)
    if (!asked.value.isAllowed) return refuse('too_many_requests')
  }
  // A logged-in reader may continue without a check, within the network's limit.
  if (!checked?.ok) {
    const ofNetwork = await countUnchecked(firestore, getCallerAddress(deps), now())
    if (!ofNetwork.ok) return refuseEmail(ofNetwork.failure.kind)
    if (!ofNetwork.value) return refuse('too_many_requests')
  }
  const path = await findStudentEmailsPath(student, email)
  const counted = await countEmail(firestore, path, emailLimits.typed, now())
  if (!counted.ok) return refuseEmail(counted.failure.kind)
  if (!counted.value.isAllowed) {
    const uid = caller.kind === 'reader' ? caller.uid : null
    const effect = { kind: 'studentEmail', student, email, uid } as const
    const { nextAt } = counted.value
    const stored = await firestore.commit([
      createOutboxWrite(getPostponedPath(path), effect, now(), nextAt),
    ])
    return stored.ok ? succeed(undefined) : refuseEmail(stored.failure.kind)
  }
  const key = await tokens.issueToken('studentConfirmation', student, now())
  const to = { first_name: '', email }
  const content = createStudentEmail(key, emailConfig.siteUrl)
  // The email is sent immediately, because the reader is waiting.
  const composed = { to, content, topic: 'address' } as const
  const sent = await sendComposed(emailConfig, composed, crypto.randomUUID())
  if (sent.ok) return succeed(undefined)
  const takenBack = await counted.value.takeBack()
  if (takenBack.ok) return refuseEmail(sent.failure.kind)
  deps.log('student_email_still_counted', { reason: takenBack.failure.kind })
  // For ten minutes, the limits count the email that wasn't sent.
  return refuseEmail(sent.failure.kind, 'in ten minutes')
}

export const confirmStudentAddress: Handle<
  'POST /api/student/confirmation',
  SubscriptionHandlerDeps
> = async ({ key }, _, { firestore, tokens, now, log, setCookies }) => {
  const student = await tokens.readToken('studentConfirmation', key, now())
  if (!student) {
    return refuse(
      'bad_token',
      `This link is incomplete, or more than ${emailLimitDays} days old. Ask for a new one.`,
    )
  }
  const paths = await listStudentEmailsPaths(student)
  const settled = await firestore.commit(paths.map((path) => ({ remove: getPostponedPath(path) })))
  if (!settled.ok) log('student_email_not_removed', { reason: settled.failure.kind })
  setCookies([createTokenCookie('student', await tokens.issueToken('student', student, now()))])
  return succeed(undefined)
}

/** Fails early if the address is in use; the commit of the payment decides. Costs at most two database reads. */
export async function readConfirmedStudent(
  deps: SubscriptionHandlerDeps,
  uid: string | null,
  /** The subscription that the purchase replaces. */
  from: string | null = null,
): Promise<Result<string, FirestoreFailure | { readonly kind: 'notConfirmed' | 'inUse' }>> {
  const { firestore, tokens, now, request } = deps
  const student = await tokens.readToken('student', readTokenCookie(request, 'student'), now())
  if (!student) return fail({ kind: 'notConfirmed' })
  const address = await readStudentAddress(firestore, student, { uid, provider: null, from })
  if (!address.ok) return address
  return address.value.isInUse ? fail({ kind: 'inUse' }) : succeed(student)
}
