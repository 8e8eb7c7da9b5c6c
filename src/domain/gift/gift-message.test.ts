import { describe, expect, it } from 'vitest'
import { maxWorkGrowth, measureWorkGrowth } from '../testing/work-growth.ts'
import {
  countCharacters,
  isMessageAllowed,
  isNameAllowed,
  normalizeMessage,
} from './gift-message.ts'

const family = '👩‍👩‍👧‍👦'

describe('a message', () => {
  it('may have 600 characters as people count them', () => {
    expect(countCharacters(family.repeat(600))).toBe(600)
    expect(isMessageAllowed(family.repeat(600))).toBe(true)
    expect(isMessageAllowed('é'.repeat(600))).toBe(true)
    expect(isMessageAllowed('x'.repeat(601))).toBe(false)
  })

  it('may not hide thousands of code points in one character', () => {
    expect(isMessageAllowed(`a${'\u0301'.repeat(12_001)}`)).toBe(false)
  })

  it.each(['a\u0000b', 'a\u202eb', '\ud800'])('can’t contain %j', (message) => {
    expect(isMessageAllowed(message)).toBe(false)
  })

  it('is normalized in time proportional to its length', async () => {
    const growth = await measureWorkGrowth(8_000, async (length) =>
      normalizeMessage(`a${' '.repeat(length)}x`),
    )
    expect(growth).toBeLessThan(maxWorkGrowth)
  })

  it('keeps paragraphs and lines, without spaces at their ends', () => {
    expect(normalizeMessage('  Dear Mira, \r\nhello \n\n\n\nAsha ')).toBe(
      'Dear Mira,\nhello\n\nAsha',
    )
  })
})

describe('a name', () => {
  const allowed =
    'Asha, J.R. Smith, J. P. d’Arc, Mira & Tom, Nan 👵, गीता‍, St. John, 3 of us, क्\u200dषमा, 山田。'

  it.each(allowed.split(', '))('can be %s', (name) => {
    expect(isNameAllowed(name)).toBe(true)
  })

  const links = ['Win at evil.example', 'https://evil.example', 'bit.ly/gift', 'help@evil.example']
  const disguised = [
    'evil\uff0ecom',
    'evil\u3002com',
    'evil\uff61com',
    'evil\u2024com',
    'evil.\u200dcom',
    'evil\ufe0f.com',
    'help\uff20evil',
    'bit\uff0fgift',
  ]
  const invisible = ['Asha\u202eliam', 'A\u200bsha', '\u200d', '…']

  it.each([...links, ...disguised, ...invisible])('can’t be %j', (name) => {
    expect(isNameAllowed(name)).toBe(false)
  })
})
