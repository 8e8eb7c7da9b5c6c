/**
 * Shared server data for islands, cached for five minutes across pages. Guests and builds send no requests. A response
 * that arrives after a sign-in or sign-out is discarded, and its data requested again.
 */
import { type FetcherStore, nanoquery } from '@nanostores/query'
import { succeed } from '../domain/result.ts'
import type { ApiFailure, ApiResult } from './api.ts'
import { QueryCache } from './query-cache.ts'
import { isSignedInShown } from './reader-hint.ts'
import { createRetry } from './retry.ts'
import { readSessionId } from './session-id.ts'
import { readTabItem, removeTabItem, storeTabItem } from './session-storage.ts'

/** In milliseconds. */
const cacheLifetime = 5 * 60 * 1000

/** Returns the milliseconds before the next attempt; null for no further attempt. */
function getRetryDelay(failures: number): number | null {
  return failures <= 3 ? 1000 * 2 ** (failures - 1) : null
}

const isBuilding = typeof document === 'undefined'

const storageKey = 'queries'

/** Returns the session id under which a reader's answers are stored. Null for a guest. */
const getOwnerId = () => (!isBuilding && isSignedInShown() ? readSessionId() : null)

const cache = new QueryCache({
  load() {
    const stored = readTabItem(storageKey)
    const [ownerId, answers] = Array.isArray(stored) ? stored : []
    return ownerId && ownerId === getOwnerId() ? answers : undefined
  },
  save(answers) {
    const ownerId = getOwnerId()
    if (ownerId && answers.length > 0) storeTabItem(storageKey, [ownerId, answers])
    else removeTabItem(storageKey)
  },
})
const [createStore, , { mutateCache }] = nanoquery({
  cache,
  dedupeTime: cacheLifetime,
  cacheLifetime,
  revalidateOnFocus: false,
})

/** Incremented when all stored and pending answers become invalid. */
let generation = 0

export type Query<Data> = {
  /** A store that fetches while it has listeners. */
  readonly $store: FetcherStore<Data, ApiFailure>
  getCached(): Data | undefined
  getOrFetch(): Promise<ApiResult<Data>>
  /** Always fetches; concurrent calls share one request. */
  refresh(): Promise<ApiResult<Data>>
  setData(data: Data): void
  /** Discards the answer, and fetches again if there are listeners. */
  invalidate(): void
}

export function createQuery<Data>(
  key: string,
  {
    call,
    guestData,
    onData = () => {},
  }: {
    readonly call: () => Promise<ApiResult<Data>>
    readonly guestData: Data
    /** Called with every answer before the store changes. */
    readonly onData?: (data: Data) => unknown
  },
): Query<Data> {
  const retry = createRetry(() => $store.revalidate())
  /** Incremented by every `setData` and `invalidate`, to detect answers to earlier requests. */
  let version = 0
  let pendingRequest: Promise<ApiResult<Data>> | undefined

  async function fetchUntilUnchanged(): Promise<ApiResult<Data>> {
    const describeState = () => `${generation} ${version} ${readSessionId()}`
    const stateBefore = describeState()
    const fetched = await call()
    return stateBefore === describeState() ? fetched : fetchUntilUnchanged()
  }
  function fetchShared() {
    pendingRequest ??= fetchUntilUnchanged().finally(() => {
      pendingRequest = undefined
    })
    return pendingRequest
  }

  const $store: FetcherStore<Data, ApiFailure> = createStore<Data, ApiFailure>(key, {
    async fetcher() {
      if (isBuilding) return new Promise<never>(() => {})
      if (!isSignedInShown()) return guestData
      const fetched = await fetchShared()
      // The library expects a failure to be thrown.
      if (!fetched.ok) throw fetched.failure
      retry.reset()
      onData(fetched.value)
      return fetched.value
    },
    onErrorRetry({ retryCount }) {
      const delay = getRetryDelay(retryCount)
      if (delay !== null) retry.reset()
      // Runs after the library's own retry, or instead of it on a hidden page, where the library drops its retry.
      retry.schedule()
      return delay
    },
  })

  function cacheData(data: Data) {
    retry.reset()
    onData(data)
    // `mutateCache` only changes existing entries.
    cache.set(key, {})
    mutateCache(key, data)
  }
  function getCached() {
    const { data, expires = 0 } = cache.get(key) ?? {}
    return expires > Date.now() ? (data as Data | undefined) : undefined
  }
  async function refresh() {
    const fetched = await fetchShared()
    if (fetched.ok) cacheData(fetched.value)
    return fetched
  }

  return {
    $store,
    getCached,
    refresh,
    async getOrFetch() {
      const data = getCached()
      return data === undefined ? refresh() : succeed(data)
    },
    setData(data) {
      version++
      cacheData(data)
    },
    invalidate() {
      version++
      cache.delete(key)
      $store.invalidate()
    },
  }
}

/** Discards all stored and pending answers. */
export function clearQueries() {
  generation++
  mutateCache(() => true, undefined)
  cache.clear()
}
