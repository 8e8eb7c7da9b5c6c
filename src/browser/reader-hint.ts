/** The `reader` hint as this page has it, and the document that shows it. */
import { parseReaderHint, type ReaderHint, readerHintCookie } from '../contracts/reader-hint.ts'

/** Null for a guest. */
export function readReaderHint(): ReaderHint | null {
  const cookies = document.cookie.split('; ').map((pair) => pair.split('='))
  return parseReaderHint(cookies.find(([name]) => name === readerHintCookie)?.[1])
}

/** Shows another standing than the first paint did; styles choose by these attributes. */
export function showReaderHint(hint: ReaderHint | null) {
  const root = document.documentElement
  root.dataset.reader = hint?.status ?? 'guest'
  if (hint?.open) root.dataset.open = ''
  else delete root.dataset.open
}
