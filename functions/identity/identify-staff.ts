/**
 * Decides what a member of staff may do. This module makes all such decisions, with roles read from the database on
 * each request.
 */

import { callerHeader } from '../../src/contracts/endpoints/endpoint-path.ts'
import { isSessionValid, readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  type AccessKey,
  accessKeysSchema,
  getAccessKeysPath,
  getKeyId,
  parseAccessKey,
} from '../../src/domain/staff/access-key.ts'
import { type Clearance, decidePermission, type Permission } from '../../src/domain/staff/staff.ts'
import { hashParts } from '../platform/hash-parts.ts'
import { findOwnedAccount } from './address-owner.ts'
import type { Staff } from './caller.ts'
import { readBearer } from './caller-session.ts'
import { type Refusal, refuse, refuseUnavailable } from './handler.ts'
import { identifyByRecord } from './identify-reader.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { rememberKey } from './known-keys.ts'

type StaffRefusal = Refusal<
  'not_found' | 'signed_out' | 'forbidden' | 'confirmation_required' | 'unavailable'
>

/** The page where a key's owner confirms what it's used for. */
export const keysPage = '/desk/keys'

export const confirmParameter = 'confirm'

/** Responds with `not_found` to anyone who isn't staff, as if the page didn't exist. */
export async function admitStaff(
  deps: IdentityDeps,
  permission: Permission,
): Promise<Result<Staff, StaffRefusal>> {
  const found = await identifyStaff(deps)
  if (!found.ok) return found
  const staff = found.value
  if (!staff) return refuse('not_found')
  // A page of the desk may be older than the session, which is now another person's.
  const named = deps.request.headers.get(callerHeader)
  if (named !== null && named !== staff.uid)
    return refuse(
      'signed_out',
      'Somebody else is logged in now. Log in as the person who opened this page.',
    )
  const decision = decidePermission(permission, staff.role, staff.signIn, deps.now())
  switch (decision) {
    case 'granted':
      return succeed(staff)
    case 'notInRole':
      return refuse(
        'forbidden',
        `Your role, ${staff.role}, doesn’t allow this action. Ask an operator.`,
      )
    case 'browserOnly':
      return refuse('forbidden', `This action works only in a browser, at ${keysPage}.`)
    default:
      return requireConfirmation(deps, staff, decision)
  }
}

async function requireConfirmation(deps: IdentityDeps, { uid, key }: Staff, clearance: Clearance) {
  if (!key) return refuse('confirmation_required')
  const subject = formatConfirmation({ uid, keyId: getKeyId(key), clearance })
  const token = await deps.tokens.issueToken('keyConfirmation', subject, deps.now())
  return fail({
    code: 'confirmation_required',
    message: 'Confirm in your browser that this access key can perform this action.',
    page: `${keysPage}?${new URLSearchParams({ [confirmParameter]: token })}`,
  } as const)
}

type Confirmation = {
  readonly uid: string
  readonly keyId: string
  readonly clearance: Clearance
}

const formatConfirmation = ({ uid, keyId, clearance }: Confirmation) =>
  `${uid} ${keyId} ${clearance}`

/** Reads a confirmation link; null unless it's valid and at most a few minutes old. */
export async function readConfirmation(
  { tokens, now }: Pick<IdentityDeps, 'tokens' | 'now'>,
  token: string,
): Promise<Confirmation | null> {
  const subject = await tokens.readToken('keyConfirmation', token, now())
  if (subject === null) return null
  const [uid, keyId, clearance] = subject.split(' ') as [string, string, Clearance]
  return { uid, keyId, clearance }
}

/** Returns null for anyone who isn't staff. */
async function identifyStaff(
  deps: IdentityDeps,
): Promise<Result<Staff | null, Refusal<'unavailable'>>> {
  const bearer = readBearer(deps)
  const found = await (bearer === null ? identifyBySession(deps) : identifyByKey(deps, bearer))
  if (!found.ok) return found
  if (!found.value) return succeed(null)
  const { uid, reader } = found.value
  const { role } = reader
  if (role === null) return succeed(null)
  // An operator may have disabled the account in Firebase's console.
  const account = await findOwnedAccount(deps, uid, reader)
  if (!account.ok) return refuseUnavailable(deps, 'staff_not_identified', account.failure)
  if (account.value === null || account.value.disabled) return succeed(null)
  return succeed({ ...found.value, role })
}

async function identifyBySession(
  deps: IdentityDeps,
): Promise<Result<Omit<Staff, 'role'> | null, Refusal<'unavailable'>>> {
  const found = await identifyByRecord(deps)
  if (!found.ok) return found
  if (!found.value) return succeed(null)
  const { uid, reader, session } = found.value
  return succeed({ uid, reader, signIn: { kind: 'session', since: session.since }, key: null })
}

/** Identifies staff by an access key. Costs two database reads, plus a write on the first call of a day. */
async function identifyByKey(
  deps: IdentityDeps,
  text: string,
): Promise<Result<Omit<Staff, 'role'> | null, Refusal<'unavailable'>>> {
  const parsed = parseAccessKey(text)
  if (!parsed) return succeed(null)
  const { uid, secret } = parsed
  const path = getAccessKeysPath(uid)
  const stored = await deps.firestore.getAll([`users/${uid}`, path])
  if (!stored.ok)
    return refuseUnavailable(deps, 'staff_not_identified', { reason: stored.failure.kind })
  const [user, owned] = stored.value
  if (!user || !owned) return succeed(null)
  const keys = accessKeysSchema.safeParse(owned.fields)
  const hash = await hashParts(secret)
  // The comparison isn't constant-time: it can reveal something about the hash, but nothing about the secret.
  const key = keys.data?.keys.find((one) => one.hash === hash)
  if (!keys.success || !key) return succeed(null)
  const reader = readerSchema.safeParse(user.fields)
  if (!reader.success)
    return refuseUnavailable(deps, 'staff_not_identified', { reason: 'malformed record' })
  // Logging out everywhere also invalidates keys.
  if (!isSessionValid(reader.data, key.createdAt)) return succeed(null)
  rememberKey(text, deps.now())
  await recordUse(deps, { path, updateTime: owned.updateTime }, keys.data.keys, key)
  return succeed({
    uid,
    reader: reader.data,
    signIn: { kind: 'key', openUntil: key.openUntil },
    key,
  })
}

/** Stores the day of the key's last use. Skipped if the keys have changed since they were read. */
async function recordUse(
  { firestore, now, log }: IdentityDeps,
  { path, updateTime }: { readonly path: string; readonly updateTime: string },
  keys: readonly AccessKey[],
  used: AccessKey,
) {
  const today = now().toISOString().slice(0, 10)
  if (used.lastUsedOn === today) return
  const changed = keys.map((key) => (key === used ? { ...key, lastUsedOn: today } : key))
  const written = await firestore.commit([
    { set: path, fields: { keys: changed }, ifUpdatedAt: updateTime },
  ])
  if (!written.ok) log('key_use_not_recorded', { kind: written.failure.kind })
}
