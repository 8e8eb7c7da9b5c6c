/** The bot check for requests: each question to it costs, so all forms of a network share one ceiling. */
import { fail } from '../../src/domain/result.ts'
import type { BotCheck } from '../adapters/recaptcha.ts'
import { parseCallerNetwork } from './caller-network.ts'

/** The part of Cloudflare's binding that is used. */
type Limit = { limit(call: { readonly key: string }): Promise<{ readonly success: boolean }> }

/** Above the ceiling, the check is `unavailable`: forms say that they can be sent again in a minute. */
export const limitBotCheck = (botCheck: BotCheck, ceiling: Limit, request: Request): BotCheck => ({
  async verify(token, expected) {
    const network = parseCallerNetwork(request.headers.get('CF-Connecting-IP') ?? '')
    // Without a token, nobody is asked.
    if (token && !(await ceiling.limit({ key: `bot check ${network}` })).success)
      return fail({ kind: 'unavailable', reason: 'too many checks for one network' })
    return botCheck.verify(token, expected)
  },
})
