import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiFailure, ApiResult } from '../../browser/api.ts'
import type { ReadingHistoryItem } from '../../contracts/endpoints/reading-history-endpoints.ts'
import { fail, succeed } from '../../domain/result.ts'
import { createHistoryStore, type HistoryStore } from './reading-history-store.ts'

const item = (slug: string) => ({ slug }) as ReadingHistoryItem
const unavailableResult = fail<ApiFailure>({ code: 'unavailable', message: 'not now' })

let response: ApiResult<readonly ReadingHistoryItem[]>
let answers: ((result: ApiResult<void>) => void)[]
let requests: string[]
let store: HistoryStore

const call = (name: string) => {
  requests.push(name)
  return new Promise<ApiResult<void>>((resolve) => answers.push(resolve))
}

function getShownSlugs() {
  const history = store.$history.get()
  return history.state === 'loaded'
    ? { slugs: history.articles.map(({ slug }) => slug).join(''), problem: history.problem }
    : history
}

beforeEach(async () => {
  response = succeed(['a', 'b', 'c'].map(item))
  answers = []
  requests = []
  store = createHistoryStore({
    fetchHistory: async () => response,
    deleteArticle: (slug, left) => call(`${slug}: ${left.map((each) => each.slug).join('')}`),
    deleteAll: () => call('all'),
  })
  await store.load()
})

describe('the reading history', () => {
  it('removes an article immediately, and only once', async () => {
    void store.remove('b')
    void store.remove('b')
    expect(getShownSlugs()).toEqual({ slugs: 'ac', problem: '' })
    expect(requests).toEqual(['b: ac'])
  })

  it('restores an article in its place if the removal fails, without articles removed since', async () => {
    const first = store.remove('b')
    const second = store.remove('a')
    answers[1]!(succeed(undefined))
    await second
    answers[0]!(unavailableResult)
    await first
    expect(getShownSlugs()).toEqual({ slugs: 'bc', problem: 'not now' })
  })

  it('is cleared completely, or restored completely', async () => {
    const cleared = store.clear()
    void store.clear()
    expect(getShownSlugs()).toEqual({ slugs: '', problem: '' })
    expect(requests).toEqual(['all'])
    answers[0]!(unavailableResult)
    await cleared
    expect(getShownSlugs()).toEqual({ slugs: 'abc', problem: 'not now' })
  })

  it('says that it can’t be loaded, and tries again', async () => {
    response = unavailableResult
    await store.load()
    expect(getShownSlugs()).toEqual({ state: 'unavailable', message: 'not now' })
    response = succeed([])
    await store.load()
    expect(getShownSlugs()).toEqual({ slugs: '', problem: '' })
  })
})
