import type { Keyring } from '../../src/contracts/signing/keyring.ts'
import { isSameSecret } from '../platform/http/is-same-secret.ts'

const scheme = 'Bearer '

const normalise = (base64: string) =>
  base64.replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')

/** Returns whether the caller sends one of the base64 secrets that follow the colons in HEALTH_KEYS. */
export async function hasHealthSecret(
  { headers }: Pick<Request, 'headers'>,
  keyring: Keyring | null,
): Promise<boolean> {
  const authorization = headers.get('Authorization')
  if (!keyring || !authorization?.startsWith(scheme)) return false
  const given = normalise(authorization.slice(scheme.length))
  const comparisons = [...keyring.secrets.values()].map((secret) =>
    isSameSecret(given, normalise(btoa(String.fromCharCode(...secret)))),
  )
  return (await Promise.all(comparisons)).includes(true)
}
