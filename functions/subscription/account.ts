/**
 * POST /api/checkout/{id}/account: contracts/checkout.ts describes the request and the response. Creates
 * the account of a guest whose subscription PayPal has confirmed, and moves the subscription to it.
 *
 * The uid follows from the checkout and the address, so a call that dies after Firebase has created
 * the account is finished by the next one, and a corrected address makes another account: nothing has
 * to be deleted or re-addressed. An account that somebody has used is never taken over.
 */
import { type CheckoutAccount, checkoutAccountSchema } from '../../src/contracts/checkout.ts'
import type { SessionResponse } from '../../src/contracts/session.ts'
import { readerSchema } from '../../src/domain/reader.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import {
  markCookieLine,
  passCookieLines,
  sessionCookieLine,
  withCookies,
} from '../account/cookies.ts'
import { loadReader } from '../account/reader.ts'
import { subscriptionResponse } from '../account/session.ts'
import { type Accounts, isInUse } from '../adapters/accounts.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { sendEmailsTo } from '../letters/send-emails.ts'
import { idOf, isBuyer } from './buyer.ts'
import { findCheckout, type StoredCheckout, takeWordOf } from './look.ts'
import { transferCheckout } from './transfer.ts'

/** Milliseconds in which the page that created the account can repeat its request, if the answer was lost. */
const lostAnswer = 60 * 60 * 1000

export async function makeCheckoutAccount(context: EdgeContext): Promise<Response> {
  const { firestore } = context.var.services
  const request = checkoutAccountSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const id = context.req.param('id') ?? ''
  const found = await findCheckout(firestore, id)
  if (!found.ok) return unavailable(context, found.failure.kind)
  const checkout = found.value
  if (!checkout) return errorResponse('not_found')
  const wanted = { ...request.data, requestHash: await idOf('account', request.data.requestId) }
  if (isRepeated(checkout, wanted.requestHash, context.var.services.now())) {
    return logInAgain(context, id, checkout.uid, wanted.email)
  }
  const { key } = wanted
  if (!checkout.isGuest || !(await isBuyer(context, id, checkout, { uid: null, key }))) {
    return errorResponse('not_found')
  }
  return createAccount(context, id, checkout, wanted)
}

/** The request id is known to the page alone that made it: not to a copy of the cookie, nor to a link. */
function isRepeated({ accountMade }: StoredCheckout, requestHash: string, now: Date): boolean {
  return (
    accountMade !== null &&
    accountMade.request === requestHash &&
    now.getTime() - accountMade.at.getTime() < lostAnswer
  )
}

async function createAccount(
  context: EdgeContext,
  id: string,
  checkout: StoredCheckout,
  { first_name, last_name, email, requestHash }: CheckoutAccount & { readonly requestHash: string },
): Promise<Response> {
  const { firestore, paypal, accounts, now } = context.var.services
  if (!paypal) return unavailable(context, 'not set up')
  const means = { firestore, paypal, now }
  const taken = await takeWordOf(means, checkout, id, { by: 'reader' })
  if (!taken.ok) return unavailable(context, taken.failure.kind)
  const { record } = taken.value
  // Until something is paid, no answer depends on the address.
  const subscription = record?.subscription
  // One that was cancelled at PayPal meanwhile is still paid for.
  const isPaid = subscription?.provider === id && subscription.state !== 'ended'
  if (!isPaid) return errorResponse('not_approved')
  const address = await idOf('address', email.toLowerCase())
  if (!(await isWithinAccountLimit(context, id, address))) return errorResponse('too_many_requests')

  const uid = (await idOf('account', id, address)).slice(0, 28)
  const displayName = `${first_name} ${last_name}`.trim()
  const created = await createUnused(accounts, { uid, email, displayName })
  if (!created.ok) {
    const { kind } = created.failure
    return kind === 'exists' ? errorResponse('account_exists') : unavailable(context, kind)
  }
  const reader = readerSchema.parse({ first_name, last_name, email, createdAt: now() })
  const accountMade = { request: requestHash, at: now() }
  const moved = await transferCheckout(means, id, { kind: 'new', uid, reader, accountMade })
  if (moved.ok) {
    // The emails about the purchase have waited for an address.
    sendEmailsTo(context, checkout.uid)
    return logIn(context, uid, email)
  }
  return overtaken(context, id, { uid, email, requestHash }, moved.failure.kind)
}

/** The same request, sent twice at once, gets the same answer twice. */
async function overtaken(
  context: EdgeContext,
  id: string,
  { uid, email, requestHash }: Record<'uid' | 'email' | 'requestHash', string>,
  reason: string,
): Promise<Response> {
  if (reason === 'unavailable') return unavailable(context, reason)
  const { firestore, now } = context.var.services
  const found = await findCheckout(firestore, id)
  if (!found.ok || !found.value) return unavailable(context, 'overtaken')
  if (isRepeated(found.value, requestHash, now())) return logInAgain(context, id, uid, email)
  if (reason === 'exists') return errorResponse('account_exists')
  return found.value.isGuest ? unavailable(context, reason) : errorResponse('not_found')
}

/** Accounts per address, and addresses per checkout: a payment is no licence to try out addresses. */
async function isWithinAccountLimit(context: EdgeContext, id: string, address: string) {
  const { JOIN_LIMIT } = context.env
  for (const key of [`account of ${id}`, `account ${address}`]) {
    if (!(await JOIN_LIMIT.limit({ key })).success) return false
  }
  return true
}

/** `exists` if the address has another account, or the account was used by somebody meanwhile. */
async function createUnused(
  accounts: Accounts,
  wanted: Parameters<Accounts['create']>[0],
): Promise<Result<void, { readonly kind: string }>> {
  const created = await accounts.create(wanted)
  if (created.ok || created.failure.kind !== 'exists') return created
  const found = await accounts.find(wanted.uid)
  if (!found.ok) return found
  const isOurs = found.value?.email.toLowerCase() === wanted.email.toLowerCase()
  return isOurs && found.value && !isInUse(found.value) ? succeed(undefined) : created
}

/**
 * Only while nobody else has shown that the address is theirs: from then on, the account belongs to its
 * verified owner, who may not be the payer.
 */
async function logInAgain(
  context: EdgeContext,
  id: string,
  uid: string,
  email: string,
): Promise<Response> {
  const { firestore, now } = context.var.services
  const address = await idOf('address', email.toLowerCase())
  if (!(await isWithinAccountLimit(context, id, address))) return errorResponse('too_many_requests')
  const loaded = await loadReader(firestore, uid, now())
  if (!loaded.ok) return unavailable(context, loaded.failure.kind)
  const reader = loaded.value?.reader
  const isUnclaimed =
    reader?.email === email && !reader.emailVerified && reader.sessionsEndedAt === null
  return isUnclaimed ? logIn(context, uid, email) : errorResponse('not_found')
}

/** With an email whose link logs in as well, and confirms the address. */
async function logIn(context: EdgeContext, uid: string, email: string): Promise<Response> {
  const { firestore, identity, tokens, now, log } = context.var.services
  const at = now()
  const loaded = await loadReader(firestore, uid, at)
  if (!loaded.ok || !loaded.value) return unavailable(context, 'not loaded')
  if (loaded.value.reader.leavingAt) return errorResponse('not_found')
  const sent = await identity.sendSignInLetter(email, `${new URL(context.req.url).origin}/magic`)
  // They are logged in, and can ask for another email.
  if (!sent.ok) log('sign_in_email_not_sent', { reason: sent.failure.kind })
  const { standing, reader } = loaded.value
  const body: SessionResponse = { ...subscriptionResponse(standing, true), isNew: true }
  return withCookies(context.json(body), [
    // Since the account exists, also when the request is repeated: the first login of the address's
    // verified owner, at whatever moment it arrives, ends it.
    sessionCookieLine(await tokens.issueSession(uid, reader.createdAt, at)),
    ...passCookieLines(await tokens.issuePass(uid, standing, at), standing),
    markCookieLine('buyer', null),
  ])
}

function unavailable(context: EdgeContext, reason: string): Response {
  context.var.services.log('account_not_created', { reason })
  const message = 'Something went wrong. Your payment is safe. Try again in a minute.'
  return errorResponse('unavailable', { message })
}
