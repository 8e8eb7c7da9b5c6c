/** Readers to try the sample publication with, one for each standing that pages tell apart. */
import { initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import type { Firestore, Write } from '../../functions/adapters/firestore.ts'
import { type SampleSubscription, storeSubscription } from './subscriptions.ts'

const day = 24 * 60 * 60 * 1000

/** The same for all of them, on purpose: these accounts exist on this machine only. */
export const samplePassword = 'verandah-sample'

type SampleReader = {
  readonly uid: string
  readonly firstName: string
  readonly lastName: string
  readonly describes: string
  /** Their subscription as of the moment of loading, as far as it is their own. */
  readonly subscription: (now: number) => SampleSubscription | null
}

const at = (time: number) => new Date(time)

export const sampleReaders: readonly SampleReader[] = [
  {
    uid: 'sample-subscriber',
    firstName: 'Leela',
    lastName: 'Subramaniam',
    describes: 'subscriber',
    subscription: (now) => ({
      state: 'active',
      plan: 'annual_99',
      paidThrough: at(now + 200 * day),
    }),
  },
  {
    uid: 'sample-ending',
    firstName: 'Omar',
    lastName: 'Rahimi',
    describes: 'has cancelled, reads on to the end of the month',
    subscription: (now) => ({
      state: 'ending',
      plan: 'monthly_13',
      paidThrough: at(now + 20 * day),
      stoppedAt: at(now - 5 * day),
    }),
  },
  {
    uid: 'sample-paused',
    firstName: 'Dilini',
    lastName: 'Ratnayake',
    describes: 'has paused, the paid time is over',
    subscription: (now) => ({
      state: 'paused',
      plan: 'monthly_13',
      paidThrough: at(now - 3 * day),
      stoppedAt: at(now - 20 * day),
      resumesAt: at(now + 40 * day),
    }),
  },
  {
    uid: 'sample-failed',
    firstName: 'Bilal',
    lastName: 'Chaudhry',
    describes: 'a payment failed ten days ago',
    subscription: (now) => ({
      state: 'paymentFailed',
      plan: 'annual_99',
      paidThrough: at(now - 10 * day),
      failedAt: at(now - 10 * day),
    }),
  },
  {
    uid: 'sample-lapsed',
    firstName: 'Rukmini',
    lastName: 'Deshpande',
    describes: 'lapsed subscriber',
    subscription: (now) => ({
      state: 'ended',
      plan: 'annual_99',
      paidThrough: at(now - 60 * day),
      stoppedAt: at(now - 90 * day),
      endedAt: at(now - 60 * day),
    }),
  },
  {
    uid: 'sample-registered',
    firstName: 'Pema',
    lastName: 'Lhamo',
    describes: 'has an account, never subscribed',
    subscription: () => null,
  },
]

export function sampleEmail(reader: SampleReader): string {
  return `${reader.uid.replace('sample-', '')}@example.com`
}

/** Creates the accounts with the sign-in service and their records in Firestore; again is harmless. */
export async function loadSampleReaders(
  firestore: Firestore,
  { projectId, authHost, payPalUrl }: Record<'projectId' | 'authHost' | 'payPalUrl', string>,
) {
  // firebase-admin takes the address of a stand-in from here alone.
  process.env.FIREBASE_AUTH_EMULATOR_HOST = authHost
  const auth = getAuth(initializeApp({ projectId }, 'sample-readers'))
  const now = Date.now()
  const writes: Write[] = []
  for (const reader of sampleReaders) {
    const { uid } = reader
    const email = sampleEmail(reader)
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
        createdAt: at(now),
      },
    })
    const subscription = reader.subscription(now)
    if (subscription) await storeSubscription(firestore, payPalUrl, { uid, email }, subscription)
  }
  const stored = await firestore.commit(writes)
  if (!stored.ok)
    throw new Error(`The sample readers were not stored: ${JSON.stringify(stored.failure)}`)
}
