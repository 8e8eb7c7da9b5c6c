/**
 * `unlockAddresses/{hash}`: an address that was given to unlock a story. Contains no address, only an HMAC, and expires
 * after 30 days. The same guest can repeat a call for the same story, which doesn't extend the record.
 */
import { z } from 'zod'
import { getUnlockEnd, type UnlockWay } from '../../src/domain/paywall/unlock.ts'
import { normaliseAddress } from '../../src/domain/referral/self-referral.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Deps } from '../identity/edge-context.ts'
import type { Tokens } from '../identity/session-tokens.ts'
import {
  createSafeWrite,
  type FirestoreFailure,
  type StoredDocument,
} from '../platform/adapters/firestore.ts'

const claimSchema = z.object({ claim: z.string(), at: z.date() })

export const addressFields = Object.keys(claimSchema.shape)

type AddressClaim = { readonly path: string; readonly claim: string }

export const createAddressPath = async (
  { computeHash }: Pick<Tokens, 'computeHash'>,
  spentBy: UnlockWay | 'account',
  inbox: string,
) => `unlockAddresses/${await computeHash('unlock address', `${spentBy} ${inbox}`)}`

/** Each address counts once per unlock option. All addresses of one inbox count as the same address. */
export async function createAddressClaim(
  { tokens }: Pick<Deps, 'tokens'>,
  { email, way, slug }: { readonly email: string; readonly way: UnlockWay; readonly slug: string },
  guestId: string,
): Promise<AddressClaim> {
  const path = await createAddressPath(tokens, way, normaliseAddress(email))
  const claim = await tokens.computeHash('unlock claim', `${guestId} ${slug}`)
  return { path, claim }
}

/** `at` is when the address was first given for this story. */
export type Claim = { readonly state: 'new' | 'own'; readonly at: Date }

function resolveClaim(
  stored: StoredDocument | null | undefined,
  { claim }: AddressClaim,
  now: Date,
): Claim | 'used' {
  const found = claimSchema.safeParse(stored?.fields)
  if (!found.success || getUnlockEnd(found.data) <= now) return { state: 'new', at: now }
  return found.data.claim === claim ? { state: 'own', at: found.data.at } : 'used'
}

/** Claims an address. `stored` is the record read before. Costs one write, plus a read after a simultaneous call. */
export async function claimAddress(
  { firestore, now }: Pick<Deps, 'firestore' | 'now'>,
  own: AddressClaim,
  stored: StoredDocument | null | undefined,
): Promise<Result<Claim | 'used', FirestoreFailure>> {
  const before = resolveClaim(stored, own, now())
  if (before === 'used' || before.state === 'own') return succeed(before)
  const { path, claim } = own
  const { at } = before
  const fields = { claim, at, expiresAt: getUnlockEnd({ at }) }
  const written = await firestore.commit([createSafeWrite(path, stored?.updateTime, fields)])
  if (written.ok) return succeed(before)
  if (written.failure.kind !== 'conflict') return written
  const found = await firestore.get(path)
  return found.ok ? succeed(resolveClaim(found.value, own, now())) : found
}

/** Removes the claim after a refusal. Otherwise, an unused address could only repeat the same call. */
export async function removeClaim(
  { firestore, log }: Pick<Deps, 'firestore' | 'log'>,
  { path }: AddressClaim,
): Promise<void> {
  const removed = await firestore.commit([{ remove: path }])
  if (!removed.ok) log('unlock_claim_not_removed', { kind: removed.failure.kind })
}
