import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRetry, type Retry, retryDelaysInSeconds } from './retry.ts'

class Page {
  window = new EventTarget()
  document = Object.assign(new EventTarget(), { hidden: false })
  show(isShown: boolean) {
    this.document.hidden = !isShown
    this.document.dispatchEvent(new Event('visibilitychange'))
  }
}

let page: Page
let attempts: number
let works: boolean
let retry: Retry

beforeEach(() => {
  vi.useFakeTimers()
  page = new Page()
  attempts = 0
  works = false
  retry = createRetry(() => {
    attempts++
    if (works) retry.reset()
    else retry.schedule()
  }, page)
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

describe('createRetry', () => {
  it('retries with growing delays, without end', () => {
    retry.schedule()
    let expected = 0
    for (const delay of [
      ...retryDelaysInSeconds,
      retryDelaysInSeconds.at(-1)!,
      retryDelaysInSeconds.at(-1)!,
    ]) {
      pass(delay - 1)
      expect(attempts).toBe(expected)
      pass(1)
      expect(attempts).toBe(++expected)
    }
  })

  it('stops after a success, and starts again with the first delay', () => {
    retry.schedule()
    pass(retryDelaysInSeconds[0])
    works = true
    pass(retryDelaysInSeconds[1])
    expect(attempts).toBe(2)
    pass(3600)
    page.window.dispatchEvent(new Event('online'))
    page.show(true)
    expect(attempts).toBe(2)
    retry.schedule()
    pass(retryDelaysInSeconds[0])
    expect(attempts).toBe(3)
  })

  it('retries immediately when the browser is online again', () => {
    retry.schedule()
    page.window.dispatchEvent(new Event('online'))
    expect(attempts).toBe(1)
  })

  it('waits while the page is hidden', () => {
    retry.schedule()
    page.show(false)
    pass(3600)
    expect(attempts).toBe(0)
    page.show(true)
    expect(attempts).toBe(1)
    // Returning before the delay has ended changes nothing.
    page.show(false)
    page.show(true)
    expect(attempts).toBe(1)
  })
})
