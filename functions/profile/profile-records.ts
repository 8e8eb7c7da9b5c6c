/**
 * `readerProfiles/{uid}` has a profile, and `readerHandles/{handle}` has the handle's owner. Both change in the same
 * commit, so a handle has one owner. Former handles don't redirect, and the last two of them are reserved for their
 * reader.
 */
import { z } from 'zod'
import {
  changeHandle,
  type ReaderProfile,
  readerProfileSchema,
} from '../../src/domain/profile/reader-profile.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
  type Write,
} from '../platform/adapters/firestore.ts'
import {
  commitUnlessOvertaken,
  maxOwnAttempts,
  repeatIfOvertaken,
} from '../platform/adapters/optimistic-lock.ts'

export const profilePath = (uid: string) => `readerProfiles/${uid}`
export const reportsPath = (uid: string) => `profileReports/${uid}`
export const handlePath = (handle: string) => `readerHandles/${handle}`

/**
 * The maximum number of attempts at an editor's change, so that the page's reader can't prevent it from being hidden.
 */
const maxEditorAttempts = 25

/** `malformed`: the stored record is malformed and isn't overwritten. */
export type ProfileFailure = FirestoreFailure | { readonly kind: 'malformed' }

type StoredProfile = { readonly profile: ReaderProfile; readonly updateTime: string }
type FoundProfile = StoredProfile & { readonly uid: string }

export async function readProfile(
  firestore: Pick<Firestore, 'get'>,
  uid: string,
): Promise<Result<StoredProfile | null, ProfileFailure>> {
  const stored = await firestore.get(profilePath(uid))
  if (!stored.ok) return stored
  if (!stored.value) return succeed(null)
  const profile = readerProfileSchema.safeParse(stored.value.fields)
  if (!profile.success) return fail({ kind: 'malformed' })
  return succeed({ profile: profile.data, updateTime: stored.value.updateTime })
}

/** Costs one database read, whether or not the profile exists or is shown. */
export async function findProfileByHandle(
  firestore: Pick<Firestore, 'query'>,
  handle: string,
): Promise<Result<Pick<FoundProfile, 'uid' | 'profile'> | null, ProfileFailure>> {
  const found = await firestore.query({
    collection: 'readerProfiles',
    where: [{ field: 'handle', is: 'EQUAL', value: handle }],
    limit: 1,
  })
  if (!found.ok) return found
  const [document] = found.value.documents
  if (!document) return succeed(null)
  const profile = readerProfileSchema.safeParse(document.fields)
  if (!profile.success) return fail({ kind: 'malformed' })
  return succeed({ uid: document.id, profile: profile.data })
}

const claimSchema = z.object({ uid: z.string() })

/** Finds a profile by its handle, or by a former handle that is still reserved. Costs two database reads. */
export async function findProfileByAnyHandle(
  firestore: Pick<Firestore, 'get'>,
  handle: string,
): Promise<Result<FoundProfile | null, ProfileFailure>> {
  const claim = await firestore.get(handlePath(handle))
  if (!claim.ok) return claim
  const owner = claimSchema.safeParse(claim.value?.fields).data
  if (!owner) return succeed(null)
  const stored = await readProfile(firestore, owner.uid)
  if (!stored.ok) return stored
  return succeed(stored.value && { uid: owner.uid, ...stored.value })
}

type Settings = Pick<ReaderProfile, 'handle' | 'name' | 'bio' | 'isPublic' | 'isIndexed'>

type SaveFailure = ProfileFailure | { readonly kind: 'taken' }

/**
 * Stores a profile's settings. `check` receives the previous profile, or null. Costs one database read, plus another
 * for a new handle.
 */
export async function saveProfile<Refusal>(
  firestore: Pick<Firestore, 'get' | 'commit'>,
  uid: string,
  settings: Settings,
  check: (before: ReaderProfile | null) => Result<void, Refusal>,
  now: Date,
): Promise<Result<ReaderProfile, SaveFailure | Refusal>> {
  return repeatIfOvertaken<ReaderProfile, SaveFailure | Refusal>(maxOwnAttempts, async () => {
    const stored = await readProfile(firestore, uid)
    if (!stored.ok) return stored
    const before = stored.value?.profile ?? null
    const checked = check(before)
    if (!checked.ok) return checked
    const claimed = await claimHandle(firestore, uid, before, settings.handle, now)
    if (!claimed.ok) return claimed
    const { writes, formerHandles } = claimed.value
    const profile = readerProfileSchema.parse({
      createdAt: now,
      ...before,
      ...settings,
      wasPublic: settings.isPublic || (before?.wasPublic ?? false),
      formerHandles,
    })
    const written = await commitUnlessOvertaken(firestore, [
      createSafeWrite(profilePath(uid), stored.value?.updateTime, profile),
      ...writes,
    ])
    return written.ok ? succeed(profile) : written
  })
}

async function claimHandle(
  firestore: Pick<Firestore, 'get'>,
  uid: string,
  before: ReaderProfile | null,
  handle: string,
  now: Date,
): Promise<
  Result<
    { readonly writes: readonly Write[]; readonly formerHandles: readonly string[] },
    FirestoreFailure | { readonly kind: 'taken' }
  >
> {
  if (before?.handle === handle) return succeed({ writes: [], formerHandles: before.formerHandles })
  const owner = await firestore.get(handlePath(handle))
  if (!owner.ok) return owner
  if (owner.value && owner.value.fields.uid !== uid) return fail({ kind: 'taken' })
  const { formerHandles, released } = before
    ? changeHandle(before, handle)
    : { formerHandles: [], released: null }
  const claim: Write[] = owner.value
    ? []
    : [{ set: handlePath(handle), fields: { uid, claimedAt: now }, ifExists: false }]
  const release: Write[] = released === null ? [] : [{ remove: handlePath(released) }]
  return succeed({ writes: [...claim, ...release], formerHandles })
}

type EditFailure = ProfileFailure | { readonly kind: 'missing' }

/** `missing`: the reader has no profile. `change` may be called again. */
export async function changeProfile<Refusal>(
  firestore: Pick<Firestore, 'get' | 'commit'>,
  uid: string,
  change: (profile: ReaderProfile) => Result<Partial<ReaderProfile> | null, Refusal>,
  otherWrites: readonly Write[] = [],
  maxAttempts = maxEditorAttempts,
): Promise<Result<ReaderProfile, EditFailure | Refusal>> {
  return repeatIfOvertaken<ReaderProfile, EditFailure | Refusal>(maxAttempts, async () => {
    const stored = await readProfile(firestore, uid)
    if (!stored.ok) return stored
    if (!stored.value) return fail({ kind: 'missing' })
    const { profile, updateTime } = stored.value
    const changed = change(profile)
    if (!changed.ok) return changed
    if (changed.value === null) return succeed(profile)
    const fields = { ...profile, ...changed.value }
    const written = await commitUnlessOvertaken(firestore, [
      { set: profilePath(uid), fields, ifUpdatedAt: updateTime },
      ...otherWrites,
    ])
    return written.ok ? succeed(fields) : written
  })
}
