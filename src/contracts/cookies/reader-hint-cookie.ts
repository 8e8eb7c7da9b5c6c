import { type StaffRole, staffRoles } from '../../domain/staff/staff.ts'
import {
  type SubscriptionDetail,
  type SubscriptionStatus,
  subscriptionStatuses,
} from '../../domain/subscription/subscription-status.ts'

/**
 * Lets pages render the right header and paywall at first paint, but grants no access. Examples:
 * `isEnding.open`, `notSubscribed`, `needsToRestart.paymentFailed`; no cookie means guest. For staff, the role follows,
 * for links to the desk: `notSubscribed~editor`.
 */
export const readerHintCookie = 'reader'

export type ReaderHint = {
  readonly status: SubscriptionStatus
  readonly open: boolean
  /** Whether a subscription has a failed, missing or reversed payment, so that no second one is offered. */
  readonly paymentFailed: boolean
}

const unpaidDetails: readonly SubscriptionDetail[] = ['paymentFailed', 'paymentMissing', 'disputed']

export const createReaderHint = (subscription: {
  readonly status: SubscriptionStatus
  readonly detail: SubscriptionDetail
  readonly entitled: boolean
}): ReaderHint => ({
  status: subscription.status,
  open: subscription.entitled,
  paymentFailed: unpaidDetails.includes(subscription.detail),
})

const roleMark = '~'

export const addRole = (hint: string, role: StaffRole | null): string =>
  role === null ? hint : hint + roleMark + role

/** Separates the hint from the role, which is empty for readers. Neither is validated. */
export function splitRole(value: string): readonly [hint: string, role: string] {
  const [hint = '', role = ''] = value.split(roleMark)
  return [hint, role]
}

/** Returns null for a reader. */
export const readHintedRole = (value: string | undefined): StaffRole | null =>
  staffRoles.find((role) => role === splitRole(value ?? '')[1]) ?? null

export function formatReaderHint({ status, open, paymentFailed }: ReaderHint): string {
  return [status, open && 'open', paymentFailed && 'paymentFailed'].filter(Boolean).join('.')
}

const readerHintPattern = new RegExp(
  `^(${subscriptionStatuses.join('|')})(\\.open)?(\\.paymentFailed)?$`,
)

export function parseReaderHint(value: string | undefined): ReaderHint | null {
  const found = readerHintPattern.exec(splitRole(value ?? '')[0])
  if (!found) return null
  const [, status, open, paymentFailed] = found
  return {
    status: status as SubscriptionStatus,
    open: open !== undefined,
    paymentFailed: paymentFailed !== undefined,
  }
}
