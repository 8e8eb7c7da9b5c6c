import { botCheckActions } from '../../src/contracts/bot-check-config.ts'
import { succeed } from '../../src/domain/result.ts'
import type { Deps } from '../http/edge-context.ts'
import { refuse, refuseUnavailable } from '../http/handler.ts'

/** Of a guest who buys. */
export async function checkCheckoutForBot(deps: Deps, token: string | undefined) {
  const verification = await deps.botCheck?.verify(token, {
    action: botCheckActions.checkout,
    hostname: new URL(deps.request.url).hostname,
  })
  if (!verification || verification.ok) return succeed(undefined)
  const { kind, reason } = verification.failure
  deps.log('bot_check_failed', { kind, reason })
  if (kind === 'unavailable') {
    return refuseUnavailable(
      deps,
      'bot_check_unavailable',
      { reason },
      'We couldn’t check that you’re a person. You haven’t been charged. Try again in a minute.',
    )
  }
  return refuse(
    'bot_check_failed',
    'We couldn’t check that you’re a person. You haven’t been charged. Turn off any blocker for ' +
      'this page, or log in first, and try again.',
  )
}
