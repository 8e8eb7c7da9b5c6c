import { summariseLedger } from '../../src/domain/referral/ledger.ts'
import { succeed } from '../../src/domain/result.ts'
import { openReferral, readReferralLink } from '../credit/referral-record.ts'
import { type Handle, refuseUnavailable } from '../identity/handler.ts'

/** Costs two database reads, besides those that identify the reader. */
export const openOwnReferral: Handle<'PUT /api/referral'> = async (_, { uid }, deps) => {
  const { firestore, now } = deps
  const refuseReferral = (reason: string) =>
    refuseUnavailable(
      deps,
      'referral_unavailable',
      { uid, reason },
      'We can’t get your link right now. Try again in a minute.',
    )
  const opened = await openReferral(firestore, uid, now())
  if (!opened.ok) return refuseReferral(opened.failure.kind)
  const { code, ledger } = opened.value
  const link = await readReferralLink(firestore, code)
  if (!link.ok) return refuseReferral(link.failure.kind)
  const { nextEarnsAt, ...amounts } = summariseLedger(ledger)
  return succeed({
    code,
    visits: link.value?.visits ?? 0,
    ...amounts,
    nextEarnsAt: nextEarnsAt?.toISOString() ?? null,
  })
}
