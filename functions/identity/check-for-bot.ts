/** The bot check. Logged-in readers don't need it to buy or to send student emails. */
import { botCheckActions } from '../../src/contracts/settings/bot-check-config.ts'
import { succeed } from '../../src/domain/result.ts'
import type { BotCheck } from '../platform/adapters/recaptcha.ts'
import type { Deps } from './edge-context.ts'
import { refuse, refuseUnavailable } from './handler.ts'

/** Each refusal states what hasn't been done, and suggests a next step. */
const statements = {
  checkout: 'You haven’t been charged.',
  student: 'We haven’t sent an email.',
  report: 'We haven’t sent your report.',
} as const

const remedies = {
  checkout: ', or log in first,',
  student: ', or log in first,',
  report: '',
} as const

/** Refuses a caller who may be a bot. */
export async function checkForBot(
  deps: Pick<Deps, 'request' | 'log'> & { readonly botCheck: BotCheck | null },
  token: string | undefined,
  action: keyof typeof statements,
) {
  const verification = await deps.botCheck?.verify(token, {
    action: botCheckActions[action],
    hostname: new URL(deps.request.url).hostname,
  })
  if (!verification || verification.ok) return succeed(undefined)
  const { kind, reason } = verification.failure
  deps.log('bot_check_failed', { kind, reason })
  const message = `We couldn’t confirm that you’re a person. ${statements[action]}`
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
    `${message} Turn off any content blocker for this page${remedies[action]} and try again.`,
  )
}
