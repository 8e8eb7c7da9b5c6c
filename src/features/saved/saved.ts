/** The one store of saved articles in a page, with the browser behind it, and what it tells the reader. */
import { type ApiFailure, callForJson, callForNothing } from '../../browser/api.ts'
import { keepOnDevice, readFromDevice } from '../../browser/device-storage.ts'
import { inTurn } from '../../browser/in-turn.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { SavedItem, SavedResponse } from '../../contracts/saved.ts'
import type { Result } from '../../domain/result.ts'
import { actionToast, errorToastBottom, prepareToasts } from '../../ui/toast.ts'
import { fetchSubscription } from '../account/subscription-store.ts'
import type { Change } from './changes.ts'
import { createSavedStore, savedChanged, savedKeys } from './saved-store.ts'

const addressOf = (slug: string) => `${endpoints.saved}/${slug}`

/** Their session has ended elsewhere: the page shows it, whatever it took them for. */
async function noted<Value>(call: Promise<Result<Value, ApiFailure>>) {
  const answer = await call
  if (!answer.ok && answer.failure.code === 'signed_out') void fetchSubscription()
  return answer
}

function tellFailure({ code, message }: ApiFailure, change: Change['kind']) {
  const what = change === 'save' ? 'The story was not saved.' : 'The story was not removed.'
  errorToastBottom(
    code === 'signed_out'
      ? `${what} You are logged out: log in, then try again.`
      : `${what} ${message}`,
  )
}

let isLeaving = false
/** Milliseconds. A call may be cut off before its page hears that it goes away. */
const beat = 200

export const saved = createSavedStore({
  list: () => noted(callForJson<SavedResponse>('GET', endpoints.saved)),
  save: (slug, request) => noted(callForJson<SavedItem>('PUT', addressOf(slug), request)),
  remove: (slug) => noted(callForNothing('DELETE', addressOf(slug))),
  device: { read: readFromDevice, keep: keepOnDevice },
  now: Date.now,
  inTurn: (work) => inTurn('saved', work),
  isLeaving: () => new Promise((resolve) => setTimeout(() => resolve(isLeaving), beat)),
  tellFailure,
  announce: () => dispatchEvent(new Event(savedChanged)),
})

let isStarted = false

/** Whoever comes first starts it. */
export function startSaved() {
  if (isStarted) return
  isStarted = true
  saved.start()
  addEventListener('storage', ({ key }) => {
    if (key === null || savedKeys.includes(key)) saved.followDevice()
  })
  addEventListener('pagehide', () => {
    isLeaving = true
    saved.leave()
  })
  // A page to which the reader goes back, and which the browser has kept as it was.
  addEventListener('pageshow', ({ persisted }) => {
    isLeaving = false
    if (persisted) saved.resume()
  })
}

/** Milliseconds in which a second press is the end of the first one. */
const onePress = 500
let last = { on: '', at: Number.NEGATIVE_INFINITY }

/** Whether a press counts: a double click is one. `on` says what was pressed. */
export function isNewPress({ timeStamp }: { readonly timeStamp: number }, on: string): boolean {
  const isNew = on !== last.on || timeStamp - last.at > onePress
  last = { on, at: timeStamp }
  return isNew
}

/** Saves an article, or takes it off and says how to have it back. */
export function toggleSaved(slug: string) {
  // Before the network may be gone.
  void prepareToasts()
  if (!saved.$slugs.get().includes(slug)) return saved.save(slug)
  const undo = saved.remove(slug)
  actionToast('Removed from your saved articles.', { label: 'Undo', act: undo })
}
