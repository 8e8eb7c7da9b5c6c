/**
 * Who is asking, and where they stand. A fresh pass answers without the database; an older one
 * costs one read; while the database is away a pass of the last 24 hours still counts.
 */
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { type Standing, standing, subscriptionSchema } from '../../src/domain/subscription.ts'
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
      /** True where the standing was looked up anew, so that a new pass is due. */
      readonly renewed: boolean
    }

export type CallerFailure =
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** The stored subscription is not one: a defect of ours, which must not cost a reader's access. */
  | { readonly kind: 'malformed'; readonly reason: string }

/** Costs one database read. */
export async function loadStanding(
  firestore: Firestore,
  uid: string,
  now: Date,
): Promise<Result<Standing, CallerFailure>> {
  const stored = await firestore.get(`subscriptions/${uid}`)
  if (!stored.ok) return fail({ kind: 'unavailable', reason: stored.failure.kind })
  if (!stored.value) return succeed(standing(null, now))
  const subscription = subscriptionSchema.safeParse(stored.value.fields)
  if (subscription.success) return succeed(standing(subscription.data, now))
  const reason = subscription.error.issues.map((issue) => issue.path.join('.')).join(', ')
  return fail({ kind: 'malformed', reason })
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
      return succeed({ kind: 'reader', uid, session, standing: remembered, renewed: false })
    }
  }
  // Only an open pass bridges an outage: nobody is told to subscribe because we cannot look.
  const remembered = pass && standingOf(pass, now)
  const bridged: Caller | null = remembered?.entitled
    ? { kind: 'reader', uid, session, standing: remembered, renewed: false }
    : null
  if (bridged && !outage.shouldAsk(now)) return succeed(bridged)
  const loaded = await loadStanding(firestore, uid, now)
  outage.note(loaded.ok || loaded.failure.kind !== 'unavailable', now)
  if (loaded.ok)
    return succeed({ kind: 'reader', uid, session, standing: loaded.value, renewed: true })
  return bridged ? succeed(bridged) : loaded
}
