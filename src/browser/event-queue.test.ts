import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEventQueue, type EventQueue } from './event-queue.ts'

let delivered: number[][]
let queue: EventQueue<number>

beforeEach(() => {
  vi.useFakeTimers()
  delivered = []
  queue = createEventQueue((batch) => delivered.push([...batch]))
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the event queue', () => {
  it('delivers events together after a delay', () => {
    queue.add(1)
    vi.advanceTimersByTime(3000)
    queue.add(2)
    vi.advanceTimersByTime(1999)
    expect(delivered).toEqual([])
    vi.advanceTimersByTime(1)
    expect(delivered).toEqual([[1, 2]])
  })

  it('is prepared only for events that have waited', () => {
    const prepare = vi.fn(() => expect(delivered).toEqual([[1]]))
    queue = createEventQueue((batch) => delivered.push([...batch]), prepare)
    queue.add(1)
    queue.flush()
    expect(prepare).not.toHaveBeenCalled()
    queue.add(2)
    vi.advanceTimersByTime(5000)
    expect(prepare).toHaveBeenCalledOnce()
  })

  it('delivers a full batch immediately, and nothing twice', () => {
    for (let event = 0; event < 45; event++) queue.add(event)
    expect(delivered.map((batch) => batch.length)).toEqual([20, 20])
    vi.advanceTimersByTime(60_000)
    expect(delivered.flat()).toEqual(Array.from({ length: 45 }, (_, event) => event))
  })

  it('delivers on demand, and nothing if it is empty', () => {
    queue.flush()
    expect(delivered).toEqual([])
    queue.add(1)
    queue.flush()
    queue.flush()
    vi.advanceTimersByTime(60_000)
    expect(delivered).toEqual([[1]])
  })

  it('starts a new delay after a delivery', () => {
    queue.add(1)
    vi.advanceTimersByTime(4000)
    queue.flush()
    queue.add(2)
    vi.advanceTimersByTime(4999)
    expect(delivered).toEqual([[1]])
    vi.advanceTimersByTime(1)
    expect(delivered).toEqual([[1], [2]])
  })

  it('loses only the batch that failed', () => {
    let shouldFail = true
    queue = createEventQueue((batch) => {
      if (shouldFail) throw new Error('refused')
      delivered.push([...batch])
    })
    queue.add(1)
    expect(() => queue.flush()).toThrow('refused')
    shouldFail = false
    queue.add(2)
    queue.flush()
    expect(delivered).toEqual([[2]])
  })
})
