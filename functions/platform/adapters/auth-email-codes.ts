/** Source: `accounts.update` and `accounts.resetPassword` in the Identity Toolkit's REST reference. */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { type AuthFailure, type AuthKeyOptions, callAuth, connectByKey } from './auth-rest.ts'

const purposes = {
  VERIFY_EMAIL: 'verify',
  VERIFY_AND_CHANGE_EMAIL: 'change',
  RECOVER_EMAIL: 'recover',
} as const

/** `other`: a code from a different kind of email, such as one that sets a password. */
type AuthEmailPurpose = (typeof purposes)[keyof typeof purposes] | 'other'

type ConfirmedAccount = {
  readonly uid: string
  readonly email: string
  readonly emailVerified: boolean
}

export type AuthEmailCodeFailure =
  /** `badCode`: the code was used, has expired or is malformed. */
  { readonly kind: 'badCode' } | AuthFailure

export type AuthEmailCodes = {
  findPurpose(code: string): Promise<Result<AuthEmailPurpose, AuthEmailCodeFailure>>
  /** Uses a code, which works once. */
  use(code: string): Promise<Result<ConfirmedAccount, AuthEmailCodeFailure>>
}

const purposeSchema = z.object({ requestType: z.string() })
const confirmedAccountSchema = z.object({
  localId: z.string().min(1).max(128),
  email: z.string().max(320),
  emailVerified: z.boolean().default(false),
})
/** Firebase's errors for an invalid code, and for an address that another account has taken since. */
const codeErrors = new Set<string | undefined>([
  'INVALID_OOB_CODE',
  'EXPIRED_OOB_CODE',
  'EMAIL_EXISTS',
  'USER_NOT_FOUND',
  'USER_DISABLED',
])

export function createAuthEmailCodes(options: AuthKeyOptions): AuthEmailCodes {
  async function request<Answer>(
    method: string,
    oobCode: string,
    schema: z.ZodType<Answer>,
  ): Promise<Result<Answer, AuthEmailCodeFailure>> {
    const answer = await callAuth(connectByKey(options, method), { oobCode }, schema)
    if (answer.ok || !codeErrors.has(answer.failure.code)) return answer
    return fail({ kind: 'badCode' })
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
