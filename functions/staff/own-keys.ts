import type { AccessKeyItem } from '../../src/contracts/endpoints/staff-endpoints.ts'
import { isSessionValid, type Reader, readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  type AccessKey,
  accessKeysSchema,
  createAccessKey,
  getAccessKeysPath,
  getKeyId,
  maxAccessKeys,
  openKey,
} from '../../src/domain/staff/access-key.ts'
import type { Act } from '../../src/domain/staff/act.ts'
import type { Staff } from '../identity/caller.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { readConfirmation } from '../identity/identify-staff.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
} from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import {
  commitUnlessOvertaken,
  maxOwnAttempts,
  repeatIfOvertaken,
} from '../platform/adapters/optimistic-lock.ts'
import { hashParts } from '../platform/hash-parts.ts'
import { createActWrite } from './act-records.ts'
import { toStaffItem } from './staff-records.ts'

export const getMe: Handle<'GET /api/desk/me'> = (_, { uid, reader, role, key }) =>
  succeed({ ...toStaffItem(uid, reader, role), key: key?.name ?? null })

/** Omits keys that ended when their owner logged out everywhere; the next change deletes them. */
const parseKeys = (fields: Fields | undefined, reader: Reader) =>
  accessKeysSchema
    .parse(fields ?? {})
    .keys.filter(({ createdAt }) => isSessionValid(reader, createdAt))

export async function loadOwnKeys(
  firestore: Pick<Firestore, 'get'>,
  { uid, reader, signIn }: Pick<Staff, 'uid' | 'reader' | 'signIn'>,
): Promise<Result<readonly AccessKeyItem[], FirestoreFailure>> {
  const stored = await firestore.get(getAccessKeysPath(uid))
  if (!stored.ok) return stored
  return succeed(
    parseKeys(stored.value?.fields, reader).map((key) => ({
      id: getKeyId(key),
      name: key.name,
      createdAt: key.createdAt.toISOString(),
      lastUsedOn: key.lastUsedOn,
      openUntil:
        signIn.kind === 'key'
          ? null
          : {
              readers: key.openUntil.readers?.toISOString() ?? null,
              control: key.openUntil.control?.toISOString() ?? null,
            },
    })),
  )
}

export const listKeys: Handle<'GET /api/desk/keys'> = async (_, staff, deps) => {
  const keys = await loadOwnKeys(deps.firestore, staff)
  if (keys.ok) return succeed({ keys: [...keys.value] })
  return refuseUnavailable(deps, 'keys_unavailable', { kind: keys.failure.kind })
}

type Change<Failure> = Result<
  {
    readonly keys: readonly AccessKey[]
    readonly act: Pick<Act, 'kind' | 'subject' | 'before' | 'after'>
  } | null,
  Failure
>

/** The role or the session has ended since the call began. */
type Ended = { readonly kind: 'ended' }

/** If `change` returns null, the keys aren't changed. `change` may be called several times. */
const updateKeys = <Failure = never>(
  { firestore, now }: Deps,
  staff: Staff,
  change: (keys: readonly AccessKey[]) => Change<Failure>,
): Promise<Result<void, Failure | Ended | FirestoreFailure>> =>
  repeatIfOvertaken<void, Failure | Ended | FirestoreFailure>(maxOwnAttempts, async () => {
    const { uid, signIn } = staff
    const [userPath, path] = [`users/${uid}`, getAccessKeysPath(uid)]
    const stored = await firestore.getAll([userPath, path])
    if (!stored.ok) return stored
    const [user, owned] = stored.value
    const reader = user && readerSchema.parse(user.fields)
    const isSignedIn = reader && (signIn.kind === 'key' || isSessionValid(reader, signIn.since))
    if (!isSignedIn || reader.role === null) return fail({ kind: 'ended' })
    const changed = change(parseKeys(owned?.fields, reader))
    if (!changed.ok || !changed.value) return changed.ok ? succeed(undefined) : changed
    const written = await commitUnlessOvertaken(firestore, [
      // Changes nothing, but makes the commit fail if the role or the session has ended.
      { set: userPath, fields: {}, merge: true, ifUpdatedAt: user.updateTime },
      createSafeWrite(path, owned?.updateTime, { keys: changed.value.keys }),
      createActWrite(staff, changed.value.act, now()),
    ])
    return written.ok ? succeed(undefined) : written
  })

const getRandomBytes = () => crypto.getRandomValues(new Uint8Array(64))

export const createKey: Handle<'POST /api/desk/keys'> = async ({ name }, staff, deps) => {
  const { text, secret } = createAccessKey(staff.uid, getRandomBytes)
  const key: AccessKey = {
    hash: await hashParts(secret),
    name,
    createdAt: deps.now(),
    lastUsedOn: null,
    openUntil: { readers: null, control: null },
  }
  const created = await updateKeys<{ readonly kind: 'full' | 'taken' }>(deps, staff, (keys) => {
    if (keys.length >= maxAccessKeys) return fail({ kind: 'full' })
    // The record of acts identifies keys only by name.
    if (keys.some((one) => one.name === name)) return fail({ kind: 'taken' })
    const act = { kind: 'keyCreated', subject: name, before: null, after: getKeyId(key) } as const
    return succeed({ keys: [...keys, key], act })
  })
  if (created.ok) return succeed({ key: text })
  const { kind } = created.failure
  if (kind === 'full')
    return refuse(
      'list_full',
      `You have ${maxAccessKeys} access keys, which is the limit. Revoke one first.`,
    )
  if (kind === 'taken')
    return refuse(
      'not_possible',
      'You already have an access key with this name. Choose another name.',
    )
  return kind === 'ended'
    ? refuse('not_found')
    : refuseUnavailable(deps, 'key_not_created', { kind })
}

export const revokeKey: Handle<'DELETE /api/desk/keys/:id'> = async ({ id }, staff, deps) => {
  const revoked = await updateKeys(deps, staff, (keys) => {
    const key = keys.find((one) => getKeyId(one) === id)
    if (!key) return succeed(null)
    const act = { kind: 'keyRevoked', subject: key.name, before: id, after: null } as const
    return succeed({ keys: keys.filter((one) => one !== key), act })
  })
  if (revoked.ok) return revoked
  const { kind } = revoked.failure
  return kind === 'ended'
    ? refuse('not_found')
    : refuseUnavailable(deps, 'key_not_revoked', { kind })
}

/** Only the key's owner can confirm it, and only after a recent sign-in. */
export const confirmKey: Handle<'POST /api/desk/confirmation'> = async ({ token }, staff, deps) => {
  const confirmation = await readConfirmation(deps, token)
  if (confirmation?.uid !== staff.uid) return refuseConfirmation()
  const { keyId, clearance } = confirmation
  const opened = await updateKeys<{ readonly kind: 'revoked' }>(deps, staff, (keys) => {
    const key = keys.find((one) => getKeyId(one) === keyId)
    if (!key) return fail({ kind: 'revoked' })
    const open = openKey(key, clearance, deps.now())
    const after = `${clearance} until ${open.openUntil[clearance]!.toISOString()}`
    return succeed({
      keys: keys.map((one) => (one === key ? open : one)),
      act: { kind: 'keyOpened', subject: key.name, before: null, after },
    })
  })
  if (opened.ok) return opened
  const { kind } = opened.failure
  if (kind === 'revoked') return refuseConfirmation()
  return kind === 'ended'
    ? refuse('not_found')
    : refuseUnavailable(deps, 'key_not_opened', { kind })
}

const refuseConfirmation = () =>
  refuse(
    'bad_token',
    'This link has expired, or isn’t for one of your access keys. Run the command again.',
  )
