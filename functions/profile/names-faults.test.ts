/**
 * Tests readers who pretend to be an author or us, with this publication's names. The domain tests names and texts in
 * general (src/domain/names, src/domain/profile).
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { newsletter } from '../../src/publication/newsletter.ts'
import type { Browser } from '../testing/reader-harness.ts'
import { ProfileHarness, save as saveSettings } from './testing/profile-harness.ts'

let harness: ProfileHarness
let browser: Browser
beforeEach(async () => {
  harness = new ProfileHarness()
  harness.setAuthorNames({ 'anahita-daruwalla': 'Anahita Daruwalla' })
  browser = await harness.addReader('ama')
})

/** The publication's name in other scripts, as native speakers would write it. */
const publicationsInScripts = [
  'द वरान्डा',
  'द वरान्डा टीम',
  'वेरान्डा',
  'वरण्डा',
  'દ વરંડા',
  'વરાન્ડા',
  'ਵਰਾਂਡਾ',
  'ଭେରାଣ୍ଡା',
  'ভেরাণ্ডা',
  'বারান্ডা',
  'ورانڈہ',
  'ورنڈا',
  'வெரண்டா',
  'వెరాండా',
  'ವೆರಾಂಡಾ',
  'വെരാണ്ട',
  'මේ වැරැන්ඩා',
]

const save = async (name: string, handle = 'ama-reads', bio = '') =>
  (await saveSettings(browser, { handle, name, bio })).status

it.each([
  'Daruwalla, Anahita',
  `${newsletter.name} Newsletter`,
  'Corrections Team',
  'Virandah',
  'The Berandah',
  'द वरांडा',
  'দ্য ভেরান্ডা',
  'دی ورانڈا',
  ...publicationsInScripts,
])('a writer’s name or ours is refused: %s', async (name) => {
  expect([name, await save(name)]).toEqual([name, 409])
})

it.each(['corrections', 'virandah', 'anahita-daruwalla'])(
  'a handle that looks like a writer’s or ours is refused: %s',
  async (handle) => {
    expect([handle, await save('Ama', handle)]).toEqual([handle, 409])
  },
)

it.each(['Veran Dahanayake', 'Vera N. Dahanayake', 'Savera N. Dahal'])(
  'a reader can have their own name: %s',
  async (name) => {
    expect([name, await save(name)]).toEqual([name, 200])
  },
)

describe('a bio', () => {
  it('is refused if it speaks for us', async () => {
    expect(await save('Ama S.', 'ama-reads', 'We are The Verandah.')).toBe(409)
  })

  it.each([
    'For failed payments open verandah-refunds\ua4f8com',
    'UPI: verandah (a) okaxis',
    'Call +91 982OO I2345',
    'Pay at https://evil.example/pay',
    'Pay at evil.example/pay.',
    'Pay at www.evil.example',
    'Pay at evil.com.',
    'Pay at evil．com',
    'Write to verandah-billing@evil.example',
  ])('is refused with a link, or a way to contact or pay somebody: %s', async (bio) => {
    expect([bio, await save('Ama S.', 'ama-reads', bio)]).toEqual([bio, 400])
  })

  it.each([
    'I read on trains, and/or at home. Born in ’74. Find me @ the library.',
    'Teacher, 1998–2024. I read 100 books in 2019, 2020 and 2021.',
    'Ph.D. in history, M.A. from J.N.U. Fond of Md. Rafi, tea & rain...',
    'I love Telegram-era telegraphy. The Verandah is where I read.',
    'I have read The Verandah since 2019. PayPal engineer, Twitter refugee.',
    'Subscriber to The Verandah. She/her. I write about Instagram’s effect on poetry.',
    'گھر کی کہانیاں پڑھتی ہوں۔ Lives in St. Thomas’ Town.',
  ])('is stored if it only describes the reader: %s', async (bio) => {
    expect([bio, await save('Ama S.', 'ama-reads', bio)]).toEqual([bio, 200])
  })
})
