import { z } from 'zod'
import type { BotCheckAction } from '../../src/contracts/bot-check.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'

export type BotCheckFailure =
  /** No token, a bad or used one, one for something else, or one that looks like a machine's. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nobody could judge it: try again later. */
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Judges the tokens of the invisible bot check. A token is good once and for two minutes. */
export type BotCheck = {
  verify(
    token: string | undefined,
    expected: { readonly action: BotCheckAction; readonly hostname: string },
  ): Promise<Result<void, BotCheckFailure>>
}

const answerSchema = z.union([
  z.object({
    success: z.literal(true),
    score: z.number(),
    action: z.string(),
    hostname: z.string(),
  }),
  z.object({ success: z.literal(false), 'error-codes': z.array(z.string()).default([]) }),
])

/** 1.0 is very likely a person, 0.0 very likely a machine; Google's own advice to begin with. */
const leastScore = 0.5

/** What Google says of the token; any other code is a mistake of ours, not the reader's. */
const tokenCodes = new Set([
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
])

/**
 * Asks reCAPTCHA's `siteverify`. The reader's address is not sent along: Google's script has seen it.
 * Whatever is not plainly a pass fails. Facts: "Verifying the user's response" in Google's
 * documentation.
 */
export function createBotCheck(options: {
  readonly url: string
  readonly secret: string
  /** Milliseconds. */
  readonly timeout: number
}): BotCheck {
  return {
    async verify(token, { action, hostname }) {
      if (!token) return fail({ kind: 'refused', reason: 'no token' })
      let body: unknown
      try {
        const response = await fetch(`${options.url}/recaptcha/api/siteverify`, {
          method: 'POST',
          body: new URLSearchParams({ secret: options.secret, response: token }),
          signal: AbortSignal.timeout(options.timeout),
        })
        body = await response.json()
      } catch (error) {
        return fail({
          kind: 'unavailable',
          reason: error instanceof Error ? error.name : 'unknown',
        })
      }
      const parsed = answerSchema.safeParse(body)
      if (!parsed.success)
        return fail({ kind: 'unavailable', reason: 'not an answer of reCAPTCHA' })
      const answer = parsed.data
      if (!answer.success) {
        const codes = answer['error-codes']
        const isOfToken = codes.length > 0 && codes.every((code) => tokenCodes.has(code))
        return fail({ kind: isOfToken ? 'refused' : 'unavailable', reason: codes.join(' ') })
      }
      if (answer.hostname !== hostname) return fail({ kind: 'refused', reason: 'another hostname' })
      if (answer.action !== action) return fail({ kind: 'refused', reason: 'another action' })
      if (answer.score < leastScore)
        return fail({ kind: 'refused', reason: `score ${answer.score}` })
      return succeed(undefined)
    },
  }
}
