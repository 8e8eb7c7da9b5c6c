import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRetry, type Retry, retryDelays } from './retry.ts'

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

describe('what failed', () => {
  it('is tried again ever more seldom, without end', () => {
    retry.schedule()
    let expected = 0
    for (const delay of [...retryDelays, retryDelays.at(-1)!, retryDelays.at(-1)!]) {
      pass(delay - 1)
      expect(attempts).toBe(expected)
      pass(1)
      expect(attempts).toBe(++expected)
    }
  })

  it('is not tried again once it works, and soon again when it fails another time', () => {
    retry.schedule()
    pass(retryDelays[0])
    works = true
    pass(retryDelays[1])
    expect(attempts).toBe(2)
    pass(3600)
    page.window.dispatchEvent(new Event('online'))
    page.show(true)
    expect(attempts).toBe(2)
    retry.schedule()
    pass(retryDelays[0])
    expect(attempts).toBe(3)
  })

  it('is tried at once when the browser is online again', () => {
    retry.schedule()
    page.window.dispatchEvent(new Event('online'))
    expect(attempts).toBe(1)
  })

  it('waits while nobody looks, and no longer', () => {
    retry.schedule()
    page.show(false)
    pass(3600)
    expect(attempts).toBe(0)
    page.show(true)
    expect(attempts).toBe(1)
    // Coming back early hastens nothing.
    page.show(false)
    page.show(true)
    expect(attempts).toBe(1)
  })
})
