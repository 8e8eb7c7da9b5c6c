/** The line above the text: the document's state, whether it is saved, and its length. */
import { estimateReadingMinutes } from '../../domain/reading-time.ts'
import { findPart } from './editor-parts.ts'
import type { OpenEditor } from './editor-state.ts'
import { readSavingStatus } from './saving.ts'
import { describeStatus } from './status-text.ts'

const stateNames = {
  scheduled: 'Scheduled',
  published: 'Published',
  withdrawn: 'Withdrawn',
} as const

export function showStatus({ session, $document }: OpenEditor) {
  const status = findPart('status')
  function show() {
    const current = readSavingStatus(session.$saving.get())
    const text = describeStatus(current, {
      isDeviceFull: session.$isDeviceFull.get(),
      refusal: session.$refusal.get(),
    })
    if (status.textContent !== text) status.textContent = text
    status.dataset.status = current
  }
  function showState() {
    const { stored, draft } = $document.get() ?? {}
    const { revision } = session.$saving.get()
    const name = stored ? stateNames[stored.state] : 'Draft'
    // An unpublished story is a draft again.
    const isDraft = stored?.state === 'withdrawn' && revision > 0
    findPart('state').textContent = isDraft
      ? draft?.publishAt
        ? 'Scheduled, not public now'
        : 'Draft, no longer published'
      : stored && revision > 0
        ? `${name}, with unpublished changes`
        : name
  }
  session.$saving.subscribe(() => {
    show()
    showState()
  })
  session.$isDeviceFull.listen(show)
  $document.listen(showState)
}

/** Returns a text such as “1,240 words · 5 min”. */
export const describeLength = (words: number) =>
  `${words.toLocaleString('en-GB')} ${words === 1 ? 'word' : 'words'} · ${estimateReadingMinutes(words)} min`
