import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SearchEngine, SearchHit } from '../../browser/search-engine.ts'
import { createSearchStore, pageSize } from './search-store.ts'

const makeHit = (slug: string): SearchHit => ({
  slug,
  title: slug,
  dek: '',
  text: slug,
  wordPositions: [],
  filters: { category: ['food'], tag: [], author: [], year: ['2026'], day: ['2026-01-02'] },
})

/** A query has as many hits as letters. */
function createTestStore({ failing = false } = {}) {
  const history = ['']
  const selections: object[] = []
  const queries: string[] = []
  const engineState = { failing, opened: 0, delay: 0, replaced: false }
  const engine: SearchEngine = {
    async search(query, filters) {
      if (engineState.replaced) throw new Error('The index has changed.')
      queries.push([query, ...Object.values(filters)].filter(Boolean).join('+'))
      await new Promise((done) => setTimeout(done, engineState.delay))
      if (engineState.failing) throw new Error('away')
      const hits = [...query].map((_, index) => makeHit(`${query}-${index + 1}`))
      return { total: hits.length, load: async (from, to) => hits.slice(from, to) }
    },
  }
  const store = createSearchStore({
    openEngine: async () => {
      engineState.opened++
      engineState.replaced = false
      if (engineState.failing) throw new Error('away')
      return engine
    },
    address: {
      read: () => history.at(-1)!,
      write(address, way) {
        if (way === 'replace') history.pop()
        history.push(address.slice('/search'.length))
      },
    },
    onSelect: (selection) => selections.push(selection),
    onFailure: () => {},
  })
  store.syncFromAddress()
  return { store, history, selections, queries, engineState }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const flushSearch = () => vi.advanceTimersByTimeAsync(500)

function typeWithPauses(store: ReturnType<typeof createTestStore>['store'], text: string) {
  store.setTypedText(text)
  return flushSearch()
}

describe('the search', () => {
  it('loads nothing until the reader is about to search', async () => {
    const { store, engineState } = createTestStore()
    await flushSearch()
    expect(engineState.opened).toBe(0)
    expect(store.$results.get()).toEqual({ state: 'idle' })
    store.loadEngine()
    store.loadEngine()
    expect(engineState.opened).toBe(1)
  })

  it('waits for a pause in typing', async () => {
    const { store, queries } = createTestStore()
    for (const text of ['l', 'le', 'len', 'lent']) store.setTypedText(text)
    await flushSearch()
    expect(queries).toEqual(['lent'])
    expect(store.$results.get()).toMatchObject({ state: 'found', total: 4 })
  })

  it('drops late answers', async () => {
    const { store, engineState } = createTestStore()
    engineState.delay = 5000
    await typeWithPauses(store, 'slow question')
    engineState.delay = 10
    await typeWithPauses(store, 'fast')
    expect(store.$results.get()).toMatchObject({ total: 4 })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(store.$results.get()).toMatchObject({ total: 4 })
  })

  it('shows ten more results at a time', async () => {
    const { store } = createTestStore()
    await typeWithPauses(store, 'x'.repeat(13))
    expect(store.$results.get()).toMatchObject({ total: 13, hits: { length: pageSize } })
    store.showMore()
    await flushSearch()
    expect(store.$results.get()).toMatchObject({ total: 13, hits: { length: 13 } })
  })

  it('reports the selected result, its query and its position, counted from 1', async () => {
    const { store, selections } = createTestStore()
    await typeWithPauses(store, ' egg  curry ')
    store.selectHit(makeHit('an-egg'), 2)
    expect(selections).toEqual([{ query: 'egg curry', slug: 'an-egg', position: 2 }])
  })
})

describe('the address of a search', () => {
  it('is replaced while typing, and added to the history on submission', async () => {
    const { store, history } = createTestStore()
    await typeWithPauses(store, 'len')
    await typeWithPauses(store, 'lentil')
    expect(history).toEqual(['', '?q=lentil'])
    store.submit()
    await typeWithPauses(store, 'mango')
    expect(history).toEqual(['', '?q=lentil', '?q=mango'])
    store.setFilter('category', 'food')
    expect(history.at(-1)).toBe('?q=mango&category=food')
    expect(history).toHaveLength(4)
    store.clear()
    expect(history.at(-1)).toBe('')
  })

  it('is searched when the page opens, and after going back', async () => {
    const { store, history, queries } = createTestStore()
    history.push('?q=egg&year=2026')
    store.syncFromAddress()
    await flushSearch()
    expect(store.$typedText.get()).toBe('egg')
    expect(store.$filters.get().year).toBe('2026')
    expect(queries).toEqual(['egg+2026'])
    history.pop()
    store.syncFromAddress()
    expect(store.$typedText.get()).toBe('')
    expect(store.$results.get()).toEqual({ state: 'idle' })
  })

  it('stays if the query means the same', async () => {
    const { store, history, queries } = createTestStore()
    await typeWithPauses(store, 'egg')
    await typeWithPauses(store, 'egg ')
    store.submit()
    expect(queries).toEqual(['egg'])
    expect(history).toEqual(['', '?q=egg'])
  })
})

describe('a search that fails', () => {
  it('is reported, and succeeds when it’s tried again', async () => {
    const { store, engineState } = createTestStore({ failing: true })
    await typeWithPauses(store, 'egg')
    expect(store.$results.get()).toEqual({ state: 'failed', isRetrying: false })
    engineState.failing = false
    store.retry()
    expect(store.$results.get()).toEqual({ state: 'failed', isRetrying: true })
    await flushSearch()
    expect(store.$results.get()).toMatchObject({ state: 'found', total: 3 })
  })

  it('opens a newer index if its own was replaced', async () => {
    const { store, engineState } = createTestStore()
    await typeWithPauses(store, 'egg')
    engineState.replaced = true
    await typeWithPauses(store, 'eggs')
    expect(engineState.opened).toBe(2)
    expect(store.$results.get()).toMatchObject({ state: 'found', total: 4 })
  })
})
