/** Personal access keys, which a staff member's command line sends instead of a session cookie. */
import { z } from 'zod'
import { isName, normalizeName } from '../name-and-email.ts'
import { codeLetters, createRandomLetters } from '../random-letters.ts'
import { type Clearance, clearanceTimes } from './staff.ts'

export const maxAccessKeys = 10

const maxKeyNameLength = 60

/** The key's name, chosen by its owner, such as the name of a computer. */
export const keyNameSchema = z
  .string()
  .max(1000)
  .transform(normalizeName)
  .refine((name) => name !== '' && name.length <= maxKeyNameLength && isName(name))

const accessKeySchema = z.object({
  /** SHA-256 of the secret in hex. */
  hash: z.hash('sha256'),
  name: z.string(),
  createdAt: z.date(),
  /** A day in UTC, so that all calls of a day cost only one write. */
  lastUsedOn: z.iso.date().nullable(),
  openUntil: z.object({ readers: z.date().nullable(), control: z.date().nullable() }),
})
export type AccessKey = z.infer<typeof accessKeySchema>

export const getAccessKeysPath = (uid: string) => `accessKeys/${uid}`

export const accessKeysSchema = z.object({ keys: z.array(accessKeySchema).default([]) })

/** Identifies a key to its owner, in addresses and in the record of acts. */
export const getKeyId = ({ hash }: Pick<AccessKey, 'hash'>) => hash.slice(0, 16)

export const keyIdPattern = /^[0-9a-f]{16}$/

const prefix = 'desk_'

/** The length in letters, for 152 random bits. */
const secretLength = 32

/** Firestore reserves ids that begin with two underscores. */
const uidPattern = /^[A-Za-z0-9][\w-]{0,127}$/

/** The key contains the uid, which is part of the path where it's stored, so finding it needs no query. */
export function createAccessKey(uid: string, getRandomBytes: () => Uint8Array) {
  const secret = createRandomLetters(secretLength, getRandomBytes)
  return { text: `${prefix}${uid}_${secret}`, secret }
}

/** Returns null if the text isn't a key that we could have created. */
export function parseAccessKey(text: string): { uid: string; secret: string } | null {
  const end = text.length - secretLength
  const [uid, secret] = [text.slice(prefix.length, end - 1), text.slice(end)]
  const isKey =
    text.startsWith(prefix) &&
    text[end - 1] === '_' &&
    uidPattern.test(uid) &&
    [...secret].every((letter) => codeLetters.includes(letter))
  return isKey ? { uid, secret } : null
}

/**
 * Grants a key a clearance after a recent sign-in in a browser. Clearance for money, roles and keys includes readers'
 * data.
 */
export function openKey(key: AccessKey, clearance: Clearance, now: Date): AccessKey {
  const { openUntil } = key
  const until = new Date(now.getTime() + clearanceTimes[clearance])
  const readers = openUntil.readers && openUntil.readers > until ? openUntil.readers : until
  return {
    ...key,
    openUntil: { readers, control: clearance === 'control' ? until : openUntil.control },
  }
}
