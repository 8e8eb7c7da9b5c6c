import { expect, it, vi } from 'vitest'
import { withLimit } from './with-limit.ts'

it('work that takes too long is rejected, and other work keeps its result', async () => {
  vi.useFakeTimers()
  const slow = withLimit(new Promise<never>(() => {}), 1000)
  const rejected = expect(slow).rejects.toThrow('no answer in time')
  expect(await withLimit(Promise.resolve('quick'), 1000)).toBe('quick')
  await expect(withLimit(Promise.reject(new Error('failed')), 1000)).rejects.toThrow('failed')
  await vi.advanceTimersByTimeAsync(1000)
  await rejected
  expect(vi.getTimerCount()).toBe(0)
})
