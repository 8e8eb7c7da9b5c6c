/**
 * The encrypted file that lets a run continue after an interruption. Must never be written unencrypted. AES-256-GCM
 * with a key that scrypt derives from a passphrase; each write has a new random nonce.
 */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { CommandError } from '../../../shared/command-error.ts'

/** 128 MiB and about half a second per guess. Source: OWASP's "Password Storage Cheat Sheet". */
const scryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 }
const magic = Buffer.from('setup-recovery-1')
const lengths = { salt: 16, nonce: 12, tag: 16 }

export const shortestPassphrase = 12

export type RecoveryKey = { readonly salt: Buffer; readonly key: Buffer }

/** `file` is the existing one, whose salt is used again. */
export function deriveRecoveryKey(passphrase: string, file: Buffer | null): RecoveryKey {
  const salt = file
    ? file.subarray(magic.length, magic.length + lengths.salt)
    : randomBytes(lengths.salt)
  return { salt, key: scryptSync(passphrase.normalize('NFKC'), salt, 32, scryptOptions) }
}

export function encryptRecovery(values: unknown, { salt, key }: RecoveryKey): Buffer {
  const nonce = randomBytes(lengths.nonce)
  const head = Buffer.concat([magic, salt])
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(head)
  const text = Buffer.concat([cipher.update(JSON.stringify(values), 'utf8'), cipher.final()])
  return Buffer.concat([head, nonce, cipher.getAuthTag(), text])
}

export function decryptRecovery(file: Buffer, { key }: RecoveryKey): unknown {
  const headLength = magic.length + lengths.salt
  const tagStart = headLength + lengths.nonce
  const textStart = tagStart + lengths.tag
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, file.subarray(headLength, tagStart))
    decipher.setAAD(file.subarray(0, headLength)).setAuthTag(file.subarray(tagStart, textStart))
    const text = Buffer.concat([decipher.update(file.subarray(textStart)), decipher.final()])
    return JSON.parse(text.toString('utf8'))
  } catch {
    throw new CommandError(
      'The recovery file can’t be decrypted: the passphrase is wrong, or the file is damaged. ' +
        'Run the same command again with the right passphrase, or restore the file from a backup.',
    )
  }
}
