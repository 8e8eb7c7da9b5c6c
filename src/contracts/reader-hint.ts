import { type SubscriptionStatus, subscriptionStatuses } from '../domain/subscription-status.ts'

/**
 * The readable cookie `reader`: what a page may assume before the server has answered, so that the
 * header and the wall are right at the first paint. It opens nothing. No cookie means guest.
 *
 *     reader=isEnding.open          signed in, ending, closed articles probably open
 *     reader=notSubscribed          signed in, closed articles closed
 *     reader=needsToRestart.mend    closed, and a payment that failed could be mended
 */
export const readerHintCookie = 'reader'

export type ReaderHint = {
  readonly status: SubscriptionStatus
  readonly open: boolean
  /** Whether there is a subscription whose payment failed: nobody is to buy another one then. */
  readonly mend: boolean
}

export function formatReaderHint({ status, open, mend }: ReaderHint): string {
  return [status, open && 'open', mend && 'mend'].filter(Boolean).join('.')
}

const pattern = new RegExp(`^(${subscriptionStatuses.join('|')})(\\.open)?(\\.mend)?$`)

export function parseReaderHint(value: string | undefined): ReaderHint | null {
  const found = pattern.exec(value ?? '')
  if (!found) return null
  const [, status, open, mend] = found
  return {
    status: status as SubscriptionStatus,
    open: open !== undefined,
    mend: mend !== undefined,
  }
}
