/** The only place that creates redirects, so that none can leave the site. */

import { hashRedirectPath, redirectSchema } from '../../src/domain/redirect.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, Write } from '../platform/adapters/firestore.ts'

type RedirectWrite = Extract<Write, { set: string }>

const redirectFieldsSchema = redirectSchema.omit({ updatedAt: true })

/** Throws for addresses that the site would refuse. `importedFrom` names the import's source. */
export async function buildRedirectWrite(
  from: string,
  to: string | null,
  importedFrom?: string,
): Promise<RedirectWrite> {
  const parsed = redirectFieldsSchema.safeParse({ from, to, importedFrom })
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    const address = path[0] === 'from' ? from : to
    const refused = to === null ? 'can’t stop redirecting' : `can’t redirect to ${to}`
    throw new Error(`${from} ${refused}: ${address} ${message}.`)
  }
  const path = `redirects/${await hashRedirectPath(from)}`
  return { set: path, fields: parsed.data, serverTimes: ['updatedAt'] }
}

/** Ends the redirect from an address that a document is about to use; null if the address has no redirect. */
export async function buildRedirectRemoval(
  firestore: Pick<Firestore, 'get'>,
  address: string,
): Promise<Result<Write | null, FirestoreFailure>> {
  const removal = await buildRedirectWrite(address, null)
  const stored = await firestore.get(removal.set)
  if (!stored.ok) return stored
  if (!stored.value || stored.value.fields.to === null) return succeed(null)
  return succeed({ ...removal, ifUpdatedAt: stored.value.updateTime })
}
