/**
 * What the page assumes of its reader: the inline script took it from the `reader` cookie before
 * the first paint (layouts/reader-hint-script.ts), and the server's word may correct it. The
 * document is asked and not the cookie, because answers that arrive meanwhile may change that.
 */
import type { ReaderHint } from '../contracts/reader-hint.ts'
import { subscriptionStatuses } from '../domain/subscription-status.ts'

/** Null for a guest. */
export function readReaderHint(): ReaderHint | null {
  const { reader, open, mend } = document.documentElement.dataset
  const status = subscriptionStatuses.find((candidate) => candidate === reader)
  return status ? { status, open: open !== undefined, mend: mend !== undefined } : null
}

/** Whether the page is shown as a signed-in reader's, of whatever standing. */
export function isReaderShown(): boolean {
  return document.documentElement.dataset.reader !== 'guest'
}

/** Shows another standing than the first paint did; styles choose by these attributes. */
export function showReaderHint(hint: ReaderHint | null) {
  const root = document.documentElement
  root.dataset.reader = hint?.status ?? 'guest'
  for (const mark of ['open', 'mend'] as const) {
    if (hint?.[mark]) root.dataset[mark] = ''
    else delete root.dataset[mark]
  }
}
