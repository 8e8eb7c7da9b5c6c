import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiFailure } from '../../browser/api.ts'
import type { ReadingItem } from '../../contracts/reading.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { createHistoryStore, type HistoryStore } from './history-store.ts'

const item = (slug: string) => ({ slug }) as ReadingItem
const away = fail<ApiFailure>({ code: 'unavailable', message: 'not now' })

let found: Result<readonly ReadingItem[], ApiFailure>
/** What becomes of each call, in the order in which they are made. */
let answers: ((result: Result<void, ApiFailure>) => void)[]
let asked: string[]
let store: HistoryStore

const call = (name: string) => {
  asked.push(name)
  return new Promise<Result<void, ApiFailure>>((resolve) => answers.push(resolve))
}

function shown() {
  const history = store.$history.get()
  return history.state === 'here'
    ? { slugs: history.articles.map(({ slug }) => slug).join(''), problem: history.problem }
    : history
}

beforeEach(async () => {
  found = succeed(['a', 'b', 'c'].map(item))
  answers = []
  asked = []
  store = createHistoryStore({
    fetchReading: async () => found,
    forget: (slug, left) => call(`${slug}: ${left.map((each) => each.slug).join('')}`),
    forgetAll: () => call('all'),
  })
  await store.load()
})

describe('what has been read', () => {
  it('is taken away at once, and pressed twice once', async () => {
    void store.remove('b')
    void store.remove('b')
    expect(shown()).toEqual({ slugs: 'ac', problem: '' })
    expect(asked).toEqual(['b: ac'])
  })

  it('comes back to its place where that failed, without what went meanwhile', async () => {
    const first = store.remove('b')
    const second = store.remove('a')
    answers[1]!(succeed(undefined))
    await second
    answers[0]!(away)
    await first
    expect(shown()).toEqual({ slugs: 'bc', problem: 'not now' })
  })

  it('is all forgotten, or all there again', async () => {
    const cleared = store.clear()
    void store.clear()
    expect(shown()).toEqual({ slugs: '', problem: '' })
    expect(asked).toEqual(['all'])
    answers[0]!(away)
    await cleared
    expect(shown()).toEqual({ slugs: 'abc', problem: 'not now' })
  })

  it('that cannot be looked up says so, and is tried again', async () => {
    found = away
    await store.load()
    expect(shown()).toEqual({ state: 'away', message: 'not now' })
    found = succeed([])
    await store.load()
    expect(shown()).toEqual({ slugs: '', problem: '' })
  })
})
