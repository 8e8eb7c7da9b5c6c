import { type SubscriptionStatus, subscriptionStatuses } from '../domain/subscription-status.ts'

/**
 * The readable cookie `reader`: what a page may assume before the server has answered, so that the
 * header and the wall are right at the first paint. It opens nothing. No cookie means guest.
 *
 *     reader=isEnding.open     signed in, ending, closed articles probably open
 *     reader=notSubscribed     signed in, closed articles closed
 */
export const readerHintCookie = 'reader'

export type ReaderHint = { readonly status: SubscriptionStatus; readonly open: boolean }

export function formatReaderHint({ status, open }: ReaderHint): string {
  return open ? `${status}.open` : status
}

export function parseReaderHint(value: string | undefined): ReaderHint | null {
  const [name, open, ...more] = (value ?? '').split('.')
  const status = subscriptionStatuses.find((candidate) => candidate === name)
  if (!status || more.length > 0 || (open !== undefined && open !== 'open')) return null
  return { status, open: open === 'open' }
}
