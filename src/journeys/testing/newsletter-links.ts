import { createHash } from 'node:crypto'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'
import { keyringSchema } from '../../contracts/signing/keyring.ts'
import {
  importSigningKeys,
  signToken,
  toUnixSeconds,
} from '../../contracts/signing/signed-token.ts'

const tokenTypes = {
  confirm: 'newsletterConfirmation',
  unsubscribe: 'unsubscribe',
  preferences: 'newsletterPreferences',
} as const

/** Creates a link as in an email to this address. A confirmation link belongs to a request at that time. */
export async function createNewsletterLink(
  kind: keyof typeof tokenTypes,
  email: string,
  issuedAt = new Date(),
): Promise<string> {
  const { SESSION_KEYS } = readRunningStack().workerVariables
  const keys = await importSigningKeys(keyringSchema.parse(SESSION_KEYS))
  const hash = createHash('sha256').update(email).digest('hex')
  const iat = toUnixSeconds(issuedAt)
  const sub = kind === 'confirm' ? `${hash}.${iat}` : hash
  return `/newsletter/${kind}/${await signToken(tokenTypes[kind], { sub, iat }, keys)}`
}
