import { type ApiFailure, call } from '../../browser/api.ts'
import { isPageUnloading, trackUnload } from '../../browser/page-unload.ts'
import { runSequentially } from '../../browser/sequential-queue.ts'
import { prepareToasts, showActionToast, showErrorToastBottom } from '../../ui/toast.ts'
import { refreshIfSignedOut } from '../session/session-check-store.ts'
import type { Change } from './pending-changes.ts'
import { createSavedStore, savedChangedEvent, savedStorageKeys } from './saved-store.ts'

function notifyFailure({ code, message }: ApiFailure, change: Change['kind']) {
  const what = change === 'save' ? 'The story wasn’t saved.' : 'The story wasn’t removed.'
  showErrorToastBottom(
    code === 'signed_out'
      ? `${what} You’re logged out. Log in and try again.`
      : `${what} ${message}`,
  )
}

export const savedStore = createSavedStore({
  list: () => refreshIfSignedOut(call('GET /api/saved')),
  save: (request) => refreshIfSignedOut(call('PUT /api/saved/:slug', request)),
  remove: (slug) => refreshIfSignedOut(call('DELETE /api/saved/:slug', { slug })),
  runInQueue: (work) => runSequentially('saved', work),
  isUnloading: isPageUnloading,
  notifyFailure,
  notifyChange: () => dispatchEvent(new Event(savedChangedEvent)),
})

let isStarted = false

export function startSaved() {
  if (isStarted) return
  isStarted = true
  savedStore.start()
  addEventListener('storage', ({ key }) => {
    if (key === null || savedStorageKeys.includes(key)) savedStore.syncFromDevice()
  })
  trackUnload()
  addEventListener('pagehide', savedStore.sendQueued)
  // A page restored from the back-forward cache may be outdated.
  addEventListener('pageshow', ({ persisted }) => persisted && savedStore.resume())
}

/** Milliseconds between the presses of a double click. */
const doublePressWindow = 500
let lastPress = { target: '', at: Number.NEGATIVE_INFINITY }

/** Returns false for the second press of a double click on the same target. */
export function isNewPress({ timeStamp }: { readonly timeStamp: number }, target: string): boolean {
  const isNew = target !== lastPress.target || timeStamp - lastPress.at > doublePressWindow
  lastPress = { target, at: timeStamp }
  return isNew
}

/** Saves or removes an article; a removal can be undone. */
export function toggleSaved(slug: string) {
  void prepareToasts()
  if (!savedStore.$slugs.get().includes(slug)) return savedStore.save(slug)
  const undo = savedStore.remove(slug)
  showActionToast('Removed from your saved stories.', { label: 'Undo', onAction: undo })
}
