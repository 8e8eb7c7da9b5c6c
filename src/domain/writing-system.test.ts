import { describe, expect, it } from 'vitest'
import { mostWorkGrowth, workGrowth } from '../../scripts/desk/testing/work-growth.ts'
import {
  directionOfText,
  splitByWritingSystem,
  unicodeRange,
  writingSystems,
  writingSystemsIn,
} from './writing-system.ts'

const words = {
  Arab: 'اردو',
  Beng: 'বাংলা',
  Deva: 'हिन्दी',
  Gujr: 'ગુજરાતી',
  Guru: 'ਪੰਜਾਬੀ',
  Knda: 'ಕನ್ನಡ',
  Mlym: 'മലയാളം',
  Mtei: 'ꯃꯩꯇꯩꯂꯣꯟ',
  Mymr: 'မြန်မာ',
  Olck: 'ᱥᱟᱱᱛᱟᱲᱤ',
  Orya: 'ଓଡ଼ିଆ',
  Sinh: 'සිංහල',
  Taml: 'தமிழ்',
  Telu: 'తెలుగు',
  Thaa: 'ދިވެހި',
  Tibt: 'རྫོང་ཁ',
} as const

const systemsOf = (text: string) =>
  splitByWritingSystem(text).flatMap(({ text, system }) => (system ? [[system, text]] : []))

describe('writing systems', () => {
  it.each(writingSystems)('finds %s, and its words alone', (system) => {
    const word = words[system]
    expect(writingSystemsIn(`It says ${word}.`)).toEqual([system])
    expect(splitByWritingSystem(`It says ${word}.`)).toEqual([
      { text: 'It says ', system: null },
      { text: word, system },
      { text: '.', system: null },
    ])
  })

  it('finds none in English, whatever signs it uses', () => {
    const english = '₹500 – “a café’s” naïve co‐op ♥ → ☕ 👩‍🚀 漢字 Ω Я'
    expect(writingSystemsIn(english)).toEqual([])
    expect(splitByWritingSystem(english)).toEqual([{ text: english, system: null }])
  })

  it('keeps a passage of several words together, and ends it where Latin goes on', () => {
    expect(systemsOf('“गरम चाय, दो।” he said, then কাজ and नेहा')).toEqual([
      ['Deva', 'गरम चाय, दो।'],
      ['Beng', 'কাজ'],
      ['Deva', 'नेहा'],
    ])
    expect(systemsOf('නම ශ්‍රී ලංකා')).toEqual([['Sinh', 'නම ශ්‍රී ලංකා']])
    expect(systemsOf('সে বলে, काम')).toEqual([
      ['Beng', 'সে বলে'],
      ['Deva', 'काम'],
    ])
  })

  it('counts a shared sign for the system whose letters stand beside it', () => {
    expect(writingSystemsIn('কাজ।')).toEqual(['Beng'])
    expect(writingSystemsIn('ދިވެހި، ރާއްޖެ')).toEqual(['Thaa'])
    expect(writingSystemsIn('। ، ؟')).toEqual([])
  })

  it('writes a range for a font that contains no Latin, no currency and no punctuation of ours', () => {
    const codePoints = writingSystems.flatMap((system) =>
      unicodeRange(system)
        .split(',')
        .map((range) => range.slice(2).split('-')),
    )
    const covers = (character: string) => {
      const point = character.codePointAt(0)!
      return codePoints.some(
        ([from, to = from]) =>
          Number.parseInt(from!, 16) <= point && point <= Number.parseInt(to!, 16),
      )
    }
    for (const character of 'aZ0é₹‐‑–—“”‘’…€ ◌') expect(covers(character), character).toBe(false)
    for (const word of Object.values(words)) {
      for (const letter of word) expect(covers(letter), letter).toBe(true)
    }
  })

  it('knows the direction by the letters', () => {
    expect(directionOfText('اردو')).toBe('rtl')
    expect(directionOfText('ދިވެހި')).toBe('rtl')
    expect(directionOfText('עברית')).toBe('rtl')
    expect(directionOfText('safarnama')).toBe('ltr')
    expect(directionOfText('हिन्दी')).toBe('ltr')
  })

  it.each(['क, ', 'क   ', 'कا', '। ', 'क्'])('costs what it is long: %j', async (pump) => {
    const growth = await workGrowth(8_000, async (length) =>
      splitByWritingSystem(pump.repeat(Math.ceil(length / pump.length))),
    )
    expect(growth).toBeLessThan(mostWorkGrowth)
  })
})
