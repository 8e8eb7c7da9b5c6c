/**
 * `unlockAddresses/{hash}`: an address that has opened a story in return. Holds no address, only an HMAC, and
 * expires after 30 days. The same guest can repeat a call for the same story.
 */
import { z } from 'zod'
import { getUnlockEnd, type UnlockWay } from '../../src/domain/meter/unlock.ts'
import { normaliseAddress } from '../../src/domain/referral/self-referral.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { FirestoreFailure, StoredDocument } from '../adapters/firestore.ts'
import type { Deps } from '../http/edge-context.ts'

const claimSchema = z.object({ claim: z.string(), expiresAt: z.date() })

export const addressFields = Object.keys(claimSchema.shape)

type AddressClaim = { readonly path: string; readonly claim: string }

/** Each address counts once for each way. Addresses of one inbox are one. */
export async function createAddressClaim(
  { tokens }: Pick<Deps, 'tokens'>,
  { email, way, slug }: { readonly email: string; readonly way: UnlockWay; readonly slug: string },
  guestId: string,
): Promise<AddressClaim> {
  const address = await tokens.computeHash('unlock address', `${way} ${normaliseAddress(email)}`)
  const claim = await tokens.computeHash('unlock claim', `${guestId} ${slug}`)
  return { path: `unlockAddresses/${address}`, claim }
}

type ClaimState = 'new' | 'own' | 'used'

function resolveClaim(
  stored: StoredDocument | null | undefined,
  { claim }: AddressClaim,
  now: Date,
): ClaimState {
  const found = claimSchema.safeParse(stored?.fields)
  if (!found.success || found.data.expiresAt <= now) return 'new'
  return found.data.claim === claim ? 'own' : 'used'
}

/** `stored` is what was read before. Costs one write, and a read after a simultaneous call. */
export async function claimAddress(
  { firestore, now }: Pick<Deps, 'firestore' | 'now'>,
  own: AddressClaim,
  stored: StoredDocument | null | undefined,
): Promise<Result<ClaimState, FirestoreFailure>> {
  const before = resolveClaim(stored, own, now())
  if (before !== 'new') return succeed(before)
  const { path, claim } = own
  const fields = { claim, expiresAt: getUnlockEnd({ at: now() }) }
  const precondition = stored ? { ifUpdatedAt: stored.updateTime } : { ifExists: false }
  const written = await firestore.commit([{ set: path, fields, ...precondition }])
  if (written.ok) return succeed('new')
  if (written.failure.kind !== 'conflict') return written
  const found = await firestore.get(path)
  return found.ok ? succeed(resolveClaim(found.value, own, now())) : found
}

/** After a refusal: the address hasn't opened anything. Otherwise it could only repeat the same call. */
export async function removeClaim(
  { firestore, log }: Pick<Deps, 'firestore' | 'log'>,
  { path }: AddressClaim,
): Promise<void> {
  const removed = await firestore.commit([{ remove: path }])
  if (!removed.ok) log('unlock_claim_not_removed', { kind: removed.failure.kind })
}
