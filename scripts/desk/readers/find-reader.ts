/** Readers as the desk knows them: found by whatever they have written to us with. Reads only. */
import { z } from 'zod'
import { findCheckout } from '../../../functions/subscription/look.ts'
import { type Reader, readerSchema } from '../../../src/domain/reader.ts'
import {
  noSubscription,
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../../src/domain/subscription.ts'
import { firestoreStop, Stop } from '../ending.ts'
import type { Desk } from '../environment.ts'
import { readStored } from '../surroundings.ts'

export type KnownReader = {
  readonly uid: string
  /** Null for whoever has paid as a guest and made no account yet. */
  readonly profile: Reader | null
  readonly record: SubscriptionRecord
}

const uidSchema = z.string().regex(/^[\w-]{1,128}$/)

/** By an e-mail address, by PayPal's number of a subscription, or by uid. Refused where there is none. */
export async function findReader(desk: Desk, words: string): Promise<KnownReader> {
  const wanted = words.trim()
  const uid = wanted.includes('@') ? await uidOfAddress(desk, wanted) : await uidOfId(desk, wanted)
  if (!uid) throw new Stop(`There is no reader ${wanted}.`)
  const [profile, stored] = await Promise.all([
    readStored(desk, `users/${uid}`),
    readStored(desk, `subscriptions/${uid}`),
  ])
  if (!profile && !stored) throw new Stop(`There is no reader ${wanted}.`)
  const reader = readerSchema.nullable().safeParse(profile?.fields ?? null)
  if (!reader.success)
    throw new Stop(`users/${uid} is not as it should be: ${reader.error.message}`)
  const record = subscriptionRecordSchema.safeParse(stored?.fields ?? noSubscription)
  if (!record.success) {
    throw new Stop(`subscriptions/${uid} is not as it should be: ${record.error.message}`)
  }
  return { uid, profile: reader.data, record: record.data }
}

/** Addresses are kept as the sign-in service has them, which is in small letters. */
async function uidOfAddress(desk: Desk, address: string): Promise<string | null> {
  for (const value of new Set([address, address.toLowerCase()])) {
    const found = await desk.firestore.query({
      collection: 'users',
      where: [{ field: 'email', is: 'EQUAL', value }],
      fields: ['email'],
    })
    if (!found.ok) throw firestoreStop('looking for the reader', found.failure)
    const ids = found.value.documents.map(({ id }) => id)
    if (ids.length > 1) throw new Stop(`Several readers have this address: ${ids.join(', ')}`)
    if (ids[0]) return ids[0]
  }
  return null
}

async function uidOfId(desk: Desk, id: string): Promise<string | null> {
  if (!uidSchema.safeParse(id).success) {
    throw new Stop('A reader is named by e-mail address, uid, or PayPal’s number (I-…).', 'usage')
  }
  if (!id.startsWith('I-')) return id
  const checkout = await findCheckout(desk.firestore, id)
  if (checkout.ok) return checkout.value?.uid ?? null
  if (checkout.failure.kind === 'unavailable' || checkout.failure.kind === 'rejected') {
    throw new Stop(`looking for the reader: Firestore does not answer as it should`, 'away')
  }
  throw new Stop(`checkouts/${id} is not as it should be.`)
}
