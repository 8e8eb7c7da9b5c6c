import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSkeleton } from './confusables.ts'

describe('a skeleton', () => {
  it.each([
    ['Anahita Daruwalla', 'Anahita DaruwaIIa'],
    ['Anahita Daruwalla', 'ANAHITA DARUWALLA'],
    ['Anahita Daruwalla', 'Anahita Daruwa11a'],
    ['paypal', '\u{1d52d}\u{1d4b6}\u1eff\u{1d561}\u{1d552}\u2113'],
    ['modern', 'modem'],
    ['O', '\u0b20'],
    ['Renée', 'Rene\u200de'],
    ['Anahita Daruwalla', 'ᴀɴᴀʜɪᴛᴀ ᴅᴀʀᴜᴡᴀʟʟᴀ'],
    ['The Verandah', 'Tʜᴇ Vᴇʀᴀɴᴅᴀʜ'],
    ['Anahita Daruwalla', 'Anahita Daruwa\u01c3\u01c3a'],
    ['ப. அருண்', 'ப. \u0beeருண்'],
    ['आरती शर्मा', '\u0905\u093eरती शर्मा'],
    ['आरती शर्मा', 'आरती श\u0930\u094dमा\u093c'],
    ['ओम', '\u0906\u0947म'],
    ['ओम', '\u0905\u094bम'],
    ['औरत', '\u0905\u093e\u0948रत'],
    ['ईशा', '\u0930\u094d\u0907शा'],
    ['ऊषा', '\u0909\u0941षा'],
    ['আনিস', '\u0985\u09beনিস'],
    ['ਆਸਾ', '\u0a05\u0a3eਸਾ'],
    ['ઓમ', '\u0a85\u0acbમ'],
    ['ଆଶା', '\u0b05\u0b3eଶା'],
    ['ആശ ഓമന', 'ആശ \u0d12\u0d3eമന'],
    ['ආශා', '\u0d85\u0dcfශා'],
    ['മോഹൻ നായർ', 'മോഹന്\u200d നായര്\u200d'],
    ['محمد رحیم', 'محمد رح\u064aم'],
    ['کمال', '\u0643مال'],
    ['محمد', 'مُحـمّد'],
    ['मीरा गांधी', 'मीरा गान्धी'],
    ['कांता पंडित', 'काँता पण्डित'],
    ['রিফান্ড', 'রিফাণ্ড'],
    ['ਕੰਗ', 'ਕਂਗ'],
    ['පණ්ඩිත', 'පඬිත'],
    ['Editor', '\u0415\u0501\u0456\u0442\u1c82\u0433'],
    ['temkn', '\u0442\u03b5\u043c\u043a\u043f'],
    ['kathmbx', '\u049b\u0430\u04ad\u04a3\u04ce\u044c\u04b3'],
    ['bxwu', '\u03b2\u03c7\u03c9\u03bc'],
  ])('is the same for %s and %s', (one, other) => {
    expect(createSkeleton(one)).toBe(createSkeleton(other))
  })

  it.each([
    ['Anahita', 'Anahite'],
    ['अमा', 'अमर'],
    ['سارا', 'سار'],
    ['आरती', 'अरती'],
    ['ஆசை', 'அசை'],
    ['محمد', 'محمود'],
    ['ഹരി', 'ഹരൻ'],
    ['कमल', 'कंल'],
  ])('isn’t the same for %s and %s', (one, other) => {
    expect(createSkeleton(one)).not.toBe(createSkeleton(other))
  })

  it('doesn’t depend on how a text is composed or where its spaces are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const skeleton = createSkeleton(text)
        expect(createSkeleton(text.normalize('NFD'))).toBe(skeleton)
        expect(createSkeleton([...text.normalize('NFC')].join(' '))).toBe(skeleton)
      }),
    )
  })
})
