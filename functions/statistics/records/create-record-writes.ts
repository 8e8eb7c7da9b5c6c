/**
 * Creates writes to `transitionRecords`, for the commit that stores the transition. An id is the hash of what makes the
 * transition unique, so that it's counted once, however often it's written.
 */
import type { Attribution } from '../../../src/domain/statistics/attribution.ts'
import type {
  RecordedTransition,
  TransitionKind,
  TransitionRecord,
} from '../../../src/domain/statistics/transition-record.ts'
import { currency } from '../../../src/publication/offer.ts'
import type { Write } from '../../platform/adapters/firestore.ts'
import { hashParts } from '../../platform/hash-parts.ts'

export const recordsCollection = 'transitionRecords'

export async function createRecordWrites(
  transitions: readonly RecordedTransition[],
  attribution: Attribution | null,
): Promise<readonly Write[]> {
  return Promise.all(
    transitions.map(async (transition): Promise<Write> => {
      const { key, subscription, payment = '', redeemableUntil = null, ...common } = transition
      const subject = subscription === undefined ? '' : await hashSubscription(subscription)
      const details = { currency, attribution, subject, payment, redeemableUntil } as const
      const fields: TransitionRecord = { ...common, ...details }
      return { set: await getRecordPath(common.kind, key), fields }
    }),
  )
}

/** Returns the same hash for all records of a subscription. It can't be guessed, because PayPal's id can't. */
export const hashSubscription = (payPalSubscription: string) =>
  hashParts('subscription', payPalSubscription)

export const getRecordPath = async (kind: TransitionKind, key: string) =>
  `${recordsCollection}/${await hashParts('transition', kind, key)}`

/** Returns the path to remove when an account's creation is undone. */
export const getRegistrationPath = (uid: string) => getRecordPath('registered', uid)

/** `reason` is where the account was created. */
export const createRegistrationWrites = (
  uid: string,
  {
    createdAt: at,
    attribution,
  }: { readonly createdAt: Date; readonly attribution: Attribution | null },
  reason: 'signUp' | 'checkout',
) =>
  createRecordWrites(
    [{ kind: 'registered', key: uid, at, plan: '', amount: 0, reason }],
    attribution,
  )
