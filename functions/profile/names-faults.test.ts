/** Tests readers who pretend to be an author or us, and readers who could be mistaken for such impostors. */
import { beforeEach, describe, expect, it } from 'vitest'
import { newsletter } from '../../src/publication/newsletter.ts'
import type { Browser } from '../testing/reader-harness.ts'
import { ProfileHarness, save as saveSettings } from './testing/profile-harness.ts'

let harness: ProfileHarness
let browser: Browser
beforeEach(async () => {
  harness = new ProfileHarness()
  harness.setAuthorNames({
    'anahita-daruwalla': 'Anahita Daruwalla',
    arun: 'ப. அருண்',
    arati: 'आरती शर्मा',
    rahim: 'محمد رحیم',
    mohan: 'മോഹൻ നായർ',
    kanta: 'कांता पंडित',
  })
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

describe('a name that looks like a writer’s', () => {
  it.each([
    ['Tamil digit eight for the letter a', 'ப. \u0beeருண்', 409],
    ['small capitals', 'ᴀɴᴀʜɪᴛᴀ ᴅᴀʀᴜᴡᴀʟʟᴀ', 400],
    ['turned letters for l', 'Anahita Daruwaꞁꞁa', 400],
    ['a mark that nobody notices', 'Anahita Daruwal\u20d3la', 409],
    ['the family name first', 'Daruwalla, Anahita', 409],

    ['a letter that is missing', 'Anahita Daruwala', 409],
    [
      'three alphabets',
      '\u0410\u0578\u0430\u04bb\u0456\u0442\u0430 \u13a0\u0430\u0433\u057d\u051d\u0430\u04cf\u04cf\u0430',
      400,
    ],
  ])('is refused: %s', async (_, name, status) => {
    expect([name, await save(name)]).toEqual([name, status])
  })
})

describe('a name that looks like ours', () => {
  it.each<[string, number]>([
    ['ᴇᴅɪᴛᴏʀ', 400],
    ['Ed\u2223tor', 400],
    [`${newsletter.name} Newsletter`, 409],
    ['Payment Team', 409],
    ['TechSupport', 409],
    ['ग्राहक सेवा', 409],
    ['The Veranda', 409],
    ['Client Care', 409],
    ['Grievance Officer', 409],
    ['Corrections', 409],
    ['Corrections Team', 409],
    ['Grievance Redressal Officer', 409],
    ['Founder and CEO', 409],
    ['Ombudsman', 409],
    ['Delhi Bureau', 409],
    ['Virandah', 409],
    ['The Berandah', 409],
    ['द वरांडा', 409],
    ['দ্য ভেরান্ডা', 409],
    ['دی ورانڈا', 409],
    ['கஸ்டமர் கேர்', 409],
    ['Customer Assistance', 409],
    ['Ediʈor', 400],
    ['कस्टमर हेल्प', 409],
    ...publicationsInScripts.map((name): [string, number] => [name, 409]),
  ])('is refused: %s', async (name, status) => {
    expect([name, await save(name)]).toEqual([name, status])
  })

  it.each(['payment-team', 'corrections', 'grievance-redressal', 'virandah'])(
    'is refused as a handle: %s',
    async (handle) => {
      expect([handle, await save('Ama', handle)]).toEqual([handle, 409])
    },
  )
})

describe('a bio', () => {
  it.each(['We are The Verandah.', 'Official account'])(
    'is refused if it speaks for us: %s',
    async (bio) => {
      expect([bio, await save('Ama S.', 'ama-reads', bio)]).toEqual([bio, 409])
    },
  )

  it.each([
    'Card declined? Call +91 98200 12345, any time.',
    'रिफंड के लिए ९८२०० १२३४५',
    'Pay by UPI: verandah@okaxis',
    'Refunds: verandah.help at gmail dot com',
    'For failed payments open verandah-refunds\ua4f8com',
    'UPI: verandah (a) okaxis',
    'Call +91 982OO I2345',
  ])('is refused with a way to contact or pay somebody: %s', async (bio) => {
    expect([bio, await save('Ama S.', 'ama-reads', bio)]).toEqual([bio, 400])
  })

  it.each([
    'Pay at https://evil.example/pay',
    'Pay at evil.example/pay.',
    'Pay at www.evil.example',
    'Pay at evil.com.',
    'Pay at evil．com',
    'Write to verandah-billing@evil.example',
  ])('is refused with a link: %s', async (bio) => {
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
  ])('is stored without a link: %s', async (bio) => {
    expect([bio, await save('Ama S.', 'ama-reads', bio)]).toEqual([bio, 200])
  })
})

it.each(['Ama 98200 12345', 'Ama 982OO I2345'])(
  'a name with a phone number is refused: %s',
  async (name) => {
    expect(await save(name)).toBe(400)
  },
)

it('a name whose characters can stand for many words is refused before it’s compared', async () => {
  expect(await save('\ufdfa'.repeat(60))).toBe(400)
})

it.each([
  'Alan Staff',
  'නිල පෙරේරා',
  'ਸ: ਭਗਤ ਸਿੰਘ',
  'Veran Dahanayake',
  'Vera N. Dahanayake',
  'Savera N. Dahal',
  'H.E.L.P. de Silva',
  'A.D.M.I.N. Bandara',
  'एम.एस. धोनी',
  'Md.Yusuf',
])('a reader can have their own name: %s', async (name) => {
  expect([name, await save(name)]).toEqual([name, 200])
})
