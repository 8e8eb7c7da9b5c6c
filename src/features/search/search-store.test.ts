import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SearchEngine, SearchHit } from '../../browser/search-engine.ts'
import { createSearchStore, hitsAtOnce } from './search-store.ts'

const hit = (slug: string): SearchHit => ({
  slug,
  title: slug,
  dek: '',
  text: slug,
  places: [],
  filters: { category: ['food'], tag: [], author: [], year: ['2026'], day: ['2026-01-02'] },
})

/** A searched publication in which every query has as many hits as it has letters. */
function searching({ failing = false } = {}) {
  const history = ['']
  const selected: object[] = []
  const asked: string[] = []
  const world = { failing, opened: 0, delay: 0, replaced: false }
  const engine: SearchEngine = {
    async search(query, filters) {
      if (world.replaced) throw new Error('The index has changed.')
      asked.push([query, ...Object.values(filters)].filter(Boolean).join('+'))
      await new Promise((done) => setTimeout(done, world.delay))
      if (world.failing) throw new Error('away')
      const hits = [...query].map((_, index) => hit(`${query}-${index + 1}`))
      return { total: hits.length, load: async (from, to) => hits.slice(from, to) }
    },
  }
  const store = createSearchStore({
    openEngine: async () => {
      world.opened++
      world.replaced = false
      if (world.failing) throw new Error('away')
      return engine
    },
    address: {
      read: () => history.at(-1)!,
      write(address, way) {
        if (way === 'replace') history.pop()
        history.push(address.slice('/search'.length))
      },
    },
    onSelect: (selection) => selected.push(selection),
    onFailure: () => {},
  })
  store.followAddress()
  return { store, history, selected, asked, world }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(500)

function typeSlowly(store: ReturnType<typeof searching>['store'], text: string) {
  store.type(text)
  return settle()
}

describe('searching', () => {
  it('loads nothing before somebody means to search', async () => {
    const { store, world } = searching()
    await settle()
    expect(world.opened).toBe(0)
    expect(store.$results.get()).toEqual({ state: 'idle' })
    store.prepare()
    store.prepare()
    expect(world.opened).toBe(1)
  })

  it('waits for a pause in typing', async () => {
    const { store, asked } = searching()
    for (const text of ['l', 'le', 'len', 'lent']) store.type(text)
    await settle()
    expect(asked).toEqual(['lent'])
    expect(store.$results.get()).toMatchObject({ state: 'found', total: 4 })
  })

  it('drops the answer to a question that is asked no longer', async () => {
    const { store, world } = searching()
    world.delay = 5000
    await typeSlowly(store, 'slow question')
    world.delay = 10
    await typeSlowly(store, 'fast')
    expect(store.$results.get()).toMatchObject({ total: 4 })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(store.$results.get()).toMatchObject({ total: 4 })
  })

  it('shows more by the ten', async () => {
    const { store } = searching()
    await typeSlowly(store, 'x'.repeat(13))
    expect(store.$results.get()).toMatchObject({ total: 13, hits: { length: hitsAtOnce } })
    store.showMore()
    await settle()
    expect(store.$results.get()).toMatchObject({ total: 13, hits: { length: 13 } })
  })

  it('says what was selected, for which query, from 1 on', async () => {
    const { store, selected } = searching()
    await typeSlowly(store, ' egg  curry ')
    store.select(hit('an-egg'), 2)
    expect(selected).toEqual([{ query: 'egg curry', slug: 'an-egg', position: 2 }])
  })
})

describe('the address', () => {
  it('is replaced while typing, and kept where something was meant', async () => {
    const { store, history } = searching()
    await typeSlowly(store, 'len')
    await typeSlowly(store, 'lentil')
    expect(history).toEqual(['', '?q=lentil'])
    store.submit()
    await typeSlowly(store, 'mango')
    expect(history).toEqual(['', '?q=lentil', '?q=mango'])
    store.choose('category', 'food')
    expect(history.at(-1)).toBe('?q=mango&category=food')
    expect(history).toHaveLength(4)
    store.clear()
    expect(history.at(-1)).toBe('')
  })

  it('is searched for when the reader comes with it or back to it', async () => {
    const { store, history, asked } = searching()
    history.push('?q=egg&year=2026')
    store.followAddress()
    await settle()
    expect(store.$typed.get()).toBe('egg')
    expect(store.$filters.get().year).toBe('2026')
    expect(asked).toEqual(['egg+2026'])
    history.pop()
    store.followAddress()
    expect(store.$typed.get()).toBe('')
    expect(store.$results.get()).toEqual({ state: 'idle' })
  })

  it('is left alone where the query means the same', async () => {
    const { store, history, asked } = searching()
    await typeSlowly(store, 'egg')
    await typeSlowly(store, 'egg ')
    store.submit()
    expect(asked).toEqual(['egg'])
    expect(history).toEqual(['', '?q=egg'])
  })
})

describe('a search that fails', () => {
  it('says so, and finds when tried again', async () => {
    const { store, world } = searching({ failing: true })
    await typeSlowly(store, 'egg')
    expect(store.$results.get()).toEqual({ state: 'failed', isTrying: false })
    world.failing = false
    store.tryAgain()
    expect(store.$results.get()).toEqual({ state: 'failed', isTrying: true })
    await settle()
    expect(store.$results.get()).toMatchObject({ state: 'found', total: 3 })
  })

  it('looks in the newer index where the one that is open has been replaced', async () => {
    const { store, world } = searching()
    await typeSlowly(store, 'egg')
    world.replaced = true
    await typeSlowly(store, 'eggs')
    expect(world.opened).toBe(2)
    expect(store.$results.get()).toMatchObject({ state: 'found', total: 4 })
  })
})
