/**
 * The saved articles on this device. Presses show immediately, are sent one by one in order across all tabs
 * (`runInQueue`), and are undone if they fail. The last server state is stored for all pages and tabs:
 *     localStorage.saved              slugs, newest first; this tab announces its changes by `saved-changed`
 *     localStorage['saved.pending']   unconfirmed changes; the next page sends them again
 *     localStorage['saved.articles']  the list as /saved shows it
 *     localStorage['saved.at']        when the whole list was last fetched, in milliseconds
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { type ApiFailure, type ApiResult, isNetworkFailure } from '../../browser/api.ts'
import { readDeviceItem, storeDeviceItem } from '../../browser/device-storage.ts'
import type {
  SavedArticle,
  SavedArticlesResponse,
} from '../../contracts/endpoints/saved-articles-endpoints.ts'
import { changesKey } from './next-page-store.ts'
import {
  applyChanges,
  type Change,
  type Changes,
  noChanges,
  parseChanges,
  parseItems,
  parseSlugs,
} from './pending-changes.ts'

const storageKeys = {
  slugs: 'saved',
  changes: changesKey,
  items: 'saved.articles',
  at: 'saved.at',
} as const

export const savedStorageKeys: readonly string[] = Object.values(storageKeys)

/** An event on the window: this tab has written `localStorage.saved`. */
export const savedChangedEvent = 'saved-changed'

/** Milliseconds after which the list is fetched again. */
const lifetime = 24 * 60 * 60 * 1000

export type SavedDeps = {
  readonly list: () => Promise<ApiResult<SavedArticlesResponse>>
  readonly save: (request: {
    readonly slug: string
    /** When the article was saved, to undo a removal. */
    readonly savedAt?: string
  }) => Promise<ApiResult<SavedArticle>>
  readonly remove: (slug: string) => Promise<ApiResult<void>>
  /** Runs work in the order of the calls, one piece at a time across all tabs. */
  readonly runInQueue: (work: () => Promise<void>) => Promise<void>
  /** Whether the page is being closed, which cancels its calls. Never resolves on a closed page. */
  readonly isUnloading: () => Promise<boolean>
  readonly notifyFailure: (failure: ApiFailure, change: Change['kind']) => void
  readonly notifyChange: () => void
}

/** The list, first from the device, then from the server. */
export type SavedListState = {
  readonly items: readonly SavedArticle[] | null
  readonly isLoading: boolean
  /** Failure of the last fetch. */
  readonly failure: ApiFailure | null
}

type StoredState = {
  readonly slugs: readonly string[]
  readonly changes: Changes
  readonly items: readonly SavedArticle[] | null
}
const emptyState: StoredState = { slugs: [], changes: noChanges, items: null }

export function createSavedStore(deps: SavedDeps) {
  const { list, save, remove, runInQueue, isUnloading, notifyFailure, notifyChange } = deps
  const $confirmed = atom<readonly string[]>([])
  const $changes = atom<Changes>(noChanges)
  const $slugs = computed([$confirmed, $changes], applyChanges)
  const $state = atom<SavedListState>({ items: null, isLoading: false, failure: null })
  /** Changes on this page that haven't been sent yet; the last one per article counts. */
  const queuedChanges = new Map<string, Change>()
  let currentRefresh: Promise<void> | undefined

  function readDevice(fallback: StoredState) {
    $confirmed.set(parseSlugs(readDeviceItem(storageKeys.slugs)) ?? fallback.slugs)
    $changes.set(parseChanges(readDeviceItem(storageKeys.changes)) ?? fallback.changes)
    const items = parseItems<SavedArticle>(readDeviceItem(storageKeys.items)) ?? fallback.items
    $state.set({ ...$state.get(), items })
  }

  const getStoredState = (): StoredState => ({
    slugs: $confirmed.get(),
    changes: $changes.get(),
    items: $state.get().items,
  })

  function change(slug: string, desired: Change | null) {
    const { [slug]: _, ...others } =
      parseChanges(readDeviceItem(storageKeys.changes)) ?? $changes.get()
    const changes = desired ? { ...others, [slug]: desired } : others
    storeDeviceItem(storageKeys.changes, JSON.stringify(changes))
    $changes.set(changes)
  }

  function storeConfirmed(slugs: readonly string[], items: readonly SavedArticle[] | null) {
    storeDeviceItem(storageKeys.slugs, JSON.stringify(slugs))
    if (items) storeDeviceItem(storageKeys.items, JSON.stringify(items))
    $confirmed.set(slugs)
    $state.set({ ...$state.get(), items })
    notifyChange()
  }

  function confirm(slug: string, done: Change, item: SavedArticle | undefined) {
    readDevice(getStoredState())
    const others = $state.get().items?.filter((other) => other.slug !== slug) ?? null
    const items = others && item ? [...others, item] : others
    storeConfirmed(
      applyChanges($confirmed.get(), { [slug]: done }),
      items && [...items].sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1)),
    )
  }

  const call = (slug: string, sent: Change) =>
    sent.kind === 'save'
      ? save({ slug, ...(sent.savedAt ? { savedAt: sent.savedAt } : {}) })
      : remove(slug)

  /** `isFromEarlierPage`: failures aren't reported. */
  async function send(slug: string, sent: Change, isFromEarlierPage: boolean) {
    const answer = await call(slug, sent)
    if (answer.ok) confirm(slug, sent, answer.value ?? undefined)
    const isCutOff =
      !answer.ok && isNetworkFailure(answer.failure) && (isFromEarlierPage || (await isUnloading()))
    // The next page sends the change again.
    if (isCutOff) return
    const pending = parseChanges(readDeviceItem(storageKeys.changes)) ?? $changes.get()
    // A newer change to the same article is sent next.
    if (queuedChanges.has(slug) || (pending[slug] && pending[slug].kind !== sent.kind)) return
    change(slug, null)
    if (!answer.ok) notifyFailure(answer.failure, sent.kind)
  }

  function queueChange(slug: string, desired: Change) {
    queuedChanges.set(slug, desired)
    change(slug, desired)
    void runInQueue(async () => {
      const last = queuedChanges.get(slug)
      queuedChanges.delete(slug)
      // Several presses send one request.
      if (last) await send(slug, last, false)
    })
  }

  /** Sends a stored change, unless another tab has already sent it. */
  function sendStoredChange(slug: string) {
    void runInQueue(async () => {
      const storedChange = parseChanges(readDeviceItem(storageKeys.changes))?.[slug]
      if (storedChange && !queuedChanges.has(slug)) await send(slug, storedChange, true)
    })
  }

  async function fetchList() {
    const answer = await list()
    if (!answer.ok) {
      $state.set({ ...$state.get(), isLoading: false, failure: answer.failure })
      return
    }
    const { saved } = answer.value
    storeDeviceItem(storageKeys.at, String(Date.now()))
    $state.set({ items: saved, isLoading: false, failure: null })
    storeConfirmed(
      saved.map(({ slug }) => slug),
      saved,
    )
  }

  function refresh() {
    $state.set({ ...$state.get(), isLoading: true })
    currentRefresh ??= runInQueue(fetchList).finally(() => {
      currentRefresh = undefined
    })
    return currentRefresh
  }

  /** Reads the device's storage, and sends changes that an earlier page has left. */
  function resume() {
    readDevice(emptyState)
    for (const slug of Object.keys($changes.get())) sendStoredChange(slug)
  }

  return {
    /** Slugs of the saved articles, with unconfirmed changes applied. */
    $slugs,
    $confirmed: $confirmed as ReadableAtom<readonly string[]>,
    $listState: computed($state, (all) => all),
    /** Does the same as `resume`, and fetches the list if it's old. */
    start() {
      resume()
      const at = readDeviceItem(storageKeys.at) ?? '0'
      // A device that stores nothing would fetch the list on every page.
      if (Date.now() - Number(at) > lifetime && storeDeviceItem(storageKeys.at, at)) void refresh()
    },
    resume,
    /** Handles a change of the device's storage, or a sign-out, in another tab. */
    syncFromDevice() {
      readDevice(emptyState)
      // The reader has signed out in another tab. The next reader must not get these changes.
      if (readDeviceItem(storageKeys.changes) === null) queuedChanges.clear()
    },
    /** Sends queued changes when the page is closed. The next page sends them again. */
    sendQueued() {
      for (const [slug, change] of queuedChanges) void call(slug, change)
    },
    save: (slug: string) => queueChange(slug, { kind: 'save' }),
    /** Returns a function that undoes the removal, at the former position. */
    remove(slug: string) {
      const index = Math.max(0, $slugs.get().indexOf(slug))
      const savedAt = $state.get().items?.find((item) => item.slug === slug)?.savedAt
      queueChange(slug, { kind: 'remove' })
      return () => queueChange(slug, { kind: 'save', index, ...(savedAt ? { savedAt } : {}) })
    },
    refresh,
  }
}

export type SavedStore = ReturnType<typeof createSavedStore>
