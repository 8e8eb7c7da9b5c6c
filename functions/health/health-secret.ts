import type { Keyring } from '../../src/contracts/keyring.ts'

const scheme = 'Bearer '

const hash = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

/** Takes equally long wherever the two differ. */
function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at++) difference |= one[at]! ^ (other[at] ?? 0)
  return difference === 0
}

/** Whether the caller has one of the secrets, in base64 as HEALTH_KEYS has them after each colon. */
export async function hasHealthSecret(
  { headers }: Pick<Request, 'headers'>,
  keyring: Keyring | null,
): Promise<boolean> {
  const authorization = headers.get('Authorization')
  if (!keyring || !authorization?.startsWith(scheme)) return false
  const given = authorization.slice(scheme.length).replace(/=+$/, '').replaceAll('+', '-')
  // Compared as hashes, which are equally long whatever the caller sends.
  const givenHash = await hash(given.replaceAll('/', '_'))
  let isKnown = false
  for (const secret of keyring.secrets.values()) {
    const text = btoa(String.fromCharCode(...secret)).replace(/=+$/, '')
    const base64url = text.replaceAll('+', '-').replaceAll('/', '_')
    if (areEqual(givenHash, await hash(base64url))) isKnown = true
  }
  return isKnown
}
