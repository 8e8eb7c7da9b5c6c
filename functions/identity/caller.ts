/** Identifies the caller and their subscription status. During an outage, a pass from the last 24 hours is accepted. */

import { z } from 'zod'
import { isSessionValid, type Reader, readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { AccessKey } from '../../src/domain/staff/access-key.ts'
import type { SignIn, StaffRole } from '../../src/domain/staff/staff.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import type { Entitlement } from '../../src/domain/subscription/entitlement-schema.ts'
import {
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../src/domain/subscription/subscription.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import type { OutageTracker } from './outage-tracker.ts'
import { type Pass, passFreshSeconds, type Session, type Tokens } from './session-tokens.ts'

export type Caller =
  | { readonly kind: 'guest' }
  | {
      readonly kind: 'reader'
      readonly uid: string
      readonly session: Session
      readonly entitlement: Entitlement
      /** Set if the database was read, which means that a new pass is due. */
      readonly record: Reader | null
    }

export type CallerFailure =
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** A malformed record is our bug, and mustn't cost a reader their access. */
  | { readonly kind: 'malformed'; readonly reason: string }

export type LoadedReader = {
  readonly reader: Reader
  readonly updateTime: string
  readonly subscription: SubscriptionRecord | null
  readonly entitlement: Entitlement
}

/** A reader identified by the database, so a session ended on another device has ended on this one too. */
export type SignedInReader = LoadedReader & { readonly uid: string; readonly session: Session }

/** A person with a role, identified for one request. */
export type Staff = {
  readonly uid: string
  readonly reader: Reader
  readonly role: StaffRole
  readonly signIn: SignIn
  /** Null in a browser. */
  readonly key: AccessKey | null
}

/** Returns null if the reader has never signed in or was deleted. Costs two database reads. */
export async function loadReader(
  firestore: Firestore,
  uid: string,
  now: Date,
): Promise<Result<LoadedReader | null, CallerFailure>> {
  const stored = await firestore.getAll([`users/${uid}`, `subscriptions/${uid}`])
  if (!stored.ok) return fail({ kind: 'unavailable', reason: stored.failure.kind })
  const [record, subscription] = stored.value
  if (!record) return succeed(null)
  const parsed = z
    .object({ reader: readerSchema, subscription: subscriptionRecordSchema.nullable() })
    .safeParse({ reader: record.fields, subscription: subscription?.fields ?? null })
  if (!parsed.success) {
    const reason = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')
    return fail({ kind: 'malformed', reason })
  }
  return succeed({
    reader: parsed.data.reader,
    updateTime: record.updateTime,
    subscription: parsed.data.subscription,
    entitlement: resolveEntitlement(parsed.data.subscription, now),
  })
}

/** An entitlement never outlasts its end date. */
export function getPassEntitlement(pass: Pass, now: Date): Entitlement {
  const { until } = pass.entitlement
  return until !== null && until <= now
    ? { ...pass.entitlement, entitled: false }
    : pass.entitlement
}

export async function identifyCaller(
  {
    session,
    pass: passCookie,
  }: { readonly session: Session | null; readonly pass: string | undefined },
  {
    tokens,
    firestore,
    outageTracker,
    now,
  }: { tokens: Tokens; firestore: Firestore; outageTracker: OutageTracker; now: Date },
): Promise<Result<Caller, CallerFailure>> {
  if (!session) return succeed({ kind: 'guest' })
  const { uid } = session
  const found = await tokens.readPass(passCookie, now)
  const pass = found?.uid === uid ? found : null
  let fallbackCaller: Caller | null = null
  if (pass) {
    const entitlement = getPassEntitlement(pass, now)
    const passCaller: Caller = { kind: 'reader', uid, session, entitlement, record: null }
    const age = (now.getTime() - pass.issuedAt.getTime()) / 1000
    const hasEnded = entitlement.entitled !== pass.entitlement.entitled
    if (age <= passFreshSeconds && !hasEnded) return succeed(passCaller)
    // Only a pass with an entitlement is accepted, because readers without one may have subscribed since.
    if (entitlement.entitled) fallbackCaller = passCaller
  }
  if (fallbackCaller && !outageTracker.shouldTry(now)) return succeed(fallbackCaller)
  const loaded = await loadReader(firestore, uid, now)
  outageTracker.recordAttempt(loaded.ok || loaded.failure.kind !== 'unavailable', now)
  if (!loaded.ok) return fallbackCaller ? succeed(fallbackCaller) : loaded
  if (!loaded.value || !isSessionValid(loaded.value.reader, session.since)) {
    return succeed({ kind: 'guest' })
  }
  return succeed({
    kind: 'reader',
    uid,
    session,
    entitlement: loaded.value.entitlement,
    record: loaded.value.reader,
  })
}
