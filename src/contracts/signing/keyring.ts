import { z } from 'zod'

/** A current secret, which signs and encrypts, and earlier ones, which still verify and decrypt. */
export type Keyring = {
  readonly current: number
  readonly secrets: ReadonlyMap<number, Uint8Array<ArrayBuffer>>
}

const entryPattern = /^(\d{1,3}):([A-Za-z0-9+/_-]{43,}=?)$/

function decodeSecret(encoded: string): Uint8Array<ArrayBuffer> {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/**
 * `2:secret,1:secret`: the current key is first, ids are from 0 to 255, and secrets have at least 32 bytes in base64.
 */
export const keyringSchema = z.string().transform((value, context): Keyring => {
  const secrets = new Map<number, Uint8Array<ArrayBuffer>>()
  for (const entry of value.split(',')) {
    const match = entryPattern.exec(entry.trim())
    const id = Number(match?.[1])
    if (!match || id > 255 || secrets.has(id)) {
      // The message never contains the entry, which is secret.
      context.addIssue(
        'must be comma-separated id:secret pairs, with different ids from 0 to 255 and secrets of ' +
          'at least 32 bytes in base64',
      )
      return z.NEVER
    }
    secrets.set(id, decodeSecret(match[2]!))
  }
  return { current: secrets.keys().next().value!, secrets }
})
