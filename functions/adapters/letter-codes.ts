/**
 * The codes in letters of Firebase Auth, by which readers confirm an address. Facts: `accounts.update`
 * and `accounts.resetPassword`, which says what a code is for, in the Identity Toolkit's REST
 * reference. The same calls go to a stand-in's address.
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { refusalCode } from './identity.ts'

const purposes = {
  VERIFY_EMAIL: 'verify',
  VERIFY_AND_CHANGE_EMAIL: 'change',
  RECOVER_EMAIL: 'recover',
} as const

/** `other` is a code of another letter, such as one that sets a password: not for us to use. */
export type LetterPurpose = (typeof purposes)[keyof typeof purposes] | 'other'

/** What the code has made of an account. */
export type Confirmed = {
  readonly uid: string
  readonly email: string
  readonly emailVerified: boolean
}

export type LetterFailure =
  /** Used already, too old, or none of Firebase's. */
  { readonly kind: 'badCode' } | { readonly kind: 'unavailable'; readonly reason: string }

export type LetterCodes = {
  purposeOf(code: string): Promise<Result<LetterPurpose, LetterFailure>>
  /** A code is good once. */
  use(code: string): Promise<Result<Confirmed, LetterFailure>>
}

const purposeSchema = z.object({ requestType: z.string() })
const confirmedSchema = z.object({
  localId: z.string().min(1).max(128),
  email: z.string().max(320),
  emailVerified: z.boolean().default(false),
})
/** What Firebase says of a code that is none, or not any more; and of an address that went to another account. */
const codeErrors = new Set([
  'INVALID_OOB_CODE',
  'EXPIRED_OOB_CODE',
  'EMAIL_EXISTS',
  'USER_NOT_FOUND',
  'USER_DISABLED',
])

export function createLetterCodes(options: {
  readonly url: string
  readonly apiKey: string
  readonly timeout: number
}): LetterCodes {
  async function ask<Answer>(
    method: string,
    oobCode: string,
    schema: z.ZodType<Answer>,
  ): Promise<Result<Answer, LetterFailure>> {
    try {
      const response = await fetch(
        `${options.url}/v1/accounts:${method}?key=${encodeURIComponent(options.apiKey)}`,
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ oobCode }),
          signal: AbortSignal.timeout(options.timeout),
        },
      )
      const body: unknown = await response.json()
      if (!response.ok) {
        if (codeErrors.has(refusalCode(body))) return fail({ kind: 'badCode' })
        return fail({ kind: 'unavailable', reason: String(response.status) })
      }
      const answer = schema.safeParse(body)
      if (answer.success) return succeed(answer.data)
      return fail({ kind: 'unavailable', reason: 'not an answer of Firebase' })
    } catch (error) {
      return fail({ kind: 'unavailable', reason: error instanceof Error ? error.name : 'unknown' })
    }
  }

  return {
    async purposeOf(code) {
      const asked = await ask('resetPassword', code, purposeSchema)
      if (!asked.ok) return asked
      const { requestType } = asked.value
      return succeed(purposes[requestType as keyof typeof purposes] ?? 'other')
    },
    async use(code) {
      const used = await ask('update', code, confirmedSchema)
      if (!used.ok) return used
      const { localId, email, emailVerified } = used.value
      return succeed({ uid: localId, email, emailVerified })
    },
  }
}
