/**
 * Removes records whose time is over, so that nothing about people is stored longer than needed. Everything else
 * that is removed by time, and what is never removed: README.md, "Retention".
 */
import { type Result, succeed } from '../../src/domain/result.ts'
import {
  getCheckoutPaymentPath,
  getFirstPaymentPath,
  getSecondCheckoutPaymentPath,
} from '../../src/domain/subscription/outbox-item.ts'
import type { FirestoreFailure } from '../platform/adapters/firestore.ts'
import type { Job } from '../platform/cron/cron-job.ts'
import type { JobDeps } from '../platform/cron/due-records.ts'

/** Collections, with the field that says when a record is removed. A record without a time there stays. */
export const retentionRules = {
  /** Used signatures and webhook ids: one day, and 30. */
  providerEvents: 'expiresAt',
  /** Purchases that nobody paid, after 30 days, and once PayPal isn't collecting a first payment for them. */
  checkouts: 'expiresAt',
  /** Gifts that nobody paid, with names, addresses and message, after 30 days without a pending payment. */
  gifts: 'expiresAt',
  /** Hashes of addresses that opened a story, or whose accounts have unlocked stories, after 30 days. */
  unlockAddresses: 'expiresAt',
  /** Hashes of student addresses that were sent an email, 30 days after the latest. */
  studentEmails: 'expiresAt',
  /** Hashes of accounts and addresses that were sent emails about own steps, or to sign in, 30 days after the latest. */
  countedEmails: 'expiresAt',
  /** That some entry of The Weekly's list was removed for its reader. */
  newsletterRemovals: 'expiresAt',
  /** Hashes of PayPal accounts: twelve months after their free month, paid time or subscriber's deletion. */
  freeMonths: 'expiresAt',
  /** Addresses of hidden pages whose readers have deleted their accounts. Twelve months later. */
  readerHandles: 'expiresAt',
  /** Access that was imported and has ended. */
  importedGrants: 'until',
} as const

const pageSize = 100

/**
 * Approved late and not paid yet, or PayPal couldn't be asked about it. Without the checkout, nobody would know what
 * the payment is for: there would be neither a subscription nor a refund.
 */
async function isPaymentExpected(
  firestore: JobDeps['firestore'],
  collection: string,
  id: string,
): Promise<Result<boolean, FirestoreFailure>> {
  if (collection !== 'checkouts') return succeed(false)
  const items = await firestore.getAll([
    getFirstPaymentPath(id),
    getCheckoutPaymentPath(id),
    getSecondCheckoutPaymentPath(id),
  ])
  return items.ok ? succeed(items.value.some((item) => item !== null)) : items
}

/** Costs a database read for each collection, and a read and a delete for each record, four reads for a checkout. */
export const createRetentionJob = ({ firestore }: JobDeps): Job => ({
  name: 'retention',
  async run(run) {
    let done = 0
    let failed = 0
    for (const [collection, field] of Object.entries(retentionRules)) {
      while (run.hasTime()) {
        const found = await firestore.query({
          collection,
          where: [{ field, is: 'LESS_THAN_OR_EQUAL', value: run.startedAt }],
          orderBy: field,
          limit: pageSize,
          fields: [field],
        })
        if (!found.ok) return found
        const before = failed
        let isKept = false
        for (const { id, updateTime } of found.value.documents) {
          const expected = await isPaymentExpected(firestore, collection, id)
          if (!expected.ok) return expected
          if (expected.value) {
            isKept = true
            continue
          }
          const path = `${collection}/${id}`
          const removed = await firestore.commit([{ remove: path, ifUpdatedAt: updateTime }])
          // Paid, or extended, meanwhile.
          if (!removed.ok && removed.failure.kind !== 'conflict') return removed
          if (removed.ok) done++
          else failed++
        }
        if (found.value.documents.length < pageSize || failed > before || isKept) break
      }
    }
    return succeed({ done, failed, waitingSince: null })
  },
})
