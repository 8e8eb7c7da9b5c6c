/** One sample reader for each subscription status that pages distinguish. */
import { initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import type { Firestore, Write } from '../../../functions/platform/adapters/firestore.ts'
import { day } from '../../../src/domain/duration.ts'
import { addMonths } from '../../../src/domain/month.ts'
import type { DeskRole } from '../../../src/domain/reader.ts'
import type { LedgerEntry } from '../../../src/domain/referral/ledger.ts'
import { earningPeriodDays } from '../../../src/domain/referral/limits.ts'
import { referralCredit } from '../../../src/domain/subscription/offer.ts'
import {
  getProviderId,
  type SampleSubscription,
  storeSubscription,
} from './sample-subscriptions.ts'

/** Shared on purpose: these accounts exist on this machine only. */
export const samplePassword = 'verandah-sample'

type SampleReader = {
  readonly uid: string
  readonly firstName: string
  readonly lastName: string
  readonly description: string
  readonly role?: DeskRole
  /** As of `now`, the time of loading. */
  readonly subscription: (now: number) => SampleSubscription | null
}

const atTime = (time: number) => new Date(time)

export const sampleReaders: readonly SampleReader[] = [
  {
    uid: 'sample-subscriber',
    firstName: 'Leela',
    lastName: 'Subramaniam',
    description: 'subscriber',
    subscription: (now) => ({
      state: 'active',
      plan: 'annual_99',
      paidThrough: atTime(now + 200 * day),
    }),
  },
  {
    uid: 'sample-ending',
    firstName: 'Omar',
    lastName: 'Rahimi',
    description: 'cancelled, can read for another 20 days',
    subscription: (now) => ({
      state: 'ending',
      plan: 'monthly_13',
      paidThrough: atTime(now + 20 * day),
      stoppedAt: atTime(now - 5 * day),
    }),
  },
  {
    uid: 'sample-paused',
    firstName: 'Dilini',
    lastName: 'Ratnayake',
    description: 'paused, paid period has ended',
    subscription: (now) => ({
      state: 'paused',
      plan: 'monthly_13',
      paidThrough: atTime(now - 3 * day),
      stoppedAt: atTime(now - 20 * day),
      closesAt: atTime(now - 3 * day),
      resumesAt: addMonths(atTime(now - 3 * day), 2),
    }),
  },
  {
    uid: 'sample-failed',
    firstName: 'Bilal',
    lastName: 'Chaudhry',
    description: 'payment failed ten days ago',
    subscription: (now) => ({
      state: 'paymentFailed',
      plan: 'annual_99',
      paidThrough: atTime(now - 10 * day),
      failedAt: atTime(now - 10 * day),
    }),
  },
  {
    uid: 'sample-missing',
    firstName: 'Farida',
    lastName: 'Akhtar',
    description: 'PayPal hasn’t collected a payment, can read for another five days',
    subscription: (now) => ({
      state: 'paymentFailed',
      cause: 'missing',
      plan: 'monthly_13',
      paidThrough: atTime(now - 2 * day),
      failedAt: atTime(now - 2 * day),
    }),
  },
  {
    uid: 'sample-given',
    firstName: 'Sunil',
    lastName: 'Gurung',
    description: 'subscriber, has three paused months off the next annual payment',
    subscription: (now) => ({
      state: 'active',
      plan: 'annual_99',
      paidThrough: atTime(now + 200 * day),
      bank: [{ source: 'pause', id: '', months: 3, rest: 0, isSuspended: false }],
    }),
  },
  {
    uid: 'sample-charged-twice',
    firstName: 'Nasreen',
    lastName: 'Haidari',
    description: 'subscriber, was charged twice for this month',
    subscription: (now) => ({
      state: 'active',
      plan: 'monthly_13',
      paidThrough: atTime(now + 20 * day),
      isChargedTwice: true,
    }),
  },
  {
    uid: 'sample-lapsed',
    firstName: 'Rukmini',
    lastName: 'Deshpande',
    description: 'lapsed subscriber',
    subscription: (now) => ({
      state: 'ended',
      plan: 'annual_99',
      paidThrough: atTime(now - 60 * day),
      stoppedAt: atTime(now - 90 * day),
      endedAt: atTime(now - 60 * day),
    }),
  },
  {
    uid: 'sample-registered',
    firstName: 'Pema',
    lastName: 'Lhamo',
    description: 'account, never subscribed',
    subscription: () => null,
  },
  {
    uid: 'sample-editor',
    firstName: 'Zarina',
    lastName: 'Wickramasinghe',
    description: 'editor, sees /desk/statistics',
    role: 'editor',
    subscription: () => null,
  },
]

export function getSampleEmail(reader: SampleReader): string {
  return `${reader.uid.replace('sample-', '')}@example.com`
}

/** A reader with a link, and credit in every state. */
function buildReferralWrites(uid: string, now: number): readonly Write[] {
  const code = 'sxmpjgvrtd'
  const by = (friend: string, days: number): readonly LedgerEntry[] => {
    const at = atTime(now - days * day)
    const pending = {
      kind: 'pending',
      at,
      friend,
      payer: friend,
      amount: referralCredit.minorUnits,
      earnsAt: atTime(at.getTime() + earningPeriodDays * day),
    } as const
    return days < earningPeriodDays
      ? [pending]
      : [pending, { kind: 'earned', at: pending.earnsAt, friend }]
  }
  const payment = getProviderId(uid).replace('I-', 'S-')
  const paidAt = atTime(now - 165 * day)
  const ledger: readonly LedgerEntry[] = [
    ...by('first', 210),
    { kind: 'used', at: paidAt, payment, amount: 2000 },
    { kind: 'settled', at: paidAt, payment },
    ...by('second', 70),
    ...by('third', 12),
  ]
  return [
    { set: `referrals/${uid}`, fields: { code, ledger } },
    {
      set: `referralCodes/${code}`,
      fields: { uid, visits: 37, createdAt: atTime(now - 220 * day) },
    },
  ]
}

/** Creates accounts and records; repeating it is harmless. */
export async function loadSampleReaders(
  firestore: Firestore,
  { projectId, authHost, payPalUrl }: Record<'projectId' | 'authHost' | 'payPalUrl', string>,
) {
  // firebase-admin takes an emulator's address only from here.
  // biome-ignore lint/style/noProcessEnv: see above.
  process.env.FIREBASE_AUTH_EMULATOR_HOST = authHost
  const auth = getAuth(initializeApp({ projectId }, 'sample-readers'))
  const now = Date.now()
  const writes: Write[] = []
  for (const reader of sampleReaders) {
    const { uid } = reader
    const email = getSampleEmail(reader)
    const exists = await auth.getUser(uid).then(
      () => true,
      () => false,
    )
    if (!exists) {
      const displayName = `${reader.firstName} ${reader.lastName}`
      await auth.createUser({
        uid,
        email,
        password: samplePassword,
        displayName,
        emailVerified: true,
      })
    }
    writes.push({
      set: `users/${uid}`,
      fields: {
        first_name: reader.firstName,
        last_name: reader.lastName,
        email,
        emailVerified: true,
        createdAt: atTime(now),
        ...(reader.role ? { role: reader.role } : {}),
      },
    })
    const subscription = reader.subscription(now)
    if (subscription) await storeSubscription(firestore, payPalUrl, { uid, email }, subscription)
  }
  writes.push(...buildReferralWrites('sample-subscriber', now))
  const stored = await firestore.commit(writes)
  if (!stored.ok)
    throw new Error(`Storing the sample readers failed: ${JSON.stringify(stored.failure)}`)
}
