import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { progress } from './progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function shown(isTTY: boolean, total: number | null) {
  const written: string[] = []
  const write = (text: string | Uint8Array) => {
    written.push(String(text))
    return true
  }
  const bar = progress('storing', total, { isTTY, write } as never)
  for (let second = 0; second < 60; second++) {
    vi.advanceTimersByTime(1000)
    bar.advance()
  }
  bar.end()
  return written
}

describe('progress', () => {
  it('is a bar on a terminal, which leaves a free line', () => {
    const written = shown(true, 60)
    expect(written).toHaveLength(61)
    expect(written[29]).toContain(`${'█'.repeat(15)}${'░'.repeat(15)} storing 30 of 60`)
    expect(written.at(-1)).toBe('\r\x1b[K')
  })

  it('is a plain line now and then elsewhere', () => {
    expect(shown(false, 60)).toEqual(
      [10, 20, 30, 40, 50, 60].map((done) => `storing: ${done} of 60\n`),
    )
    expect(shown(false, null)[0]).toBe('storing: 10\n')
  })
})
