/** Personal access keys: what the command line of one member of staff sends in place of a session. */
import { z } from 'zod'
import { isName, normalizeName } from '../name-and-email.ts'
import { codeLetters, createRandomLetters } from '../random-letters.ts'
import { type Clearance, clearanceTimes } from './staff.ts'

export const maxAccessKeys = 10

const maxKeyNameLength = 60

/** The key's name, which its owner chooses, such as that of a computer. */
export const keyNameSchema = z
  .string()
  .max(1000)
  .transform(normalizeName)
  .refine((name) => name !== '' && name.length <= maxKeyNameLength && isName(name))

const accessKeySchema = z.object({
  /** SHA-256 of the secret, in hex. */
  hash: z.hash('sha256'),
  name: z.string(),
  createdAt: z.date(),
  /** The day, in UTC, so that a day's calls cost one write. */
  lastUsedOn: z.iso.date().nullable(),
  openUntil: z.object({ readers: z.date().nullable(), control: z.date().nullable() }),
})
export type AccessKey = z.infer<typeof accessKeySchema>

export const getAccessKeysPath = (uid: string) => `accessKeys/${uid}`

export const accessKeysSchema = z.object({ keys: z.array(accessKeySchema).default([]) })

/** Names a key to its owner, in addresses and in the list of acts. */
export const getKeyId = ({ hash }: Pick<AccessKey, 'hash'>) => hash.slice(0, 16)

export const keyIdPattern = /^[0-9a-f]{16}$/

const prefix = 'desk_'

/** Letters: 152 random bits. */
const secretLength = 32

/** Ids that begin with two underscores are Firestore's. */
const uidPattern = /^[A-Za-z0-9][\w-]{0,127}$/

/** The uid is the path at which the key is stored, so finding it needs no query. */
export function createAccessKey(uid: string, getRandomBytes: () => Uint8Array) {
  const secret = createRandomLetters(secretLength, getRandomBytes)
  return { text: `${prefix}${uid}_${secret}`, secret }
}

/** Null if it isn't a key that we could have made. */
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

/** Opens a key after a recent sign-in in a browser. What is open for money, roles and keys also is for readers' data. */
export function openKey(key: AccessKey, clearance: Clearance, now: Date): AccessKey {
  const { openUntil } = key
  const until = new Date(now.getTime() + clearanceTimes[clearance])
  const readers = openUntil.readers && openUntil.readers > until ? openUntil.readers : until
  return {
    ...key,
    openUntil: { readers, control: clearance === 'control' ? until : openUntil.control },
  }
}
