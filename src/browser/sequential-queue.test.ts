import { afterEach, describe, expect, it, vi } from 'vitest'
import { runSequentially } from './sequential-queue.ts'

afterEach(() => vi.unstubAllGlobals())

describe('a browser without locks', () => {
  it('runs one task per name at a time, and continues after a failure', async () => {
    vi.stubGlobal('navigator', {})
    const log: string[] = []
    const work =
      (name: string, fails = false) =>
      async () => {
        log.push(`${name} begins`)
        await Promise.resolve()
        log.push(`${name} ends`)
        if (fails) throw new Error(name)
        return name
      }
    const first = runSequentially('a', work('first', true))
    const second = runSequentially('a', work('second'))
    const other = runSequentially('b', work('other'))
    await expect(first).rejects.toThrow('first')
    expect(await Promise.all([second, other])).toEqual(['second', 'other'])
    expect(log.filter((line) => !line.startsWith('other'))).toEqual([
      'first begins',
      'first ends',
      'second begins',
      'second ends',
    ])
  })
})

describe('a browser with locks', () => {
  it('uses locks for all tabs', async () => {
    const request = vi.fn(async (_: string, work: () => Promise<unknown>) => work())
    vi.stubGlobal('navigator', { locks: { request } })
    expect(await runSequentially('a', async () => 1)).toBe(1)
    expect(request).toHaveBeenCalledWith('a', expect.any(Function))
  })
})
