import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSkeleton } from '../names/confusables.ts'
import { listParts, maxNameWords, splitWords } from '../names/name-words.ts'
import { maxProfileNameLength, maxRecommendations } from './profile-limits.ts'
import {
  addRecommendation,
  bioSchema,
  changeHandle,
  profileNameSchema,
  type Recommendation,
  removeRecommendation,
} from './reader-profile.ts'

describe('a name and a bio', () => {
  it('are a single line each', () => {
    expect(profileNameSchema.parse(' Leela\n M. ')).toBe('Leela M.')
    expect(bioSchema.parse(' a\t\tb\u2028c ')).toBe('a b c')
    expect(bioSchema.parse('')).toBe('')
    expect(profileNameSchema.safeParse(' - ').success).toBe(false)
  })

  const names =
    'سارا, क्‍षमा, José, Иван, Mira & Tom, Ravi a/l Kumar, O’Brien, Anne-Marie D’Souza, M. K. Gandhi Jr., एम.एस. धोनी, ' +
    'ए॰ पी॰ जे॰ अब्दुल कलाम, মো: রহিম উদ্দিন, བསོད་ནམས་རྒྱལ་མཚན, ' +
    'ਸ: ਭਗਤ ਸਿੰਘ, Kaʻiulani, Śrīnivāsa Rāmānujan, Łukasz Đặng, Əli Çelik, Herr Groß, ʿAlī al-Ḥasan, ശ്രീ നായര്\u200d, محمد\u200cرضا, ஏ.ஆர்.ரஹ்மான், Md.Yusuf, Ama 2, Núria Gal·la, ' +
    'Дем\u02bcянчук, Любовь Ӏалиева, Ἀλέξανδρος Παπαΐωάννου, Ռուբեն Սևակ, נועה כהן, 山田ヶ丘 さくら, 김민준, 李 Wei, Wei 李, K. ரஹ்மான், ' +
    'Ravi रवि, गीता Gita, สมชาย ใจดี, თამარ, ሰላም, Ким 김'
  it.each(names.split(', '))('can be %s', (name) => {
    expect(profileNameSchema.safeParse(name).success).toBe(true)
  })

  it('lose a non-joiner at the end of a word, where some keyboards add it', () => {
    expect(profileNameSchema.parse('سیبوبه \u200c فرشیدورد\u200c')).toBe('سیبوبه فرشیدورد')
  })

  it('have only a few parts to compare, however many letters a character stands for', () => {
    const most = maxNameWords * (maxNameWords + 1)
    const characters = ['a', 'A', '1', ' ', '-', '.', '\ufdfa', '각', 'क', '\u0301']
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...characters), maxLength: maxProfileNameLength }),
        (typed) => {
          const name = profileNameSchema.safeParse(typed)
          if (name.success) expect(listParts(splitWords(name.data)).size).toBeLessThanOrEqual(most)
        },
      ),
    )
    expect(profileNameSchema.safeParse('\ufdfa'.repeat(4)).success).toBe(false)
    expect(profileNameSchema.safeParse('a '.repeat(maxNameWords + 1)).success).toBe(false)
    expect(profileNameSchema.safeParse('각'.repeat(41)).success).toBe(false)
  })

  it('accept in a Latin word only characters that are compared as Latin characters', () => {
    const unknown: string[] = []
    for (let code = 0x80; code < 0x20000; code++) {
      const character = String.fromCodePoint(code)
      if (!/[\p{L}\p{M}\p{N}]/u.test(character)) continue
      const isAccepted = profileNameSchema.safeParse(`Edit${character}r`).success
      if (isAccepted && !/^[a-z0-9]*$/.test(createSkeleton(character))) unknown.push(character)
    }
    expect(unknown).toEqual([])
  })

  it('may have an emoji only in a bio', () => {
    for (const text of ['Ama 🙂', 'Ama ❤\ufe0f']) {
      expect(bioSchema.safeParse(text).success).toBe(true)
      expect(profileNameSchema.safeParse(text).success).toBe(false)
    }
  })

  it.each([
    ['turned around', 'Leela\u202e.M'],
    ['with an invisible letter', 'Lee\u200bla'],
    ['with half a character', 'Leela\ud800'],
    ['with a control character', 'Leela\u0007'],
    ['in two alphabets that look alike', 'Lееla'],
    ['with a Cherokee letter that looks Latin', '\u13acditor'],
    [
      'in Cherokee and Gothic',
      '\u13a2\u13bb\u13ac \u13d9\u13ac\u13d2\u13aa\u{1033d}\u13a0\u13aa\u13bb',
    ],
    ['in Greek and Cherokee', '\u0397\u03b5\u04cf\u0440 \u13a0\u03b5\u0455\u043a'],
    ['in Cyrillic and Armenian', '\u0410\u0578\u0430\u04bb\u0456\u0442\u0430'],
    ['in Cyrillic with a Korean letter', 'НЕㄴР'],
    ['in Cyrillic with a Korean letter between spaces', 'НЕ ㄴ Р'],
    ['in Cyrillic with a Thai letter', 'Неเр'],
    ['in Cyrillic with a Thai letter between spaces', 'НЕ เ Р'],
    ['in Cyrillic with a letter of old books', 'Еԁітᲂг'],
    ['in Cyrillic with a titlo', 'Не\u0483лр'],
    ['in Greek with an archaic letter', 'Ρ\u03f3α'],
    ['in a Georgian word with a Thai letter', 'თაเარ'],
    ['in Hebrew and Arabic', 'נוםحمد'],
    ['an account', 'Ama @ama_reads'],
    ['with a phone number in letters', 'Ama 982OO I2345'],
    ['with a filler', 'Zarlasht\u3164Naderi'],
    ['only a filler', '\u3164'],
    ['with a vowel that has no shape', 'Leela\u17b4'],
    ['with division signs for l', 'Anahita Daruwa\u2223\u2223a'],
    ['with box drawing for l', 'Anahita Daruwa\u2502\u2502a'],
    ['with a squared letter', '\u{1f170}nahita Daruwalla'],
    ['with a division sign for i', 'Ed\u2223tor'],
    ['with a danda for i', 'Ed\u0964tor'],
    ['with a squared O', 'Supp\u{1f17e}rt'],
    ['with a circle for o', 'Supp\u2b55rt'],
    ['with a slash for l', 'He/p'],
    ['with an enclosed letter', 'A\u20ddma'],
    ['with a joiner in Latin letters', 'ed\u200citor'],
    ['with a turned letter', 'Anahita Daruwa\ua781\ua781a'],
    ['with a Hangul letter for l', 'Anahita Daruwa\u3163\u3163a'],
    ['with an ideograph for l', 'Anahita Daruwa\u4e28\u4e28a'],
    ['with a stress mark for l', 'Anahita Daruwa\u02c8\u02c8a'],
    ['with a letter of phonetics', 'Edi\u0288or'],
    ['with a medieval letter', 'Ed\ua7fetor'],
    ['with another script’s digit', 'Supp\u1bb0rt'],
    ['a link', 'claim-a.com'],
    ['too long', 'L'.repeat(61)],
  ])('can’t be %s', (_, name) => {
    expect(profileNameSchema.safeParse(name).success).toBe(false)
  })
})

describe('a changed handle', () => {
  const change = (handle: string, formerHandles: string[], next: string) =>
    changeHandle({ handle, formerHandles }, next)

  it('keeps the last two handles, and releases the handle before them', () => {
    expect(change('a', [], 'a')).toEqual({ formerHandles: [], released: null })
    expect(change('a', [], 'b')).toEqual({ formerHandles: ['a'], released: null })
    expect(change('c', ['b', 'a'], 'd')).toEqual({ formerHandles: ['c', 'b'], released: 'a' })
    expect(change('c', ['b', 'a'], 'a')).toEqual({ formerHandles: ['c', 'b'], released: null })
  })

  it('never loses or duplicates any of the reader’s handles', () => {
    const letters = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1 }), ([first, ...changes]) => {
        let current = { handle: first! as string, formerHandles: [] as string[] }
        const held = new Set<string>([first!])
        for (const handle of changes) {
          const { formerHandles, released } = changeHandle(current, handle)
          held.add(handle)
          if (released) held.delete(released)
          current = { handle, formerHandles }
          const own = [handle, ...formerHandles]
          expect(new Set(own)).toEqual(held)
          expect(own.length).toBe(held.size)
          expect(own.length).toBeLessThanOrEqual(3)
        }
      }),
    )
  })
})

describe('recommendations', () => {
  const item = (index: number): Recommendation => ({ slug: `s-${index}`, title: `T ${index}` })

  it('contain each story once, latest first, and at most twenty', () => {
    let list: readonly Recommendation[] = []
    for (let index = 0; index < maxRecommendations; index++) {
      const added = addRecommendation(list, item(index))
      if (added.ok) list = added.value
    }
    expect(list).toHaveLength(maxRecommendations)
    expect(list[0]).toEqual(item(maxRecommendations - 1))
    expect(addRecommendation(list, item(99))).toEqual({ ok: false, failure: 'full' })
    expect(addRecommendation(list, item(3))).toEqual({ ok: true, value: list })
    expect(removeRecommendation(list, 's-3')).toHaveLength(maxRecommendations - 1)
    expect(removeRecommendation(list, 'unknown')).toEqual(list)
  })
})
