import { encodeHex } from '../../src/contracts/signing/desk-signature.ts'

/** Returns SHA-256 in hex. The hash is as hard to guess as the least guessable part. */
export async function hashParts(...parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(parts.join(' '))
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return encodeHex(digest)
}
