import { expect, it } from 'vitest'
import { day } from '../duration.ts'
import { initialFields, type NewsletterEntry } from '../newsletter/newsletter-entry.ts'
import { getNewcomerSince, type Newcomer, selectSurplus } from './surplus.ts'

const createNewcomers = (count: number, domain: string | null, inboxes = count) =>
  Array.from(
    { length: count },
    (_, index): Newcomer => ({ joinedAt: index, inbox: `${domain} ${index % inboxes}`, domain }),
  )

it.each([
  [499, 600, 0, 0],
  [500, 600, 0, 560],
  [500, 40, 0, 0],
  [1000, 600, 0, 520],
  [1000, 600, 300, 520],
  [10_000, 900, 45, 100],
])(
  'with %d others, %d newcomers elsewhere and %d at providers, %d are too many',
  (established, elsewhere, atProviders, expected) => {
    const newcomers = [...createNewcomers(elsewhere, 'm'), ...createNewcomers(atProviders, null)]
    expect(selectSurplus(newcomers, established + newcomers.length)).toHaveLength(expected)
  },
)

it.each([
  [100, 'a large provider', null],
  [1000, 'a large provider', null],
  [100, 'outlook.com', 'outlook.com'],
])(
  'more than two spellings of a mailbox are too many with %d others, at %s',
  (established, _, domain) => {
    const newcomers = createNewcomers(100, domain, 10)
    expect(selectSurplus(newcomers, established + newcomers.length)).toHaveLength(80)
  },
)

it('a second spelling of a mailbox counts like an address elsewhere', () => {
  const newcomers = [...createNewcomers(35, 'm'), ...createNewcomers(20, null, 10)]
  expect(selectSurplus(newcomers, 500 + newcomers.length)).toHaveLength(35 + 10 - 40)
})

it('the readers who joined last are left out if there are too many newcomers', () => {
  const newcomers = createNewcomers(100, 'm')
  const surplus = selectSurplus(newcomers.toReversed(), 500 + newcomers.length)
  expect(Math.min(...surplus.map(({ joinedAt }) => joinedAt))).toBe(40)
})

it('addresses at one domain displace only a few addresses elsewhere', () => {
  const others = Array.from({ length: 20 }, (_, index) => ({
    ...{ joinedAt: 100 + index, inbox: `${index}`, domain: `firm ${index}` },
  }))
  const newcomers = [...createNewcomers(100, 'm'), ...others]
  const surplus = selectSurplus(newcomers, 500 + newcomers.length)
  expect(surplus).toHaveLength(80)
  expect(surplus.filter(({ domain }) => domain !== 'm')).toHaveLength(1)
})

it('addresses at many domains displace only a few readers who joined before', () => {
  const strangers = Array.from({ length: 100 }, (_, index) => ({
    ...{ joinedAt: 100 + index, inbox: `${index}`, domain: `stranger ${index}` },
  }))
  const newcomers = [...createNewcomers(40, 'gmx.de'), ...strangers]
  const surplus = selectSurplus(newcomers, 500 + newcomers.length)
  expect(surplus.filter(({ domain }) => domain === 'gmx.de')).toHaveLength(19)
})

const now = new Date('2026-11-29T02:30:00Z')
const [recently, longAgo] = [1, 90].map((days) => new Date(now.getTime() - days * day))
const entry: NewsletterEntry = {
  ...initialFields,
  email: 'asha@example.com',
  state: 'confirmed',
  source: 'footer',
  ...{ consentedAt: longAgo!, ip: '', userAgent: '', uid: null },
}
const consent = { consentedAt: recently!, ip: '', userAgent: '' }

it.each<[string, Partial<NewsletterEntry>, Date | undefined]>([
  ['who confirmed recently', { confirmation: consent, deliveryChangedAt: recently! }, recently],
  ['who joined recently with an account', { ...consent, deliveryChangedAt: recently! }, recently],
  ['who came back recently', { deliveryChangedAt: recently! }, undefined],
  ['whom an import has added', { ...consent, deliveryChangedAt: null }, undefined],
])(
  'a reader is a newcomer only after confirming or joining with an account: %s',
  (_, changes, expected) => {
    expect(getNewcomerSince({ ...entry, ...changes }, now)).toBe(expected?.getTime() ?? null)
  },
)
