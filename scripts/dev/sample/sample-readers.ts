/** One sample reader for each subscription status that pages distinguish. */
import { initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import type { Firestore, Write } from '../../../functions/platform/adapters/firestore.ts'
import { day } from '../../../src/domain/duration.ts'
import { addMonths } from '../../../src/domain/month.ts'
import type { LedgerEntry } from '../../../src/domain/referral/ledger.ts'
import { earningPeriodDays } from '../../../src/domain/referral/limits.ts'
import type { StaffRole } from '../../../src/domain/staff/staff.ts'
import { referralCredit } from '../../../src/domain/subscription/offer.ts'
import { createSampleDraftWrites } from './sample-drafts.ts'
import { createSampleListWrites } from './sample-newsletter.ts'
import { getPaymentId, type SampleSubscription, storeSubscription } from './sample-subscriptions.ts'

/** The password is shared on purpose: these accounts exist on this machine only. */
export const samplePassword = 'verandah-sample'

export type SampleReader = {
  readonly uid: string
  readonly name: readonly [first: string, last: string]
  readonly description: string
  readonly role?: StaffRole
  /** `after` returns the time that many days after loading, or before it if negative. */
  readonly subscription: (after: (days: number) => Date) => SampleSubscription | null
}

const atTime = (time: number) => new Date(time)

const staff: readonly {
  readonly role: StaffRole
  readonly name: SampleReader['name']
  readonly description: string
}[] = [
  { role: 'writer', name: ['Anusha', 'Pokharel'], description: 'writes drafts and submits them' },
  {
    role: 'editor',
    name: ['Zarina', 'Wickramasinghe'],
    description: 'also publishes, and reads the statistics',
  },
  { role: 'support', name: ['Tashi', 'Wangdi'], description: 'looks after readers’ accounts' },
  { role: 'operator', name: ['Ruvani', 'Jayasuriya'], description: 'may do everything' },
]

export const sampleReaders: readonly SampleReader[] = [
  {
    uid: 'sample-subscriber',
    name: ['Leela', 'Subramaniam'],
    description: 'subscriber',
    subscription: (after) => ({ state: 'active', plan: 'annual_99', paidThrough: after(200) }),
  },
  {
    uid: 'sample-ending',
    name: ['Omar', 'Rahimi'],
    description: 'cancelled, can read for another 20 days',
    subscription: (after) => ({
      state: 'ending',
      plan: 'monthly_13',
      paidThrough: after(20),
      stoppedAt: after(-5),
    }),
  },
  {
    uid: 'sample-paused',
    name: ['Dilini', 'Ratnayake'],
    description: 'paused, paid period has ended',
    subscription: (after) => ({
      state: 'paused',
      plan: 'monthly_13',
      paidThrough: after(-3),
      stoppedAt: after(-20),
      closesAt: after(-3),
      resumesAt: addMonths(after(-3), 2),
    }),
  },
  {
    uid: 'sample-failed',
    name: ['Bilal', 'Chaudhry'],
    description: 'payment failed ten days ago',
    subscription: (after) => ({
      state: 'paymentFailed',
      plan: 'annual_99',
      paidThrough: after(-10),
      failedAt: after(-10),
    }),
  },
  {
    uid: 'sample-missing',
    name: ['Farida', 'Akhtar'],
    description: 'PayPal hasn’t collected a payment, can read for another five days',
    subscription: (after) => ({
      state: 'paymentFailed',
      cause: 'missing',
      plan: 'monthly_13',
      paidThrough: after(-2),
      failedAt: after(-2),
    }),
  },
  {
    uid: 'sample-given',
    name: ['Sunil', 'Gurung'],
    description: 'subscriber, has three paused months off the next annual payment',
    subscription: (after) => ({
      state: 'active',
      plan: 'annual_99',
      paidThrough: after(200),
      bank: [{ source: 'pause', id: '', months: 3, rest: 0, isSuspended: false }],
    }),
  },
  {
    uid: 'sample-charged-twice',
    name: ['Nasreen', 'Haidari'],
    description: 'subscriber, was charged twice for this month',
    subscription: (after) => ({
      state: 'active',
      plan: 'monthly_13',
      paidThrough: after(20),
      isChargedTwice: true,
    }),
  },
  {
    uid: 'sample-disputed',
    name: ['Imran', 'Sabawoon'],
    description: 'disputed the last payment at PayPal, can’t read until it’s decided',
    subscription: (after) => ({
      state: 'disputed',
      plan: 'monthly_13',
      paidThrough: after(20),
      stoppedAt: after(-2),
      disputes: [{ id: getPaymentId('sample-disputed'), paymentAt: null }],
    }),
  },
  {
    uid: 'sample-lapsed',
    name: ['Rukmini', 'Deshpande'],
    description: 'lapsed subscriber',
    subscription: (after) => ({
      state: 'ended',
      plan: 'annual_99',
      paidThrough: after(-60),
      stoppedAt: after(-90),
      endedAt: after(-60),
    }),
  },
  {
    uid: 'sample-registered',
    name: ['Pema', 'Lhamo'],
    description: 'account, never subscribed',
    subscription: () => null,
  },
  ...staff.map(({ role, name, description }) => ({
    uid: `sample-${role}`,
    name,
    description,
    role,
    subscription: () => null,
  })),
]

export function getSampleEmail(reader: SampleReader): string {
  return `${reader.uid.replace('sample-', '')}@example.com`
}

/** Creates a reader with a link, and credit in every state. */
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
  const payment = getPaymentId(uid)
  const paidAt = atTime(now - 165 * day)
  const ledger: readonly LedgerEntry[] = [
    ...by('first', 210),
    { kind: 'used', at: paidAt, payment, amount: referralCredit.minorUnits },
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
      const displayName = reader.name.join(' ')
      const account = { uid, email, password: samplePassword, displayName, emailVerified: true }
      await auth.createUser(account)
    }
    writes.push({
      set: `users/${uid}`,
      fields: {
        first_name: reader.name[0],
        last_name: reader.name[1],
        email,
        emailVerified: true,
        createdAt: atTime(now),
        ...(reader.role ? { role: reader.role } : {}),
      },
    })
    const subscription = reader.subscription((days) => atTime(now + days * day))
    if (subscription) await storeSubscription(firestore, payPalUrl, { uid, email }, subscription)
  }
  writes.push(...buildReferralWrites('sample-subscriber', now))
  writes.push(...createSampleDraftWrites(atTime(now)))
  writes.push(...(await createSampleListWrites(atTime(now))))
  const stored = await firestore.commit(writes)
  if (!stored.ok)
    throw new Error(`Storing the sample readers failed: ${JSON.stringify(stored.failure)}`)
}
