import { describe, expect, it } from 'vitest'
import { maxWorkGrowth, measureWorkGrowth } from './testing/work-growth.ts'
import {
  detectClosedWritingSystems,
  detectWritingSystems,
  extractCharacters,
  findPassages,
  getTextDirection,
  getUnicodeRange,
  writingSystems,
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

const listPassages = (text: string) =>
  findPassages(text).map(({ start, end, system }) => [system, text.slice(start, end)])
const detectAll = (text: string) => listPassages(text).filter(([system]) => system !== null)

describe('the detection of writing systems', () => {
  it.each(writingSystems)('finds %s, and only its words', (system) => {
    const word = words[system]
    expect(detectWritingSystems(`It says ${word}.`)).toEqual([system])
    expect(listPassages(`It says ${word}.`)).toEqual([
      [null, 'It says'],
      [system, word],
    ])
  })

  it('finds no writing system in English with symbols', () => {
    const english = '₹500 – “a café’s” naïve co‐op ♥ → ☕ 👩‍🚀 漢字 Ω Я'
    expect(detectWritingSystems(english)).toEqual([])
    expect(detectAll(english)).toEqual([])
  })

  it('keeps a passage of several words together', () => {
    expect(detectAll('“गरम चाय, दो।” he said, then কাজ and नेहा')).toEqual([
      ['Deva', 'गरम चाय, दो।'],
      ['Beng', 'কাজ'],
      ['Deva', 'नेहा'],
    ])
    expect(detectAll('නම ශ්‍රී ලංකා')).toEqual([['Sinh', 'නම ශ්‍රී ලංකා']])
    expect(detectAll('সে বলে, काम')).toEqual([
      ['Beng', 'সে বলে'],
      ['Deva', 'काम'],
    ])
  })

  it('assigns shared punctuation to the system of its neighbouring letters', () => {
    expect(detectWritingSystems('কাজ।')).toEqual(['Beng'])
    expect(detectWritingSystems('ދިވެހި، ރާއްޖެ')).toEqual(['Thaa'])
    expect(detectWritingSystems('। ، ؟')).toEqual([])
  })

  it('finds the characters that its font shows, with shared punctuation', () => {
    expect(extractCharacters('A শ্‌কাজ। काम 🇮🇳', 'Beng')).toBe('শ্কাজ।')
    expect(extractCharacters('English', 'Beng')).toBe('')
  })

  it('needs a whole font for a closed part whose letters the free preview lacks', () => {
    const detect = (closedPart: string) => detectClosedWritingSystems('<p>কাজ, काम</p>', closedPart)
    expect(detect('<p>English</p>')).toEqual([])
    expect(detect('<p>জকা জ</p>')).toEqual([])
    expect(detect('<p>কাজল, काम</p>')).toEqual(['Beng'])
    expect(detect('<p>গাছ, નામ</p>')).toEqual(['Beng', 'Gujr'])
  })

  it('writes font ranges without Latin letters, currency signs and our punctuation', () => {
    const codePoints = writingSystems.flatMap((system) =>
      getUnicodeRange(system)
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

  it('determines the direction from the letters', () => {
    expect(getTextDirection('اردو')).toBe('rtl')
    expect(getTextDirection('ދިވެހި')).toBe('rtl')
    expect(getTextDirection('עברית')).toBe('rtl')
    expect(getTextDirection('safarnama')).toBe('ltr')
    expect(getTextDirection('हिन्दी')).toBe('ltr')
  })

  it.each(['क, ', 'क   ', 'कا', '। ', 'क्'])('splits in linear time: %j', async (repeatText) => {
    const measureGrowth = await measureWorkGrowth(8_000, async (length) =>
      findPassages(repeatText.repeat(Math.ceil(length / repeatText.length))),
    )
    expect(measureGrowth).toBeLessThan(maxWorkGrowth)
  })
})
