/**
 * Format: byte 0 is the version, byte 1 the key id, bytes 2 to 13 the nonce, then the ciphertext with its
 * 16-byte tag (gzip, then AES-256-GCM). HKDF derives the subkeys from one secret. The nonce is an
 * HMAC over the associated data (the slug) and the plaintext: an unchanged body keeps its bytes, and no
 * nonce is reused. A third subkey signs addresses of images (closed-file-address.ts).
 */
import type { Keyring } from './keyring.ts'

const formatVersion = 1
export const nonceBytes = 12
const headerBytes = 2 + nonceBytes
const textEncoder = new TextEncoder()

type Subkeys = {
  readonly encryption: CryptoKey
  readonly nonce: CryptoKey
  readonly imageSignature: CryptoKey
}
export type SealingKeys = {
  readonly current: number
  readonly subkeys: ReadonlyMap<number, Subkeys>
}

export type SubkeyPurpose = 'encryption' | 'nonce' | 'image signature'

export const getSubkeyInfo = (purpose: SubkeyPurpose) =>
  textEncoder.encode(`sealed body: ${purpose}`)

async function deriveSubkeys(secret: Uint8Array<ArrayBuffer>): Promise<Subkeys> {
  const root = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const derive = (
    purpose: SubkeyPurpose,
    algorithm: { name: string; length: number; hash?: string },
    usages: ('encrypt' | 'decrypt' | 'sign' | 'verify')[],
  ) => {
    const info = getSubkeyInfo(purpose)
    const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
    return crypto.subtle.deriveKey(derivation, root, algorithm, false, usages)
  }
  const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 }
  const [encryption, nonce, imageSignature] = await Promise.all([
    derive('encryption', { name: 'AES-GCM', length: 256 }, ['encrypt', 'decrypt']),
    derive('nonce', hmac, ['sign']),
    derive('image signature', hmac, ['sign', 'verify']),
  ])
  return { encryption, nonce, imageSignature }
}

export async function deriveSealingKeys(keyring: Keyring): Promise<SealingKeys> {
  const derived = [...keyring.secrets].map(
    async ([id, secret]) => [id, await deriveSubkeys(secret)] as const,
  )
  return { current: keyring.current, subkeys: new Map(await Promise.all(derived)) }
}

export function createAssociatedData(slug: string, keyId: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(textEncoder.encode(`${formatVersion} ${keyId} ${slug}\n`))
}

/** `ciphertext` ends with the tag. */
export function joinSealedBody(
  keyId: number,
  nonce: Uint8Array,
  ciphertext: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const sealed = new Uint8Array(headerBytes + ciphertext.length)
  sealed.set([formatVersion, keyId])
  sealed.set(nonce, headerBytes - nonceBytes)
  sealed.set(ciphertext, headerBytes)
  return sealed
}

/** Returns null if the bytes weren't encrypted for this slug. */
export async function decryptSealedBody(
  slug: string,
  sealed: Uint8Array<ArrayBuffer>,
  keys: SealingKeys,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const [version, keyId] = sealed
  const subkeys = keys.subkeys.get(keyId ?? -1)
  if (version !== formatVersion || !subkeys) return null
  try {
    const plaintext = await crypto.subtle.decrypt(
      {
        name: 'AES-GCM',
        iv: sealed.subarray(headerBytes - nonceBytes, headerBytes),
        additionalData: createAssociatedData(slug, keyId!),
      },
      subkeys.encryption,
      sealed.subarray(headerBytes),
    )
    return new Uint8Array(plaintext)
  } catch {
    // WebCrypto only reports that the tag doesn't match.
    return null
  }
}

/** Never served: see `run_worker_first`. `name` is an article's slug or an issue's name (`getIssueBodyName`). */
export function getSealedBodyPath(name: string): string {
  return `/sealed/${name}`
}

/** No article's slug contains a slash. */
export const getIssueBodyName = (slug: string) => `newsletter/${slug}`
