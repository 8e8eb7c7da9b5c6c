/**
 * The reader's status as shown by attributes of <html>. The cookie isn't read here, because later responses may change
 * it.
 */
import type { ReaderHint } from '../contracts/cookies/reader-hint-cookie.ts'
import { subscriptionStatuses } from '../domain/subscription/subscription-status.ts'

/** Returns null for a guest. */
export function readReaderHint(): ReaderHint | null {
  const { reader, open, paymentFailed } = document.documentElement.dataset
  const status = subscriptionStatuses.find((candidate) => candidate === reader)
  return status
    ? { status, open: open !== undefined, paymentFailed: paymentFailed !== undefined }
    : null
}

export function isSignedInShown(): boolean {
  return document.documentElement.dataset.reader !== 'guest'
}

/** Sets the attributes on which styles depend (styles/reader-state.css). */
export function showReaderHint(hint: ReaderHint | null) {
  const root = document.documentElement
  root.dataset.reader = hint?.status ?? 'guest'
  // This device may have access to the story, for guests and readers alike.
  const isOpen = hint?.open || root.dataset.pass !== undefined
  for (const [flag, isSet] of [
    ['open', isOpen],
    ['paymentFailed', hint?.paymentFailed],
  ] as const) {
    if (isSet) root.dataset[flag] = ''
    else delete root.dataset[flag]
  }
}
