import { z } from 'zod'

/** Secrets with their ids, so that a new one can take over while old ones still open what they made. */
export type Keyring = {
  /** The key that makes new things. */
  readonly current: number
  readonly secrets: ReadonlyMap<number, Uint8Array<ArrayBuffer>>
}

const entryPattern = /^(\d{1,3}):([A-Za-z0-9+/_-]{43,}=?)$/

function decodeSecret(encoded: string): Uint8Array<ArrayBuffer> {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/**
 * A keyring as it stands in the environment: `2:secret,1:secret`, the current key first, ids from 0
 * to 255, secrets of at least 32 bytes in base64.
 */
export const keyringSchema = z.string().transform((value, context): Keyring => {
  const secrets = new Map<number, Uint8Array<ArrayBuffer>>()
  for (const entry of value.split(',')) {
    const match = entryPattern.exec(entry.trim())
    const id = Number(match?.[1])
    if (!match || id > 255 || secrets.has(id)) {
      // Never quotes the entry: it is a secret.
      context.addIssue('must be id:secret pairs, comma-separated, 32 bytes of base64 each')
      return z.NEVER
    }
    secrets.set(id, decodeSecret(match[2]!))
  }
  return { current: secrets.keys().next().value!, secrets }
})
