import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProgressBar, stripControlCharacters } from './terminal.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function createBar(isTTY: boolean, total: number | null = 60) {
  const written: string[] = []
  const write = (text: string) => written.push(text)
  return { written, bar: createProgressBar('storing', total, { isTTY, write } as never) }
}

function renderProgress(isTTY: boolean, total: number | null) {
  const { written, bar } = createBar(isTTY, total)
  for (let second = 0; second < 60; second++) {
    vi.advanceTimersByTime(1000)
    bar.advance()
  }
  bar.end()
  return written
}

describe('progress', () => {
  it('is shown as a bar on a terminal, and leaves an empty line', () => {
    const written = renderProgress(true, 60)
    expect(written).toHaveLength(61)
    expect(written[29]).toContain(`${'█'.repeat(15)}${'░'.repeat(15)} storing 30 of 60`)
    expect(written.at(-1)).toBe('\r\x1b[K')
  })

  it('is printed as an occasional plain line outside a terminal', () => {
    expect(renderProgress(false, 60)).toEqual(
      [10, 20, 30, 40, 50, 60].map((done) => `storing: ${done} of 60\n`),
    )
    expect(renderProgress(false, null)[0]).toBe('storing: 10\n')
  })

  it('shows its details after the count, and notes above the bar', () => {
    const terminal = createBar(true)
    const file = createBar(false)
    for (const { bar } of [terminal, file]) {
      vi.advanceTimersByTime(20_000)
      bar.setDetail('3 pictures')
      bar.note('one failed')
    }
    expect(terminal.written[0]).toContain('storing 0 of 60, 3 pictures')
    expect(terminal.written[1]).toBe('\r\x1b[Kone failed\n')
    expect(file.written).toEqual(['storing: 0 of 60, 3 pictures\n', 'one failed\n'])
  })
})

describe('text for a terminal', () => {
  it('keeps any writing system, line breaks and tabs', () => {
    const text = 'One\n\tမွေးစာရင်း, ‘two’ – ½ 🙂'
    expect(stripControlCharacters(text)).toBe(text)
  })

  it('replaces control sequences and direction marks', () => {
    expect(stripControlCharacters('a\u001b[2Jb\rc\u202ed\u009be')).toBe(
      'a\ufffd[2Jb\ufffdc\ufffdd\ufffde',
    )
  })
})
