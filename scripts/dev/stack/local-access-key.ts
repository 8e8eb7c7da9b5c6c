/** An access key of the sample's editor, so that the command line works on the local stack at once. */
import { createHash } from 'node:crypto'
import type { Firestore } from '../../../functions/platform/adapters/firestore.ts'
import {
  accessKeysSchema,
  createAccessKey,
  getAccessKeysPath,
} from '../../../src/domain/staff/access-key.ts'

const uid = 'sample-editor'

/** Creates the same key at every start with the same desk keys. */
const createLocalKey = (deskKeys: string) =>
  createAccessKey(uid, () => createHash('sha512').update(deskKeys).digest())

export const getLocalAccessKey = (deskKeys: string): string => createLocalKey(deskKeys).text

/** Adds the local key to the editor's own keys. Logging out everywhere revokes the local key until the next start. */
export async function storeLocalAccessKey(firestore: Firestore, deskKeys: string) {
  const hash = createHash('sha256').update(createLocalKey(deskKeys).secret).digest('hex')
  const path = getAccessKeysPath(uid)
  const stored = await firestore.get(path)
  if (!stored.ok) throw new Error(`${path} can’t be read: ${stored.failure.kind}`)
  const others = accessKeysSchema
    .parse(stored.value?.fields ?? {})
    .keys.filter((key) => key.hash !== hash)
  const openUntil = { readers: null, control: null }
  const key = { hash, name: 'npm start', createdAt: new Date(), lastUsedOn: null, openUntil }
  const written = await firestore.commit([{ set: path, fields: { keys: [...others, key] } }])
  if (!written.ok) throw new Error(`${path} can’t be written: ${written.failure.kind}`)
}
