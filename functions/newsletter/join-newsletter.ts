import { invalidEmailMessage } from '../../src/contracts/endpoints/reader-messages.ts'
import { botCheckActions } from '../../src/contracts/settings/bot-check-config.ts'
import { getProvenAddress } from '../../src/domain/proven-address.ts'
import { succeed } from '../../src/domain/result.ts'
import { site } from '../../src/publication/identity.ts'
import { countSignUp } from '../email/count-email.ts'
import { isUnverifiedWithinLimit } from '../identity/caller-limits.ts'
import { type Handler, refuse, refuseUnavailable } from '../identity/handler.ts'
import { hashInbox } from '../identity/inbox.ts'
import { readAttribution } from '../statistics/records/read-attribution.ts'
import { turnWeeklyOn } from './account-list-entry.ts'
import { createConsent } from './consent.ts'
import type { NewsletterDeps } from './newsletter-deps.ts'
import { requestWeekly } from './request-weekly.ts'

const contactHint = `or write to ${site.newsletterEmail} and we’ll add you.`

const messages = {
  invalidAddress: invalidEmailMessage,
  bot: `We couldn’t confirm that you’re a person. Try again, ${contactHint}`,
  botCheckUnavailable: `We can’t sign anyone up right now. Try again in a few minutes, ${contactHint}`,
  notStored: 'We couldn’t sign you up. Try again in a minute.',
  tooManyToday: `We’ve had too many sign-ups from your network or email provider today. Try again tomorrow, ${contactHint}`,
}

/**
 * Returns whether a bot check was passed. A few calls without one are accepted, because The Weekly needs the owner's
 * confirmation anyway.
 */
async function checkSender(deps: NewsletterDeps, email: string, token: string | undefined) {
  const { botCheck, request } = deps
  if (!botCheck || token === undefined)
    return (await isUnverifiedWithinLimit(deps, await hashInbox(email)))
      ? succeed(false)
      : refuse('too_many_requests')
  const verification = await botCheck.verify(token, {
    action: botCheckActions.joinNewsletter,
    hostname: new URL(request.url).hostname,
  })
  if (verification.ok) return succeed(true)
  const { kind, reason } = verification.failure
  if (kind === 'unavailable') {
    return refuseUnavailable(
      deps,
      'bot_check_failed',
      { kind, reason },
      messages.botCheckUnavailable,
    )
  }
  deps.log('bot_check_failed', { kind, reason })
  return refuse('bot_check_failed', messages.bot)
}

export const joinNewsletter: Handler<'POST /api/join-newsletter', NewsletterDeps> = {
  describeInvalid: ({ issues }) =>
    issues.every(({ path }) => path[0] === 'email') ? messages.invalidAddress : undefined,
  async handle({ email, source, botCheck, visit }, caller, deps) {
    const checked = await checkSender(deps, email, botCheck)
    if (!checked.ok) return checked
    const consent = createConsent(deps, deps.now())
    const attribution = readAttribution(deps.request, visit)
    const isConfirmed = caller !== null && getProvenAddress(caller.reader) === email
    const refuseStorage = (kind: string) =>
      refuseUnavailable(deps, 'join_failed', { kind }, messages.notStored)
    if (!isConfirmed) {
      const signUp = { email, isChecked: checked.value }
      const counted = await countSignUp(deps.firestore, signUp, consent)
      if (!counted.ok) return refuseStorage(counted.failure.kind)
      if (!counted.value) return refuse('too_many_requests', messages.tooManyToday)
    }
    const joined = isConfirmed
      ? await turnWeeklyOn(
          deps.firestore,
          { uid: caller.uid, ...caller.reader },
          consent,
          attribution,
        )
      : await requestWeekly(deps, { email, source, uid: null, attribution, ...consent })
    if (!joined.ok) return refuseStorage(joined.failure.kind)
    return succeed({ joined: true, ...(isConfirmed ? { isConfirmed } : {}) })
  },
}
