/**
 * `referrals/{uid}` has a reader's code and ledger. `referralCodes/{code}` has the code's owner and the number of
 * devices that have opened the link. Both are created together and deleted with the account.
 */
import { z } from 'zod'
import { type Ledger, ledgerSchema } from '../../src/domain/referral/ledger.ts'
import { createReferralCode } from '../../src/domain/referral/referral-code.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, Write } from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken, repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'

export const referralPath = (uid: string) => `referrals/${uid}`
export const referralCodePath = (code: string) => `referralCodes/${code}`

const recordSchema = z.object({ code: z.string().min(1), ledger: ledgerSchema.default([]) })
export type ReferralRecord = z.infer<typeof recordSchema>

const linkSchema = z.object({ uid: z.string().min(1), visits: z.int().min(0).default(0) })
type ReferralLink = z.infer<typeof linkSchema>

/** `malformed`: the stored record is malformed and isn't overwritten. */
export type ReferralFailure = FirestoreFailure | { readonly kind: 'malformed' }

type Stored<Value> = Value & { readonly updateTime: string }

async function readStored<Value extends object>(
  firestore: Firestore,
  path: string,
  schema: z.ZodType<Value>,
): Promise<Result<Stored<Value> | null, ReferralFailure>> {
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  if (!stored.value) return succeed(null)
  const parsed = schema.safeParse(stored.value.fields)
  if (!parsed.success) return fail({ kind: 'malformed' })
  return succeed({ ...parsed.data, updateTime: stored.value.updateTime })
}

export const readReferral = (firestore: Firestore, uid: string) =>
  readStored<ReferralRecord>(firestore, referralPath(uid), recordSchema)

export const readReferralLink = (firestore: Firestore, code: string) =>
  readStored<ReferralLink>(firestore, referralCodePath(code), linkSchema)

/** Retries of the optimistic locks. */
const maxAttempts = 50

const createCode = () => createReferralCode(() => crypto.getRandomValues(new Uint8Array(16)))

/** Returns a reader's referral record, and creates the code at the first call. */
export async function openReferral(
  firestore: Firestore,
  uid: string,
  at: Date,
): Promise<Result<ReferralRecord, ReferralFailure>> {
  return repeatIfOvertaken(maxAttempts, async () => {
    const found = await readReferral(firestore, uid)
    if (!found.ok) return found
    if (found.value) return succeed(found.value)
    const record: ReferralRecord = { code: createCode(), ledger: [] }
    const link = { uid, visits: 0, createdAt: at }
    const created = await commitUnlessOvertaken(firestore, [
      { set: referralPath(uid), fields: record, ifExists: false },
      { set: referralCodePath(record.code), fields: link, ifExists: false },
    ])
    return created.ok ? succeed(record) : created
  })
}

/**
 * The only function that changes a ledger. One commit stores the entries with their effects; after a conflict, the
 * whole change is repeated. Returns null if the reader has no ledger: a deleted account doesn't get a new one.
 */
export async function changeLedger(
  firestore: Firestore,
  uid: string,
  change: (ledger: Ledger) => Ledger,
  createEffects: (before: Ledger, after: Ledger) => readonly Write[] = () => [],
): Promise<Result<Ledger | null, ReferralFailure>> {
  return repeatIfOvertaken(maxAttempts, async () => {
    const found = await readReferral(firestore, uid)
    if (!found.ok) return found
    if (!found.value) return succeed(null)
    const { code, ledger, updateTime } = found.value
    const next = change(ledger)
    if (next === ledger) return succeed(ledger)
    const committed = await commitUnlessOvertaken(firestore, [
      { set: referralPath(uid), fields: { code, ledger: next }, ifUpdatedAt: updateTime },
      ...createEffects(ledger, next),
    ])
    return committed.ok ? succeed(next) : committed
  })
}

/** A low limit, because visits are only displayed: losing a count under load does no harm. */
const maxVisitAttempts = 5

/** Returns the code's owner; null for an unknown code or the visitor's own. */
export async function countVisit(
  firestore: Firestore,
  code: string,
  isOwner: (uid: string) => boolean,
): Promise<Result<string | null, ReferralFailure>> {
  let owner: string | null = null
  for (let attempt = 0; attempt < maxVisitAttempts; attempt++) {
    const found = await readReferralLink(firestore, code)
    if (!found.ok) return found
    if (!found.value || isOwner(found.value.uid)) return succeed(null)
    const { uid, visits, updateTime } = found.value
    const counted = await firestore.commit([
      {
        set: referralCodePath(code),
        fields: { visits: visits + 1 },
        merge: true,
        ifUpdatedAt: updateTime,
      },
    ])
    if (counted.ok) return succeed(uid)
    if (counted.failure.kind !== 'conflict') return counted
    owner = uid
  }
  return succeed(owner)
}
