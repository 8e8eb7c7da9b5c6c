/**
 * Everything that the database holds about a reader, in one list: their copy of it is made from it,
 * and it is what goes when they leave. Whatever is kept by uid or by e-mail belongs here.
 */
import { emailSchema, type NewsletterReader } from '../../src/domain/newsletter.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'
import type { Fields } from '../adapters/firestore-values.ts'
import { pathOf } from '../newsletter/list.ts'

/** Whose it is. An address is theirs once it is verified: anybody can type one. */
export type Holder = {
  readonly uid: string
  readonly email: string
  readonly emailVerified: boolean
}

export type Row = { readonly path: string; readonly id: string; readonly fields: Fields }

/** What the rows are wanted for: to be shown to the holder, or to be removed with them. */
type Purpose = 'show' | 'remove'

type Find = (
  firestore: Firestore,
  holder: Holder,
  purpose: Purpose,
) => Promise<Result<readonly Row[], FirestoreFailure>>

type Holding = {
  /** As the reader's copy calls it. */
  readonly name: string
  readonly find: Find
}

async function findOne(
  firestore: Firestore,
  path: string,
): Promise<Result<readonly Row[], FirestoreFailure>> {
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  return succeed(stored.value ? [{ path, ...stored.value }] : [])
}

const one =
  (path: (uid: string) => string): Find =>
  (firestore, { uid }) =>
    findOne(firestore, path(uid))

const every =
  (under: (uid: string) => string, collection: string): Find =>
  async (firestore, { uid }) => {
    const found = await firestore.query({ collection, under: under(uid) })
    if (!found.ok) return found
    return succeed(
      found.value.documents.map((row) => ({
        path: `${under(uid)}/${collection}/${row.id}`,
        ...row,
      })),
    )
  }

/** Those of a collection whose field `uid` says so. */
const byUid =
  (collection: string): Find =>
  async (firestore, { uid }) => {
    const where = [{ field: 'uid', is: 'EQUAL', value: uid } as const]
    const found = await firestore.query({ collection, where })
    if (!found.ok) return found
    return succeed(
      found.value.documents.map((row) => ({ path: `${collection}/${row.id}`, ...row })),
    )
  }

/** With the traces of the guest as whom they began. */
const checkouts: Find = async (firestore, holder, purpose) => {
  const found = await byUid('checkouts')(firestore, holder, purpose)
  if (!found.ok) return found
  const guests = found.value
    .map(({ fields }) => fields.customId)
    .filter((guest) => typeof guest === 'string' && guest !== '' && guest !== holder.uid)
  const paths = guests.map((guest) => `subscriptions/${guest}`)
  const traces = await firestore.getAll(paths)
  if (!traces.ok) return traces
  const rows = traces.value.flatMap((trace, index) =>
    trace ? [{ path: paths[index]!, ...trace }] : [],
  )
  return succeed([...found.value, ...rows])
}

/** Money that goes back to them goes back all the same; its entry is gone when it is done. */
const isMoney = ({ fields: { kind } }: Row) => kind === 'refund' || kind === 'surplus'

const owed: Find = async (firestore, holder, purpose) => {
  const found = await byUid('outbox')(firestore, holder, purpose)
  if (!found.ok || purpose === 'show') return found
  return succeed(found.value.filter((row) => !isMoney(row)))
}

const isPending = ({ fields }: Row) =>
  fields.state === ('pending' satisfies NewsletterReader['state'])

/**
 * What an address has asked for goes to whoever has shown that it is theirs, and what an account has
 * asked for to the account. Anybody else may take back what waits for just that, and see nothing: it
 * may be somebody else who asked.
 */
const byAddress: Find = async (firestore, { uid, email, emailVerified }, purpose) => {
  const address = emailSchema.safeParse(email)
  if (!address.success) return succeed([])
  const found = await findOne(firestore, await pathOf(address.data))
  if (!found.ok || emailVerified) return found
  return succeed(
    found.value.filter((row) => row.fields.uid === uid || (purpose === 'remove' && isPending(row))),
  )
}

export const holdings: readonly Holding[] = [
  { name: 'subscription', find: one((uid) => `subscriptions/${uid}`) },
  {
    name: 'subscriptionHistory',
    find: every((uid) => `subscriptions/${uid}`, 'history'),
  },
  { name: 'purchases', find: checkouts },
  { name: 'studentAddress', find: byUid('students') },
  { name: 'owed', find: owed },
  { name: 'savedArticles', find: one((uid) => `savedArticles/${uid}`) },
  { name: 'readingHistory', find: one((uid) => `readingHistory/${uid}`) },
  { name: 'ratings', find: byUid('ratings') },
  { name: 'newsletter', find: byAddress },
]

/** The record itself stands apart: it goes last, because whoever finishes a removal finds it by it. */
export const profile: Holding = { name: 'profile', find: one((uid) => `users/${uid}`) }
