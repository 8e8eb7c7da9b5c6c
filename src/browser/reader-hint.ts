/** The reader's status on <html>, not from the cookie, which later responses may change. */
import type { ReaderHint } from '../contracts/cookies/reader-hint-cookie.ts'
import { subscriptionStatuses } from '../domain/subscription/subscription-status.ts'

/** Null for a guest. */
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

/** Styles depend on these attributes (styles/reader-state.css). */
export function showReaderHint(hint: ReaderHint | null) {
  const root = document.documentElement
  root.dataset.reader = hint?.status ?? 'guest'
  // For guests and readers alike: this device may open the story.
  const isOpen = hint?.open || root.dataset.pass !== undefined
  for (const [flag, isSet] of [
    ['open', isOpen],
    ['paymentFailed', hint?.paymentFailed],
  ] as const) {
    if (isSet) root.dataset[flag] = ''
    else delete root.dataset[flag]
  }
}
