import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSingleFlightCache } from './single-flight-cache.ts'

let getShared: ReturnType<typeof createSingleFlightCache<string>>
let begun: PromiseWithResolvers<string>[]
let keptAlive: number

beforeEach(() => {
  vi.useFakeTimers()
  getShared = createSingleFlightCache<string>(5000, Date.now)
  begun = []
  keptAlive = 0
})
afterEach(() => {
  vi.useRealTimers()
})

function lookUp() {
  begun.push(Promise.withResolvers<string>())
  return begun.at(-1)!.promise
}
const ask = () => getShared(lookUp, () => void keptAlive++)

it('a look-up is shared and kept alive, and its result is cached', async () => {
  const asked = [ask(), ask(), ask()]
  expect([begun.length, keptAlive]).toEqual([1, 1])
  begun[0]!.resolve('fine')
  expect(await Promise.all(asked)).toEqual(['fine', 'fine', 'fine'])
  await vi.advanceTimersByTimeAsync(5000)
  expect(await ask()).toBe('fine')
  await vi.advanceTimersByTimeAsync(1)
  void ask()
  expect(begun).toHaveLength(2)
})

it('a failed look-up fails for all waiting callers, and isn’t cached', async () => {
  const asked = Promise.allSettled([ask(), ask()])
  begun[0]!.reject(new Error('away'))
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  void ask()
  expect(begun).toHaveLength(2)
})

it('callers wait for a limited time, and an abandoned look-up is repeated', async () => {
  const asked = ask()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await asked).toBeNull()
  void ask()
  expect(begun).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(20_001)
  const again = ask()
  begun[1]!.resolve('fine')
  expect(await again).toBe('fine')
  // The result is ignored, because a newer one exists.
  begun[0]!.resolve('old')
  await vi.advanceTimersByTimeAsync(0)
  expect(await ask()).toBe('fine')
})
