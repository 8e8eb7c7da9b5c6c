/**
 * POST /api/checkout/{id}/account: contracts/checkout.ts says what it takes and answers. The account has
 * the uid under which the guest has bought, so what they have paid for is theirs already. Called again,
 * because an answer was lost, it finds what it made and opens the session.
 */
import { checkoutAccountSchema } from '../../src/contracts/checkout.ts'
import type { SessionResponse } from '../../src/contracts/session.ts'
import { type Reader, readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  markCookieLine,
  passCookieLines,
  readMarkCookie,
  sessionCookieLine,
  withCookies,
} from '../account/cookies.ts'
import { loadReader } from '../account/reader.ts'
import { subscriptionResponse } from '../account/session.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { checkoutPath, findCheckout, type StoredCheckout } from './look.ts'

type Wanted = Pick<Reader, 'first_name' | 'last_name' | 'email'>

/** Milliseconds after which a lost answer is nobody's any more: there are letters to log in by. */
const lostAnswer = 60 * 60 * 1000

export async function makeCheckoutAccount(context: EdgeContext): Promise<Response> {
  const { firestore, identity, tokens, now, log } = context.var.services
  const request = checkoutAccountSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const id = context.req.param('id') ?? ''
  const found = await findCheckout(firestore, id)
  if (!found.ok) return unavailable(context, found.failure.kind)
  const checkout = found.value
  const buyer = await tokens.readMark('buyer', readMarkCookie(context, 'buyer'), now())
  if (!checkout || checkout.uid !== buyer) return errorResponse('not_found')

  const made = checkout.isGuest
    ? await makeAccount(context, id, checkout, request.data)
    : await findMade(context, checkout, request.data)
  if (!made.ok) {
    if (made.failure === 'exists') return errorResponse('account_exists')
    if (made.failure === 'none') return errorResponse('not_found')
    return unavailable(context, made.failure)
  }

  const { uid } = checkout
  const at = now()
  const loaded = await loadReader(firestore, uid, at)
  if (!loaded.ok || !loaded.value) return unavailable(context, 'not loaded')
  // Again where it is called again: the answer may have been lost before the letter was asked for.
  const asked = await identity.sendSignInLetter(request.data.email, letterAddress(context))
  // They are logged in, and may ask for another.
  if (!asked.ok) log('letter_not_asked_for', { reason: asked.failure.kind })
  const { standing } = loaded.value
  const body: SessionResponse = { ...subscriptionResponse(standing, true), isNew: true }
  return withCookies(context.json(body), [
    sessionCookieLine(await tokens.issueSession(uid, at, at)),
    ...passCookieLines(await tokens.issuePass(uid, standing, at), standing),
    markCookieLine('buyer', null),
  ])
}

const letterAddress = (context: EdgeContext) => `${new URL(context.req.url).origin}/magic`

type NotMade = 'exists' | 'none' | 'unavailable'

/** First with the sign-in service, then here: what dies between the two is found by the next call. */
async function makeAccount(
  context: EdgeContext,
  id: string,
  { updateTime, ...checkout }: StoredCheckout,
  wanted: Wanted,
): Promise<Result<void, NotMade>> {
  const { accounts, firestore, now } = context.var.services
  const { uid } = checkout
  const displayName = `${wanted.first_name} ${wanted.last_name}`.trim()
  const created = await accounts.create({ uid, email: wanted.email, displayName })
  if (!created.ok) return fail(created.failure.kind)
  const reader = readerSchema.parse({ ...wanted, createdAt: now() })
  const stored = await firestore.commit([
    { set: `users/${uid}`, fields: reader, ifExists: false },
    { set: checkoutPath(id), fields: { ...checkout, isGuest: false }, ifUpdatedAt: updateTime },
  ])
  // Somebody was first: the same request, made twice, or a claim.
  if (!stored.ok && stored.failure.kind === 'conflict') {
    const found = await findCheckout(firestore, id)
    if (!found.ok || !found.value) return fail('unavailable')
    return found.value.uid === uid ? findMade(context, found.value, wanted) : fail('none')
  }
  return stored.ok ? succeed(undefined) : fail('unavailable')
}

/** Made a moment ago by the same hands, of the same words. */
async function findMade(
  context: EdgeContext,
  { uid }: StoredCheckout,
  wanted: Wanted,
): Promise<Result<void, NotMade>> {
  const { firestore, now } = context.var.services
  const stored = await firestore.get(`users/${uid}`)
  if (!stored.ok) return fail('unavailable')
  const reader = readerSchema.safeParse(stored.value?.fields)
  if (!reader.success || reader.data.leavingAt) return fail('none')
  const { email, emailVerified, createdAt } = reader.data
  const isOwn =
    email === wanted.email && !emailVerified && now().getTime() - createdAt.getTime() < lostAnswer
  return isOwn ? succeed(undefined) : fail('none')
}

function unavailable(context: EdgeContext, reason: string): Response {
  context.var.services.log('account_not_made', { reason })
  const message = 'That did not work. What you have paid for is kept: please try again in a minute.'
  return errorResponse('unavailable', { message })
}
