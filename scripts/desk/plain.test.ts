import { describe, expect, it } from 'vitest'
import { plain } from './plain.ts'

describe('text for a terminal', () => {
  it('keeps words of any script, lines and tabs', () => {
    const text = 'One\n\tမွေးစာရင်း, ‘two’ – ½ 🙂'
    expect(plain(text)).toBe(text)
  })

  it('shows where it held an order to the terminal, or turned the line round', () => {
    expect(plain('a\u001b[2Jb\rc\u202ed\u009be')).toBe('a\ufffd[2Jb\ufffdc\ufffdd\ufffde')
  })
})
