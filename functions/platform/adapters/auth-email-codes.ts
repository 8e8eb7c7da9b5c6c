/** Source: `accounts.update` and `accounts.resetPassword` in the Identity Toolkit's REST reference. */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { getErrorName } from '../error-name.ts'
import { parseErrorCode } from './auth-identity.ts'

const purposes = {
  VERIFY_EMAIL: 'verify',
  VERIFY_AND_CHANGE_EMAIL: 'change',
  RECOVER_EMAIL: 'recover',
} as const

/** `other`: the code of another email, such as one that sets a password. */
type AuthEmailPurpose = (typeof purposes)[keyof typeof purposes] | 'other'

type ConfirmedAccount = {
  readonly uid: string
  readonly email: string
  readonly emailVerified: boolean
}

export type AuthEmailCodeFailure =
  /** Used, expired or malformed. */
  { readonly kind: 'badCode' } | { readonly kind: 'unavailable'; readonly reason: string }

export type AuthEmailCodes = {
  findPurpose(code: string): Promise<Result<AuthEmailPurpose, AuthEmailCodeFailure>>
  /** A code works once. */
  use(code: string): Promise<Result<ConfirmedAccount, AuthEmailCodeFailure>>
}

const purposeSchema = z.object({ requestType: z.string() })
const confirmedAccountSchema = z.object({
  localId: z.string().min(1).max(128),
  email: z.string().max(320),
  emailVerified: z.boolean().default(false),
})
/** Firebase's errors for an invalid code, and for an address that another account has by now. */
const codeErrors = new Set([
  'INVALID_OOB_CODE',
  'EXPIRED_OOB_CODE',
  'EMAIL_EXISTS',
  'USER_NOT_FOUND',
  'USER_DISABLED',
])

export function createAuthEmailCodes(options: {
  readonly url: string
  readonly apiKey: string
  readonly timeout: number
}): AuthEmailCodes {
  async function request<Answer>(
    method: string,
    oobCode: string,
    schema: z.ZodType<Answer>,
  ): Promise<Result<Answer, AuthEmailCodeFailure>> {
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
        if (codeErrors.has(parseErrorCode(body))) return fail({ kind: 'badCode' })
        return fail({ kind: 'unavailable', reason: String(response.status) })
      }
      const parsed = schema.safeParse(body)
      if (parsed.success) return succeed(parsed.data)
      return fail({ kind: 'unavailable', reason: 'not an answer of Firebase' })
    } catch (error) {
      return fail({ kind: 'unavailable', reason: getErrorName(error) })
    }
  }

  return {
    async findPurpose(code) {
      const result = await request('resetPassword', code, purposeSchema)
      if (!result.ok) return result
      const { requestType } = result.value
      return succeed(purposes[requestType as keyof typeof purposes] ?? 'other')
    },
    async use(code) {
      const used = await request('update', code, confirmedAccountSchema)
      if (!used.ok) return used
      const { localId, email, emailVerified } = used.value
      return succeed({ uid: localId, email, emailVerified })
    },
  }
}
