import { z } from 'zod'
import type { BotCheckAction } from '../../../src/contracts/settings/bot-check-config.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { callService } from './call-service.ts'

type BotCheckFailure =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Verifies a token, which is valid once, for two minutes. */
export type BotCheck = {
  verify(
    token: string | undefined,
    expected: { readonly action: BotCheckAction; readonly hostname: string },
  ): Promise<Result<void, BotCheckFailure>>
}

const responseSchema = z.union([
  z.object({
    success: z.literal(true),
    score: z.number(),
    action: z.string(),
    hostname: z.string(),
  }),
  z.object({ success: z.literal(false), 'error-codes': z.array(z.string()).default([]) }),
])

/** A score from 0.0 (a bot) to 1.0 (a person). Google recommends starting with this value. */
const minScore = 0.5

/** Google's errors for an invalid token. Any other error is our mistake. */
const tokenErrorCodes = new Set([
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
])

/** Sends no IP address. Source: "Verifying the user's response" in Google's reCAPTCHA documentation. */
export function createBotCheck(options: {
  readonly url: string
  readonly secret: string
  /** In milliseconds. */
  readonly timeout: number
}): BotCheck {
  return {
    async verify(token, { action, hostname }) {
      if (!token) return fail({ kind: 'refused', reason: 'no token' })
      const called = await callService(() => {
        const body = new URLSearchParams({ secret: options.secret, response: token })
        return new Request(`${options.url}/recaptcha/api/siteverify`, { method: 'POST', body })
      }, options.timeout)
      if (!called.ok) return fail({ kind: 'unavailable', reason: called.failure })
      const parsed = responseSchema.safeParse(called.value.body)
      if (!parsed.success) return fail({ kind: 'unavailable', reason: 'not a reCAPTCHA response' })
      const verdict = parsed.data
      if (!verdict.success) {
        const codes = verdict['error-codes']
        const isTokenError = codes.length > 0 && codes.every((code) => tokenErrorCodes.has(code))
        return fail({ kind: isTokenError ? 'refused' : 'unavailable', reason: codes.join(' ') })
      }
      if (verdict.hostname !== hostname)
        return fail({ kind: 'refused', reason: 'another hostname' })
      if (verdict.action !== action) return fail({ kind: 'refused', reason: 'another action' })
      if (verdict.score < minScore)
        return fail({ kind: 'refused', reason: `score ${verdict.score}` })
      return succeed(undefined)
    },
  }
}
