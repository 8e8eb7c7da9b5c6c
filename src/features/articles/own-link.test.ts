import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestBrowser } from '../../browser/testing/test-browser.ts'

const article = { title: 'A story', address: 'https://verandah.example/a-story?utm_source=share' }
let requestCount: number
let isServerUp: boolean
let changeReader: () => void
const click = () => {}

beforeEach(() => {
  requestCount = 0
  isServerUp = true
  const browser = createTestBrowser()
  browser.reader = 'notSubscribed'
  browser.local.set('session', 'mark-1')
  browser.loadPage()
  class FakeObserver {
    constructor(callback: () => void) {
      changeReader = callback
    }
    observe() {}
  }
  vi.stubGlobal('MutationObserver', FakeObserver)
  vi.stubGlobal('fetch', async () => {
    requestCount++
    if (!isServerUp) throw new TypeError('no network')
    return Response.json({ code: 'bcdfghjkmn' })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Returns the address that is shared after each of these choices. */
async function choose(...choices: readonly boolean[]) {
  const { chooseContent } = await import('./own-link.ts')
  const shared: string[] = []
  for (const checked of choices)
    shared.push((await chooseContent({ checked, click }, 'a-story', article)).address)
  return shared
}

it('the reader’s link is shared instead of the story’s own only if the reader chooses it', async () => {
  expect(await choose(false)).toEqual([article.address])
  expect(requestCount).toBe(0)
  const own = 'https://verandah.example/r/bcdfghjkmn?to=a-story'
  expect(await choose(true, false, true)).toEqual([own, article.address, own])
  expect(requestCount).toBe(1)
})

it('the story’s own link is shared if the choice is undone while the reader’s link loads', async () => {
  const { chooseContent } = await import('./own-link.ts')
  const choice = { checked: true, click }
  const content = chooseContent(choice, 'a-story', article)
  choice.checked = false
  expect(await content).toBe(article)
})

it('the choice is undone once the reader has logged out', async () => {
  const { chooseContent } = await import('./own-link.ts')
  const choice = { checked: true, click: vi.fn() }
  await chooseContent(choice, 'a-story', article)
  changeReader()
  expect(choice.click).not.toHaveBeenCalled()
  document.documentElement.dataset.reader = 'guest'
  changeReader()
  expect(choice.click).toHaveBeenCalledOnce()
})

it('sharing the reader’s link fails while the server can’t be reached', async () => {
  isServerUp = false
  await expect(choose(true)).rejects.toThrow()
})
