import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiFailure } from '../../browser/api.ts'
import type { SavedItem, SaveRequest } from '../../contracts/saved.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { createSavedStore, type SavedStore } from './saved-store.ts'

const failure = (code: ApiFailure['code']) => fail<ApiFailure>({ code, message: `words: ${code}` })
const item = (slug: string, savedAt: string): SavedItem => ({
  state: 'gone',
  slug,
  savedAt,
  title: slug,
})

/** A server with a list, which answers when it is told to. */
class Server {
  items: SavedItem[] = []
  readonly calls: string[] = []
  /** What fails next, whatever it is. */
  broken: ApiFailure['code'] | null = null
  held: (() => void)[] = []
  holds = false

  async #answer<Value>(call: string, act: () => Value): Promise<Result<Value, ApiFailure>> {
    this.calls.push(call)
    const { broken } = this
    const value = broken ? null : act()
    if (this.holds) await new Promise<void>((resolve) => this.held.push(resolve))
    return broken ? failure(broken) : succeed(value as Value)
  }
  list = () => this.#answer('list', () => ({ saved: [...this.items] }))
  save = (slug: string, { savedAt = '2026-11-20' }: SaveRequest) =>
    this.#answer(`save ${slug}`, () => {
      const before = this.items.find((other) => other.slug === slug)
      const saved = before ?? item(slug, savedAt)
      if (!before) this.items.push(saved)
      this.items.sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1))
      return saved
    })
  remove = (slug: string) =>
    this.#answer(`remove ${slug}`, () => {
      this.items = this.items.filter((other) => other.slug !== slug)
    })
  release() {
    this.holds = false
    for (const go of this.held.splice(0)) go()
  }
}

let server: Server
let device: Map<string, string>
let told: string[]
let announced: number
let time: number
let isLeaving: boolean
/** What all tabs take turns by, as by the browser's locks. */
let turns: Promise<void>

function page({ keeps = true } = {}): SavedStore {
  return createSavedStore({
    list: server.list,
    save: server.save,
    remove: server.remove,
    device: {
      read: (key) => (keeps ? (device.get(key) ?? null) : null),
      keep(key, value) {
        if (keeps) device.set(key, value)
        return keeps
      },
    },
    now: () => time,
    inTurn: (work) => {
      turns = turns.then(work)
      return turns
    },
    isLeaving: async () => isLeaving,
    tellFailure: ({ code }, change) => told.push(`${change} ${code}`),
    announce: () => announced++,
  })
}

/** Everything that has been begun, and is not held, is over. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

async function startedPage() {
  const store = page()
  store.start()
  await settled()
  return store
}

const day = 24 * 60 * 60 * 1000

beforeEach(() => {
  server = new Server()
  server.items = [item('b', '2026-11-02'), item('a', '2026-11-01')]
  device = new Map()
  told = []
  announced = 0
  time = 1_800_000_000_000
  isLeaving = false
  turns = Promise.resolve()
})

describe('what is saved', () => {
  it('is asked for once a day and not on every page', async () => {
    const store = await startedPage()
    expect(store.$slugs.get()).toEqual(['b', 'a'])
    expect(device.get('saved')).toBe('["b","a"]')
    await startedPage()
    expect(server.calls).toEqual(['list'])
    time += day + 1
    await startedPage()
    expect(server.calls).toEqual(['list', 'list'])
  })

  it('is not asked for again and again where the device keeps nothing', async () => {
    const store = page({ keeps: false })
    store.start()
    await settled()
    expect(server.calls).toEqual([])
    await store.refresh()
    expect(store.$slugs.get()).toEqual(['b', 'a'])
  })

  it('shows at once, and is announced when the server has said so', async () => {
    const store = await startedPage()
    const before = announced
    server.holds = true
    store.save('c')
    expect(store.$slugs.get()).toEqual(['c', 'b', 'a'])
    expect(device.get('saved')).toBe('["b","a"]')
    expect(announced).toBe(before)
    server.release()
    await settled()
    expect(device.get('saved')).toBe('["c","b","a"]')
    expect(announced).toBe(before + 1)
    expect(store.$shelf.get().items?.map(({ slug }) => slug)).toEqual(['c', 'b', 'a'])
  })

  it.each(['unavailable', 'offline', 'too_many', 'signed_out'] as const)(
    'goes back to what it was where the call fails: %s',
    async (code) => {
      const store = await startedPage()
      server.broken = code
      store.save('c')
      const undo = store.remove('a')
      expect(store.$slugs.get()).toEqual(['c', 'b'])
      await settled()
      expect(store.$slugs.get()).toEqual(['b', 'a'])
      expect(told).toEqual([`save ${code}`, `remove ${code}`])
      server.broken = null
      undo()
      await settled()
      expect(store.$slugs.get()).toEqual(['b', 'a'])
    },
  )

  it('returns to its place and its time when a removal is taken back', async () => {
    const store = await startedPage()
    store.save('c')
    await settled()
    const undo = store.remove('b')
    await settled()
    expect(store.$slugs.get()).toEqual(['c', 'a'])
    undo()
    expect(store.$slugs.get()).toEqual(['c', 'b', 'a'])
    await settled()
    expect(store.$slugs.get()).toEqual(['c', 'b', 'a'])
    expect(server.items).toEqual([
      item('c', '2026-11-20'),
      item('b', '2026-11-02'),
      item('a', '2026-11-01'),
    ])
  })

  it('is what was pressed last, one call at a time, however fast', async () => {
    const store = await startedPage()
    server.holds = true
    store.save('c')
    await settled()
    store.remove('c')
    store.save('c')
    store.remove('c')
    await settled()
    expect(server.calls).toEqual(['list', 'save c'])
    server.release()
    await settled()
    expect(server.calls).toEqual(['list', 'save c', 'remove c'])
    expect(store.$slugs.get()).toEqual(['b', 'a'])
    expect(server.items).toHaveLength(2)
  })

  it('is not undone by a list that was asked for before', async () => {
    const store = await startedPage()
    server.holds = true
    const refreshed = store.refresh()
    await settled()
    server.holds = false
    store.save('c')
    expect(store.$slugs.get()).toEqual(['c', 'b', 'a'])
    await settled()
    server.release()
    await refreshed
    await settled()
    expect(store.$slugs.get()).toEqual(['c', 'b', 'a'])
    expect(device.get('saved')).toBe('["c","b","a"]')
    expect(server.calls).toEqual(['list', 'list', 'save c'])
  })

  it('is known still when it cannot be asked for', async () => {
    await startedPage()
    server.broken = 'offline'
    const store = await startedPage()
    await store.refresh()
    expect(store.$shelf.get()).toMatchObject({ asking: false, failure: { code: 'offline' } })
    expect(store.$shelf.get().items).toHaveLength(2)
  })
})

describe('a page that goes away before the answer', () => {
  it('leaves what was pressed to the next one', async () => {
    const first = await startedPage()
    server.broken = 'unreachable'
    isLeaving = true
    first.save('c')
    await settled()
    server.broken = null
    isLeaving = false
    const next = await startedPage()
    expect(server.items.map(({ slug }) => slug)).toContain('c')
    expect(next.$slugs.get()).toEqual(['c', 'b', 'a'])
    expect(device.get('saved.pending')).toBe('{}')
  })

  it('does not take its end for a failure', async () => {
    const first = await startedPage()
    server.broken = 'unreachable'
    isLeaving = true
    first.save('c')
    await settled()
    expect(told).toEqual([])
    server.broken = null
    isLeaving = false
    // Or the same one, where the reader comes back to it.
    first.resume()
    await settled()
    expect(server.items.map(({ slug }) => slug)).toContain('c')
    expect(first.$slugs.get()).toEqual(['c', 'b', 'a'])
  })

  it('sends what still waits for its turn', async () => {
    const store = await startedPage()
    server.holds = true
    store.save('c')
    store.save('d')
    await settled()
    expect(server.calls).toEqual(['list', 'save c'])
    store.leave()
    expect(server.calls).toEqual(['list', 'save c', 'save d'])
    expect(Object.keys(JSON.parse(device.get('saved.pending')!))).toEqual(['c', 'd'])
  })

  it('troubles nobody while the next one is offline', async () => {
    await startedPage()
    device.set('saved.pending', '{"c":{"kind":"save"}}')
    server.broken = 'offline'
    const store = await startedPage()
    expect(store.$slugs.get()).toEqual(['c', 'b', 'a'])
    expect(told).toEqual([])
    server.broken = null
    await startedPage()
    expect(server.items.map(({ slug }) => slug)).toContain('c')
  })
})

describe('another tab', () => {
  it('says what it has saved, and that nobody is signed in any more', async () => {
    const here = await startedPage()
    const there = await startedPage()
    there.save('c')
    await settled()
    here.followDevice()
    expect(here.$slugs.get()).toEqual(['c', 'b', 'a'])
    device.clear()
    here.followDevice()
    expect(here.$slugs.get()).toEqual([])
    expect(here.$shelf.get().items).toBeNull()
  })

  it('that has saved something meanwhile is not undone by a list that was asked for before', async () => {
    const here = await startedPage()
    const there = await startedPage()
    server.holds = true
    const refreshed = here.refresh()
    await settled()
    server.holds = false
    there.save('c')
    await settled()
    server.release()
    await refreshed
    await settled()
    here.followDevice()
    expect(device.get('saved')).toBe('["c","b","a"]')
    expect(here.$slugs.get()).toEqual(['c', 'b', 'a'])
  })

  it('that opens while something is on its way does not send it again', async () => {
    const here = await startedPage()
    server.holds = true
    here.save('c')
    await settled()
    const there = await startedPage()
    expect(there.$slugs.get()).toEqual(['c', 'b', 'a'])
    server.release()
    await settled()
    expect(server.calls).toEqual(['list', 'save c'])
    expect(device.get('saved')).toBe('["c","b","a"]')
  })

  it('waits for the call of this one, so that what was pressed last is what the server has', async () => {
    const here = await startedPage()
    const there = await startedPage()
    server.holds = true
    here.save('c')
    await settled()
    there.followDevice()
    there.remove('c')
    await settled()
    expect(server.calls).toEqual(['list', 'save c'])
    server.release()
    await settled()
    expect(server.calls).toEqual(['list', 'save c', 'remove c'])
    here.followDevice()
    expect(here.$slugs.get()).toEqual(['b', 'a'])
    expect(there.$slugs.get()).toEqual(['b', 'a'])
    expect(device.get('saved.pending')).toBe('{}')
  })

  it('where the reader signs out takes back what still waits for its turn', async () => {
    const here = await startedPage()
    server.holds = true
    here.save('c')
    here.save('d')
    await settled()
    device.clear()
    here.followDevice()
    server.release()
    await settled()
    expect(server.calls).toEqual(['list', 'save c'])
  })
})
