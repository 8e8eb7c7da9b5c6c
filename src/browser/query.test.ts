import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, type Result, succeed } from '../domain/result.ts'
import type { ApiFailure } from './api.ts'
import { type TestBrowser, testBrowser } from './page-of-tests.ts'

let browser: TestBrowser
let answer: Result<string | null, ApiFailure>
let asked: number
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  browser = testBrowser()
  browser.reader = 'isSubscribed.open'
  browser.local.set('session', 'mark-1')
  answer = succeed('Leela')
  asked = 0
  stop = () => {}
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page that asks who is reading, and shows it where it is told to. */
async function onAPage({ shows = true } = {}) {
  browser.openPage()
  const queries = await import('./query.ts')
  const query = queries.createQuery<string | null>('user', {
    async call() {
      asked++
      return answer
    },
    forGuests: null,
  })
  stop = shows ? query.$store.listen(() => {}) : () => {}
  await vi.advanceTimersByTimeAsync(0)
  return { ...query, ...queries }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
const failure = fail<ApiFailure>({ code: 'unavailable', message: 'Not now' })

describe('an answer', () => {
  it('holds for five minutes, on this page and on the next', async () => {
    const page = await onAPage()
    expect(page.$store.get()).toMatchObject({ data: 'Leela', loading: false })
    await seconds(299)
    expect((await onAPage()).$store.get().data).toBe('Leela')
    expect(asked).toBe(1)
    await seconds(1)
    await onAPage()
    expect(asked).toBe(2)
  })

  it('is not asked for where nobody listens, and by guests never', async () => {
    await onAPage({ shows: false })
    browser.reader = ''
    expect((await onAPage()).$store.get()).toMatchObject({ data: null })
    expect(asked).toBe(0)
    expect(browser.session.size).toBe(0)
  })

  it('is asked for once by all who want it at a time', async () => {
    const page = await onAPage()
    await Promise.all([page.current(), page.refresh(), page.refresh()])
    expect(asked).toBe(2)
  })

  it('is no other reader’s', async () => {
    await onAPage()
    browser.local.set('session', 'mark-2')
    answer = succeed('Pema')
    expect((await onAPage()).$store.get().data).toBe('Pema')
    browser.reader = ''
    expect((await onAPage()).$store.get().data).toBeNull()
  })

  it('goes with whoever signs out, from everything that shows it', async () => {
    const page = await onAPage()
    page.forgetAnswers()
    expect(page.$store.get().data).toBeUndefined()
    expect(browser.session.size).toBe(0)
  })

  it('that was on its way while the reader changed is asked for again', async () => {
    const page = await onAPage({ shows: false })
    const answered = page.refresh()
    browser.local.set('session', 'mark-2')
    answer = succeed('Pema')
    expect(await answered).toEqual(succeed('Pema'))
    const cleared = page.refresh()
    page.forgetAnswers()
    answer = succeed(null)
    expect(await cleared).toEqual(succeed(null))
  })

  it('that is accepted is shown at once, and not undone by an older one', async () => {
    const page = await onAPage()
    const older = page.refresh()
    answer = succeed('Leela S.')
    page.accept('Leela S.')
    expect(page.$store.get().data).toBe('Leela S.')
    await older
    expect(page.$store.get().data).toBe('Leela S.')
  })

  it('is had where a browser keeps nothing', async () => {
    browser.openPage()
    const refuse = () => {
      throw new Error('SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    const { createQuery } = await import('./query.ts')
    const call = async () => succeed('Leela')
    const query = createQuery<string | null>('user', { call, forGuests: null })
    expect(await query.current()).toEqual(succeed('Leela'))
  })
})

describe('what fails', () => {
  it('is asked again after 1, 2 and 4 seconds, and then ever more seldom', async () => {
    answer = failure
    const page = await onAPage()
    const counts: number[] = []
    for (const pause of [1, 2, 4, 9, 1, 19, 1]) {
      await seconds(pause)
      counts.push(asked)
    }
    expect(counts).toEqual([2, 3, 4, 4, 5, 5, 6])
    expect(page.$store.get()).toMatchObject({ error: { message: 'Not now' } })
    answer = succeed('Leela')
    await seconds(40)
    expect(page.$store.get()).toMatchObject({ data: 'Leela' })
    await seconds(250)
    expect(asked).toBe(7)
  })

  it('waits for nobody longer than 30 seconds', async () => {
    const { retryDelay } = await onAPage()
    expect([1, 2, 3, 4, 5].map(retryDelay)).toEqual([1000, 2000, 4000, null, null])
  })

  it('is asked again by a page that was not looked at meanwhile, when it is', async () => {
    answer = failure
    const page = await onAPage()
    const show = (isShown: boolean) => {
      Object.assign(document, { hidden: !isShown })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    show(false)
    await seconds(3600)
    answer = succeed('Leela')
    const before = asked
    show(true)
    await seconds(0)
    expect(asked).toBe(before + 1)
    expect(page.$store.get().data).toBe('Leela')
  })
})

describe('looking at the page again', () => {
  it('asks nothing', async () => {
    await onAPage()
    await seconds(299)
    document.dispatchEvent(new Event('visibilitychange'))
    await seconds(3600)
    document.dispatchEvent(new Event('visibilitychange'))
    await seconds(0)
    expect(asked).toBe(1)
  })
})
