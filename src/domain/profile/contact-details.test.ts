import { expect, it } from 'vitest'
import { maxWorkGrowth, measureWorkGrowth } from '../testing/work-growth.ts'
import { containsContactDetails, containsPhoneNumber, minPhoneDigits } from './contact-details.ts'

it.each([
  '1'.repeat(minPhoneDigits),
  'Call +91 98200 12345, any time.',
  '(022) 2345-6789',
  '98200.12345',
  '98200·12345',
  '98200 … 12345',
  '9,8,2,0,0,1,2',
  '9_8_2_0_0_1_2',
  '98\u200d200 12\u2060345',
  '９８２００ １２３４５',
  '९८२०० १२३४५',
  '٩٨٢٠٠-١٢٣٤٥',
  '௯௮௨௦௦௧௨௩',
  '❾❽❷⓿⓿ ❶❷❸❹❺',
  '9️⃣8️⃣2️⃣0️⃣0️⃣1️⃣2️⃣',
  '1998 2024 12',
])('a phone number is found in %s', (text) => {
  expect(containsPhoneNumber(text)).toBe(true)
})

it.each([
  'Born in 1971, in a village of 300 people.',
  'Teacher, 1998–2024.',
  'Loved 1971, 1984, 2001!',
  'शिक्षक, १९९८–२०२४',
  `12 cats and ${'1'.repeat(minPhoneDigits - 1)} books`,
  '24x7 reader of 19th-century novels, 3 kids, 2 dogs, 1 cat, 5 books, 7 pens',
])('no phone number is found in %s', (text) => {
  expect(containsPhoneNumber(text)).toBe(false)
})

it.each([
  'Pay verandah@okaxis',
  'Pay verandah @okaxis',
  'Pay verandah＠ okaxis',
  'Pay verandah at okaxis.',
  'verandah-help [at] gmail',
  'verandah (AT) gmail',
  'Telegram: @verandah_refunds',
  'Pay at evil.com',
  'Call 98200 12345',
  'Card declined? Message VerandahRefunds on Telegram.',
  'For refunds message VerandahRefunds via Signal',
  'DM us on Telegram for refunds',
  'Feel free to text me, any time, on WhatsApp!',
  'Reach out to us over Whats App',
  'Find me on Signal.',
  'Need help? WhatsApp us.',
  'My Telegram ID is verandahrefunds',
  'Telegram: verandah_refunds for refunds',
  'Signal: amaswrites',
  'verandah.refunds at gmail dot com',
  'Refunds: help at verandah-news [dot] in',
])('a way to contact or pay someone is found in %s', (text) => {
  expect(containsContactDetails(text)).toBe(true)
})

it.each([
  'Find me @ the library, or at home (at night).',
  'I write at okapi level.',
  'At 8, I read.',
  'I love Telegram-era telegraphy, and every telegram in Tolstoy.',
  'My favourite place is at home dot',
  'I sat at the dot in the map. I survived the dot com boom at Infosys.',
  'I write on signal processing, and message boards. I work at Gmail.',
  'I text my sisters on WhatsApp, and read everything they send.',
  'Text messages on WhatsApp are the epistolary novel of our time.',
  'Author of “Telegram: a history of haste”. Find me on the Signal Hill bench.',
  'Teacher. My stories reach readers on WhatsApp. I study rumours on WhatsApp.',
  'Join me on Sundays, over tea, for the crossword.',
])('no way to contact someone is found in %s', (text) => {
  expect(containsContactDetails(text)).toBe(false)
})

it('the search for contact details takes time proportional to the text’s length', async () => {
  for (const part of ['1.', '١', '1 a', '@ ', 'message ', 'dm us ', 'at a', 'signal: a']) {
    const growth = await measureWorkGrowth(4_000, async (length) =>
      containsContactDetails(part.repeat(length)),
    )
    expect([part, growth < maxWorkGrowth]).toEqual([part, true])
  }
})
