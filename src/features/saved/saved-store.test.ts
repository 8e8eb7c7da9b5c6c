import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { flushPromises } from '../../browser/testing/call-fakes.ts'
import { createTestBrowser, type TestBrowser } from '../../browser/testing/test-browser.ts'
import { day } from '../../domain/duration.ts'
import { createSavedStore, type SavedStore } from './saved-store.ts'
import { FakeSavedServer, createSavedArticle as item } from './testing/fake-saved-server.ts'

let server: FakeSavedServer
let device: TestBrowser['local']
let notifiedFailures: string[]
let notifiedChanges: number
let isUnloading: boolean
/** A queue in place of the browser's locks, for all tabs. */
let queue: Promise<void>

function createPage(): SavedStore {
  return createSavedStore({
    list: server.list,
    save: server.save,
    remove: server.remove,
    runInQueue: (work) => {
      queue = queue.then(work)
      return queue
    },
    isUnloading: async () => isUnloading,
    notifyFailure: ({ code }, change) => notifiedFailures.push(`${change} ${code}`),
    notifyChange: () => notifiedChanges++,
  })
}

async function openPage() {
  const store = createPage()
  store.start()
  await flushPromises()
  return store
}

beforeEach(() => {
  server = new FakeSavedServer()
  server.items = [item('b', '2026-11-02'), item('a', '2026-11-01')]
  const browser = createTestBrowser()
  browser.loadPage()
  device = browser.local
  notifiedFailures = []
  notifiedChanges = 0
  vi.useFakeTimers({ toFake: ['Date'] })
  isUnloading = false
  queue = Promise.resolve()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the saved articles', () => {
  it('are fetched once a day and not on every page', async () => {
    const store = await openPage()
    expect(store.$slugs.get()).toEqual(['b', 'a'])
    expect(device.get('saved')).toBe('["b","a"]')
    await openPage()
    expect(server.calls).toEqual(['list'])
    vi.advanceTimersByTime(day + 1)
    await openPage()
    expect(server.calls).toEqual(['list', 'list'])
  })

  it('aren’t fetched repeatedly without storage', async () => {
    vi.stubGlobal('localStorage', undefined)
    const store = createPage()
    store.start()
    await flushPromises()
    expect(server.calls).toEqual([])
    await store.refresh()
    expect(store.$slugs.get()).toEqual(['b', 'a'])
  })

  it('show a change immediately, and announce it once it is confirmed', async () => {
    const store = await openPage()
    const before = notifiedChanges
    server.holds = true
    store.save('c')
    expect(store.$slugs.get()).toEqual(['c', 'b', 'a'])
    expect(device.get('saved')).toBe('["b","a"]')
    expect(notifiedChanges).toBe(before)
    await server.release()
    expect(device.get('saved')).toBe('["c","b","a"]')
    expect(notifiedChanges).toBe(before + 1)
    expect(store.$listState.get().items?.map(({ slug }) => slug)).toEqual(['c', 'b', 'a'])
  })

  it.each(['unavailable', 'offline', 'list_full', 'signed_out'] as const)(
    'undo a change that failed: %s',
    async (code) => {
      const store = await openPage()
      server.broken = code
      store.save('c')
      const undo = store.remove('a')
      expect(store.$slugs.get()).toEqual(['c', 'b'])
      await flushPromises()
      expect(store.$slugs.get()).toEqual(['b', 'a'])
      expect(notifiedFailures).toEqual([`save ${code}`, `remove ${code}`])
      server.broken = null
      undo()
      await flushPromises()
      expect(store.$slugs.get()).toEqual(['b', 'a'])
    },
  )

  it('restore the place and the time of an undone removal', async () => {
    const store = await openPage()
    store.save('c')
    await flushPromises()
    const undo = store.remove('b')
    await flushPromises()
    expect(store.$slugs.get()).toEqual(['c', 'a'])
    undo()
    expect(store.$slugs.get()).toEqual(['c', 'b', 'a'])
    await flushPromises()
    expect(store.$slugs.get()).toEqual(['c', 'b', 'a'])
    expect(server.items).toEqual([
      item('c', '2026-11-20'),
      item('b', '2026-11-02'),
      item('a', '2026-11-01'),
    ])
  })

  it('reflect the last of many quick presses, with one call at a time', async () => {
    const store = await openPage()
    server.holds = true
    store.save('c')
    await flushPromises()
    store.remove('c')
    store.save('c')
    store.remove('c')
    await flushPromises()
    expect(server.calls).toEqual(['list', 'save c'])
    await server.release()
    expect(server.calls).toEqual(['list', 'save c', 'remove c'])
    expect(store.$slugs.get()).toEqual(['b', 'a'])
    expect(server.items).toHaveLength(2)
  })

  it('aren’t overwritten by an older list', async () => {
    const store = await openPage()
    server.holds = true
    const refreshed = store.refresh()
    await flushPromises()
    server.holds = false
    store.save('c')
    expect(store.$slugs.get()).toEqual(['c', 'b', 'a'])
    await flushPromises()
    await server.release()
    await refreshed
    expect(store.$slugs.get()).toEqual(['c', 'b', 'a'])
    expect(device.get('saved')).toBe('["c","b","a"]')
    expect(server.calls).toEqual(['list', 'list', 'save c'])
  })

  it('remain when the server can’t be reached', async () => {
    await openPage()
    server.broken = 'offline'
    const store = await openPage()
    await store.refresh()
    expect(store.$listState.get()).toMatchObject({ isLoading: false, failure: { code: 'offline' } })
    expect(store.$listState.get().items).toHaveLength(2)
  })
})

describe('a page that is closed before the response', () => {
  it.each<[string, (closed: SavedStore) => Promise<SavedStore>]>([
    ['the next page', () => openPage()],
    [
      'itself, for when it’s restored',
      async (closed) => {
        closed.resume()
        await flushPromises()
        return closed
      },
    ],
  ])('reports no failure, and leaves its changes to %s', async (_, continueOn) => {
    const first = await openPage()
    server.broken = 'unreachable'
    isUnloading = true
    first.save('c')
    await flushPromises()
    expect(notifiedFailures).toEqual([])
    server.broken = null
    isUnloading = false
    const next = await continueOn(first)
    expect(server.items.map(({ slug }) => slug)).toContain('c')
    expect(next.$slugs.get()).toEqual(['c', 'b', 'a'])
    expect(device.get('saved.pending')).toBe('{}')
  })

  it('sends queued changes', async () => {
    const store = await openPage()
    server.holds = true
    store.save('c')
    store.save('d')
    await flushPromises()
    expect(server.calls).toEqual(['list', 'save c'])
    store.sendQueued()
    expect(server.calls).toEqual(['list', 'save c', 'save d'])
    expect(Object.keys(JSON.parse(device.get('saved.pending')!))).toEqual(['c', 'd'])
  })

  it('causes no message while the next page is offline', async () => {
    await openPage()
    device.set('saved.pending', '{"c":{"kind":"save"}}')
    server.broken = 'offline'
    const store = await openPage()
    expect(store.$slugs.get()).toEqual(['c', 'b', 'a'])
    expect(notifiedFailures).toEqual([])
    server.broken = null
    await openPage()
    expect(server.items.map(({ slug }) => slug)).toContain('c')
  })
})

describe('another tab', () => {
  it('reports its changes, and a sign-out', async () => {
    const here = await openPage()
    const there = await openPage()
    there.save('c')
    await flushPromises()
    here.syncFromDevice()
    expect(here.$slugs.get()).toEqual(['c', 'b', 'a'])
    device.clear()
    here.syncFromDevice()
    expect(here.$slugs.get()).toEqual([])
    expect(here.$listState.get().items).toBeNull()
  })

  it('isn’t overwritten by an older list after it has saved an article', async () => {
    const here = await openPage()
    const there = await openPage()
    server.holds = true
    const refreshed = here.refresh()
    await flushPromises()
    server.holds = false
    there.save('c')
    await flushPromises()
    await server.release()
    await refreshed
    here.syncFromDevice()
    expect(device.get('saved')).toBe('["c","b","a"]')
    expect(here.$slugs.get()).toEqual(['c', 'b', 'a'])
  })

  it('doesn’t repeat a call that is running when the tab opens', async () => {
    const here = await openPage()
    server.holds = true
    here.save('c')
    await flushPromises()
    const there = await openPage()
    expect(there.$slugs.get()).toEqual(['c', 'b', 'a'])
    await server.release()
    expect(server.calls).toEqual(['list', 'save c'])
    expect(device.get('saved')).toBe('["c","b","a"]')
  })

  it('waits for this tab’s call, so that the last press wins', async () => {
    const here = await openPage()
    const there = await openPage()
    server.holds = true
    here.save('c')
    await flushPromises()
    there.syncFromDevice()
    there.remove('c')
    await flushPromises()
    expect(server.calls).toEqual(['list', 'save c'])
    await server.release()
    expect(server.calls).toEqual(['list', 'save c', 'remove c'])
    here.syncFromDevice()
    expect(here.$slugs.get()).toEqual(['b', 'a'])
    expect(there.$slugs.get()).toEqual(['b', 'a'])
    expect(device.get('saved.pending')).toBe('{}')
  })

  it('discards queued changes when it signs out', async () => {
    const here = await openPage()
    server.holds = true
    here.save('c')
    here.save('d')
    await flushPromises()
    device.clear()
    here.syncFromDevice()
    await server.release()
    expect(server.calls).toEqual(['list', 'save c'])
  })
})
