/**
 * Derives the uid from the checkout and the address, so that a repeated call continues an interrupted one. A corrected
 * address creates a different account. An account that has been used is never taken over.
 */
import { invalidEmailMessage } from '../../src/contracts/endpoints/reader-messages.ts'
import { hour } from '../../src/domain/duration.ts'
import { emailLimits } from '../../src/domain/email-limits.ts'
import { readerSchema } from '../../src/domain/reader.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { countEmail, findSignInEmailsPath } from '../email/count-email.ts'
import { loadReader } from '../identity/caller.ts'
import { createSessionCookie, createTokenCookie } from '../identity/cookies.ts'
import { type Handle, refuse } from '../identity/handler.ts'
import { renewPass } from '../identity/identify-reader.ts'
import { toSubscriptionResponse } from '../identity/subscription-response.ts'
import { type AuthAccounts, hasBeenUsed } from '../platform/adapters/auth-accounts.ts'
import { hashParts } from '../platform/hash-parts.ts'
import { countOne } from '../platform/http/caller-network.ts'
import { isBuyer, refusePurchase } from './checkout-buyer.ts'
import { findCheckout, type StoredCheckout } from './stored-checkout.ts'
import type { SubscriptionHandlerDeps } from './subscription-handler-deps.ts'
import { syncFromPayPal } from './sync-from-paypal.ts'
import { transferCheckout } from './transfer-checkout.ts'

/** Milliseconds for which the page can repeat its request after a lost response. */
const repeatWindow = hour

type AccountRequest = Readonly<Record<'first_name' | 'last_name' | 'email' | 'requestHash', string>>

export const createGuestAccount: Handle<
  'POST /api/checkout/:id/account',
  SubscriptionHandlerDeps
> = async ({ id, key, requestId, ...details }, _, deps) => {
  const found = await findCheckout(deps.firestore, id)
  if (!found.ok) return refuseAccount(deps, found.failure.kind)
  const checkout = found.value
  if (!checkout) return refuse('not_found')
  const request = { ...details, requestHash: await hashParts('account', requestId) }
  if (isRepeatedRequest(checkout, request.requestHash, deps.now()))
    return repeatLogIn(deps, id, checkout.uid, request.email)
  return checkout.isGuest && (await isBuyer(deps, id, checkout, { uid: null, key }))
    ? createAccountAndTransfer(deps, id, checkout, request)
    : refuse('not_found')
}

/** Only the page that created a request id has that id: no cookie or link contains it. */
const isRepeatedRequest = ({ accountRequest: stored }: StoredCheckout, hash: string, now: Date) =>
  stored?.request === hash && now.getTime() - stored.at.getTime() < repeatWindow

async function createAccountAndTransfer(
  requestDeps: SubscriptionHandlerDeps,
  id: string,
  checkout: StoredCheckout,
  { first_name, last_name, email, requestHash }: AccountRequest,
) {
  const { firestore, paypal, accounts, now } = requestDeps
  if (!paypal) return refuseAccount(requestDeps, 'not set up')
  const deps = { firestore, paypal, now }
  const synced = await syncFromPayPal(deps, checkout, id, { by: 'reader' })
  if (paypal.wasUnapproved(id)) return refuse('not_approved')
  if (!synced.ok) return refuseAccount(requestDeps, synced.failure.kind)
  const subscription = synced.value.record?.subscription
  // Before a payment, no response depends on the address. A subscription that has since been cancelled at PayPal still
  // counts as paid for.
  const isPaid = subscription?.provider === id && subscription.state !== 'ended'
  if (!isPaid) return refuse('not_approved')
  const address = await hashParts('address', email.toLowerCase())
  if (!(await isWithinAccountLimit(requestDeps, id, address))) return refuse('too_many_requests')

  const uid = (await hashParts('account', id, address)).slice(0, 28)
  const displayName = `${first_name} ${last_name}`.trim()
  const created = await createUnusedAccount(accounts, { uid, email, displayName })
  if (!created.ok) {
    const { kind } = created.failure
    if (kind === 'invalid') return refuse('bad_request', invalidEmailMessage)
    return kind === 'exists' ? refuse('account_exists') : refuseAccount(requestDeps, kind)
  }
  const reader = readerSchema.parse({ first_name, last_name, email, createdAt: now() })
  const accountRequest = { request: requestHash, at: now() }
  const transferred = await transferCheckout(deps, id, { uid, created: { reader, accountRequest } })
  if (transferred.ok) {
    // The purchase's emails were waiting for an address.
    requestDeps.sendPendingEmails(checkout.uid)
    return logIn(requestDeps, uid, email)
  }
  return settleLostRace(requestDeps, id, { uid, email, requestHash }, transferred.failure.kind)
}

/** Gives simultaneous identical requests the same response. */
async function settleLostRace(
  deps: SubscriptionHandlerDeps,
  id: string,
  { uid, email, requestHash }: Record<'uid' | 'email' | 'requestHash', string>,
  reason: string,
) {
  if (reason === 'unavailable') return refuseAccount(deps, reason)
  const { firestore, now } = deps
  const found = await findCheckout(firestore, id)
  if (!found.ok || !found.value) return refuseAccount(deps, 'overtaken')
  if (isRepeatedRequest(found.value, requestHash, now())) return repeatLogIn(deps, id, uid, email)
  if (reason === 'exists') return refuse('account_exists')
  return found.value.isGuest ? refuseAccount(deps, reason) : refuse('not_found')
}

/**
 * Limits accounts per address and addresses per checkout, so that a buyer can't find out which addresses have accounts.
 */
async function isWithinAccountLimit({ env }: SubscriptionHandlerDeps, id: string, address: string) {
  return (
    (await countOne(env.JOIN_LIMIT, `account of ${id}`)) &&
    countOne(env.JOIN_LIMIT, `account ${address}`)
  )
}

/** `exists` if another account has the address, or the account has been used. */
async function createUnusedAccount(
  accounts: AuthAccounts,
  accountRequest: Parameters<AuthAccounts['create']>[0],
): Promise<Result<void, { readonly kind: string }>> {
  const created = await accounts.create(accountRequest)
  if (created.ok || created.failure.kind !== 'exists') return created
  const found = await accounts.find(accountRequest.uid)
  if (!found.ok) return found
  const isOurAccount = found.value?.email.toLowerCase() === accountRequest.email.toLowerCase()
  return isOurAccount && found.value && !hasBeenUsed(found.value) ? succeed(undefined) : created
}

async function repeatLogIn(deps: SubscriptionHandlerDeps, id: string, uid: string, email: string) {
  const address = await hashParts('address', email.toLowerCase())
  const isAllowed = await isWithinAccountLimit(deps, id, address)
  return isAllowed ? logIn(deps, uid, email) : refuse('too_many_requests')
}

/**
 * Logs the buyer in only until the address is verified: after that, the account belongs to the address's owner, who may
 * not be the payer. Also emails a sign-in link, which confirms the address.
 */
async function logIn(deps: SubscriptionHandlerDeps, uid: string, email: string) {
  const { firestore, tokens, now, setCookies } = deps
  const at = now()
  const loaded = await loadReader(firestore, uid, at)
  if (!loaded.ok) return refuseAccount(deps, loaded.failure.kind)
  if (!loaded.value) return refuse('not_found')
  const { entitlement, reader } = loaded.value
  const isClaimed =
    reader.email !== email || reader.emailVerified || reader.sessionsEndedAt !== null
  if (isClaimed || reader.deletionRequestedAt) return refuse('not_found')
  const isEmailSent = await sendSignInEmail(deps, email)
  // The session dates from the account's creation, so that the address owner's first login ends it.
  setCookies([createSessionCookie(await tokens.issueSession(uid, reader.createdAt, at))])
  await renewPass(deps, uid, entitlement, reader.role)
  setCookies([createTokenCookie('buyer', null)])
  return succeed({ ...toSubscriptionResponse(entitlement, true), isNew: true, isEmailSent })
}

/** Sends nothing above the limits. The reader is logged in anyway, and the page explains how to get another email. */
async function sendSignInEmail(
  { firestore, identity, now, log, request }: SubscriptionHandlerDeps,
  email: string,
): Promise<boolean> {
  const path = await findSignInEmailsPath(email)
  const counted = await countEmail(firestore, path, emailLimits.unverified, now())
  if (!counted.ok) log('sign_in_email_not_sent', { reason: counted.failure.kind })
  if (!counted.ok || !counted.value.isAllowed) return false
  const sent = await identity.sendSignInEmail(email, `${new URL(request.url).origin}/magic`)
  if (sent.ok) return true
  log('sign_in_email_not_sent', { reason: sent.failure.kind })
  await counted.value.takeBack()
  return false
}

const refuseAccount = (deps: SubscriptionHandlerDeps, reason: string) =>
  refusePurchase(deps, 'account_not_created', reason)
