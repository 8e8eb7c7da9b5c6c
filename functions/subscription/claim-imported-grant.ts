/** Grants the owner of an address the access that was imported from another system. */
import { emailSchema } from '../../src/domain/email-schema.ts'
import { getProvenAddress } from '../../src/domain/proven-address.ts'
import type { AccountEmail } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  type ImportedGrant,
  importedGrantSchema,
  isClaimable,
} from '../../src/domain/subscription/imported-grant.ts'
import { hashAddress } from '../identity/inbox.ts'
import type { Firestore, FirestoreFailure } from '../platform/adapters/firestore.ts'
import {
  type ChangeFailure,
  changeSubscription,
  commitChange,
  decideChange,
} from './change-subscription.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'

/** The names by which operators know the systems, shown in the history. */
export const importSourceNames = {
  ghost: 'Ghost',
  substack: 'Substack',
  mailchimp: 'Mailchimp',
  beehiiv: 'beehiiv',
  buttondown: 'Buttondown',
  list: 'a list',
} as const satisfies Record<ImportedGrant['source'], string>

/**
 * Returns null if the address is invalid. Normalising turns some characters into ASCII letters (the Kelvin sign U+212A
 * into "k"), so an address containing them would have the hash of somebody else's.
 */
export async function getImportedGrantPath(email: string): Promise<string | null> {
  const address = emailSchema.safeParse(email)
  if (!address.success || !/^[\x20-\x7e]*$/.test(email)) return null
  return `importedGrants/${await hashAddress(address.data)}`
}

type StoredGrant = { readonly grant: ImportedGrant; readonly updateTime: string }

/** Returns null if the address has no grant, or only one that has ended or been claimed. */
export async function findClaimableGrant(
  firestore: Firestore,
  path: string,
  now: Date,
): Promise<Result<StoredGrant | null, FirestoreFailure | { readonly kind: 'malformed' }>> {
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  if (!stored.value) return succeed(null)
  const grant = importedGrantSchema.safeParse(stored.value.fields)
  if (!grant.success) return fail({ kind: 'malformed' })
  if (!isClaimable(grant.data, now)) return succeed(null)
  return succeed({ grant: grant.data, updateTime: stored.value.updateTime })
}

/**
 * Grants an account the access imported for its address, if the address is verified. The grant is flagged as claimed in
 * the commit that changes the subscription, so it's used once, however many devices sign in at the same time and
 * wherever the Worker is interrupted. Never shortens access. Returns true if this call has claimed a grant. Costs one
 * database read for readers without a grant.
 */
export async function claimImportedGrant(
  { firestore, now }: Pick<SubscriptionDeps, 'firestore' | 'now'>,
  { uid, ...account }: AccountEmail & { readonly uid: string },
): Promise<Result<boolean, ChangeFailure>> {
  const address = getProvenAddress(account)
  const path = address && (await getImportedGrantPath(address))
  if (!path) return succeed(false)
  const found = await findClaimableGrant(firestore, path, now())
  if (!found.ok) return found
  if (!found.value) return succeed(false)

  const { source, importedBy } = found.value.grant
  const by = { operator: importedBy, message: `Imported from ${importSourceNames[source]}` }
  const claimed = await changeSubscription(firestore, uid, { by }, async (loaded) => {
    const current = await findClaimableGrant(firestore, path, now())
    if (!current.ok) return current
    // The access has been claimed since, so there is nothing left to change.
    if (!current.value) return succeed(false)
    const { complimentaryUntil = null } = loaded.record ?? {}
    const { grant, updateTime } = current.value
    const isLonger = complimentaryUntil !== null && complimentaryUntil >= grant.until
    const until = isLonger ? complimentaryUntil : grant.until
    const decision = decideChange(loaded, { kind: 'grant', until }, now())
    const fields = { ...grant, claimedAt: decision.at, uid }
    const claim = { set: path, fields, ifUpdatedAt: updateTime }
    const committed = await commitChange(firestore, decision, [claim])
    return committed.ok ? succeed(!committed.value.ignored) : committed
  })
  return claimed.ok ? succeed(claimed.value === true) : claimed
}
