/** The bot check of guests. Readers who are logged in need none. */
import { type BotCheckAction, botCheckActions } from '../../src/contracts/bot-check-config.ts'
import { succeed } from '../../src/domain/result.ts'
import type { Deps } from '../http/edge-context.ts'
import { refuse, refuseUnavailable } from '../http/handler.ts'

/** `state`: a sentence that says what hasn't happened. */
async function checkForBot(
  deps: Deps,
  token: string | undefined,
  { action, state }: { readonly action: BotCheckAction; readonly state: string },
) {
  const verification = await deps.botCheck?.verify(token, {
    action,
    hostname: new URL(deps.request.url).hostname,
  })
  if (!verification || verification.ok) return succeed(undefined)
  const { kind, reason } = verification.failure
  deps.log('bot_check_failed', { kind, reason })
  const message = `We couldn’t check that you’re a person. ${state}`
  if (kind === 'unavailable') {
    return refuseUnavailable(
      deps,
      'bot_check_unavailable',
      { reason },
      `${message} Try again in a minute.`,
    )
  }
  return refuse(
    'bot_check_failed',
    `${message} Turn off any blocker for this page, or log in first, and try again.`,
  )
}

export const checkCheckoutForBot = (deps: Deps, token: string | undefined) =>
  checkForBot(deps, token, {
    action: botCheckActions.checkout,
    state: 'You haven’t been charged.',
  })

export const checkStudentForBot = (deps: Deps, token: string | undefined) =>
  checkForBot(deps, token, {
    action: botCheckActions.student,
    state: 'We haven’t sent an email.',
  })
