/** The bot check for requests. Each check costs money, so a network's forms share limits. */
import {
  type BotCheckAction,
  botCheckActions,
} from '../../../src/contracts/settings/bot-check-config.ts'
import { fail } from '../../../src/domain/result.ts'
import type { BotCheck } from '../adapters/recaptcha.ts'
import { isNetworkWithinLimit } from './caller-network.ts'
import type { NetworkLimit } from './rate-limits.ts'

/** Purchases and forms count separately, so that forms can't prevent others on the network from buying or reading. */
export const botCheckCeilings = {
  [botCheckActions.checkout]: { counter: 'purchases', binding: 'SIGN_IN_NETWORK_LIMIT' },
  [botCheckActions.unlock]: { counter: 'unlocks', binding: 'SIGN_IN_NETWORK_LIMIT' },
  [botCheckActions.joinNewsletter]: { counter: 'forms', binding: 'JOIN_NETWORK_LIMIT' },
  [botCheckActions.student]: { counter: 'forms', binding: 'JOIN_NETWORK_LIMIT' },
  [botCheckActions.report]: { counter: 'forms', binding: 'JOIN_NETWORK_LIMIT' },
} as const satisfies Record<BotCheckAction, object>

type Caller = {
  readonly request: Request
  readonly env: Readonly<Record<(typeof botCheckCeilings)[BotCheckAction]['binding'], NetworkLimit>>
}

/** Above the limit, the check is `unavailable`, and forms ask the reader to try again in a minute. */
export const limitBotCheck = (botCheck: BotCheck, caller: Caller): BotCheck => ({
  async verify(token, expected) {
    const { counter, binding } = botCheckCeilings[expected.action]
    // Without a token, reCAPTCHA isn't called.
    if (token && !(await isNetworkWithinLimit(caller, binding, `bot check ${counter}`)))
      return fail({ kind: 'unavailable', reason: 'too many checks for one network' })
    return botCheck.verify(token, expected)
  },
})
