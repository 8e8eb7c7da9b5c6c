import { afterEach, describe, expect, it, vi } from 'vitest'
import { inTurn } from './in-turn.ts'

afterEach(() => vi.unstubAllGlobals())

describe('a browser without locks', () => {
  it('still does one thing of a name at a time, and goes on after one that failed', async () => {
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
    const first = inTurn('a', work('first', true))
    const second = inTurn('a', work('second'))
    const other = inTurn('b', work('other'))
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
  it('leaves it to them, which hold in all tabs', async () => {
    const request = vi.fn(async (_: string, work: () => Promise<unknown>) => work())
    vi.stubGlobal('navigator', { locks: { request } })
    expect(await inTurn('a', async () => 1)).toBe(1)
    expect(request).toHaveBeenCalledWith('a', expect.any(Function))
  })
})
