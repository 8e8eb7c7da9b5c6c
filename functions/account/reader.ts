/**
 * Who is asking, and where they stand. A fresh pass answers without the database; an older one
 * costs one request to it; while it is away a pass of the last 24 hours still counts.
 */

import { z } from 'zod'
import { type Reader, readerSchema, sessionStands } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { type Standing, standing } from '../../src/domain/standing.ts'
import { type SubscriptionRecord, subscriptionRecordSchema } from '../../src/domain/subscription.ts'
import type { Firestore } from '../adapters/firestore.ts'
import type { Outage } from './outage.ts'
import { type Pass, passFreshSeconds, type Session, type Tokens } from './tokens.ts'

export type Caller =
  | { readonly kind: 'guest' }
  | {
      readonly kind: 'reader'
      readonly uid: string
      readonly session: Session
      readonly standing: Standing
      /** The record, if the database was asked, so that a new pass is due; otherwise null. */
      readonly record: Reader | null
    }

export type CallerFailure =
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** What is stored is not a record: a defect of ours, which must not cost a reader's access. */
  | { readonly kind: 'malformed'; readonly reason: string }

export type LoadedReader = {
  readonly reader: Reader
  /** Of the record, for the precondition of whoever changes it. */
  readonly updateTime: string
  readonly subscription: SubscriptionRecord | null
  readonly standing: Standing
}

/** Null where there is no record: they never signed in, or are forgotten. Costs two database reads. */
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
    standing: standing(parsed.data.subscription, now),
  })
}

/** What a pass still says at `now`: an entitlement with an end does not outlive it. */
function standingOf(pass: Pass, now: Date): Standing {
  const { until } = pass.standing
  return until !== null && until <= now ? { ...pass.standing, entitled: false } : pass.standing
}

export async function identifyCaller(
  cookies: { readonly session: string | undefined; readonly pass: string | undefined },
  {
    tokens,
    firestore,
    outage,
    now,
  }: { tokens: Tokens; firestore: Firestore; outage: Outage; now: Date },
): Promise<Result<Caller, CallerFailure>> {
  const [session, found] = await Promise.all([
    tokens.readSession(cookies.session, now),
    tokens.readPass(cookies.pass, now),
  ])
  if (!session) return succeed({ kind: 'guest' })
  const { uid } = session
  // A pass of somebody else, put beside this session, is no pass.
  const pass = found?.uid === uid ? found : null
  if (pass) {
    const age = (now.getTime() - pass.issuedAt.getTime()) / 1000
    const remembered = standingOf(pass, now)
    if (age <= passFreshSeconds && remembered.entitled === pass.standing.entitled) {
      return succeed({ kind: 'reader', uid, session, standing: remembered, record: null })
    }
  }
  // Only an open pass bridges an outage: nobody is told to subscribe because we cannot look.
  const remembered = pass && standingOf(pass, now)
  const bridged: Caller | null = remembered?.entitled
    ? { kind: 'reader', uid, session, standing: remembered, record: null }
    : null
  if (bridged && !outage.shouldAsk(now)) return succeed(bridged)
  const loaded = await loadReader(firestore, uid, now)
  outage.note(loaded.ok || loaded.failure.kind !== 'unavailable', now)
  if (!loaded.ok) return bridged ? succeed(bridged) : loaded
  if (!loaded.value || !sessionStands(loaded.value.reader, session.since)) {
    return succeed({ kind: 'guest' })
  }
  return succeed({
    kind: 'reader',
    uid,
    session,
    standing: loaded.value.standing,
    record: loaded.value.reader,
  })
}
