import { describe, expect, it } from 'vitest'
import { readRows as read } from './testing/read-rows.ts'

const free = { isSubscribed: true, access: null, isBilled: false }

describe('newsletter exports', () => {
  const at = new Date('2021-05-23T18:28:09Z')
  const subscriber = (email: string) => ({ ...free, email, consentedAt: at })
  const gone = (email: string) => ({ ...subscriber(email), isSubscribed: false })
  const unconfirmed = { kind: 'unconfirmed' }

  it('from Mailchimp are read', async () => {
    const header = 'Email Address,First Name,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,LEID'
    const rows = ['a@b.com,A,2,,2021-05-23 18:28:09,1', 'c@d.com,C,2,,,2']
    const name = 'subscribed_email_audience_export_1.csv'
    const content = [header, ...rows].join('\n')
    expect(await read(content, name)).toEqual([subscriber('a@b.com'), unconfirmed])
    const left = 'a@b.com,A,2,,2021-05-23 18:28:09,1,2022-01-01 00:00:00'
    for (const [kind, column] of [
      ['unsubscribed', 'UNSUB_TIME'],
      ['cleaned', 'CLEAN_TIME'],
    ])
      expect(await read(`${header},${column}\n${left}`, `${kind}.csv`)).toEqual([gone('a@b.com')])
  })

  it.each([
    ['Subscribed', subscriber('a@b.com')],
    ['archived', gone('a@b.com')],
    ['nonsubscribed', unconfirmed],
    ['constructor', { kind: 'malformed', reason: 'STATUS has an unknown value' }],
  ])('from Mailchimp can have a row that is %s', async (status, row) => {
    const content = `Email Address,OPTIN_TIME,CONFIRM_TIME,LEID,STATUS\na@b.com,,2021-05-23 18:28:09,1,${status}`
    expect(await read(content, 'subscribed.csv')).toEqual([row])
  })

  it.each([
    ['nonsubscribed_email_audience_export_1.csv', /never subscribed/],
    ['My non-subscribed export.csv', /never subscribed/],
    ['contacts.csv', /in its name/],
    ['my unsubscribed.csv', /UNSUB_TIME/],
  ])('from Mailchimp are refused if they’re named %s', async (name, reason) => {
    const content = 'Email Address,OPTIN_TIME,CONFIRM_TIME,LEID\na@b.com,,,1'
    const [failure] = await read(content, name)
    expect(failure).toMatchObject({ reason: expect.stringMatching(reason) })
  })

  it('from beehiiv are read', async () => {
    const header = 'email,status,tier,created_at,acquisition_source'
    const rows = [
      'a@b.com,active,free,2021-05-23 18:28:09 UTC,',
      'c@d.com,active,premium,2021-05-23T18:28:09.000Z,',
      'e@f.com,inactive,free,2021-05-23T18:28:09Z,',
      'g@h.com,pending,free,2021-05-23T18:28:09Z,',
      'i@j.com,resting,free,2021-05-23T18:28:09Z,',
      'k@l.com,constructor,free,2021-05-23T18:28:09Z,',
      'm@n.com,active,unpaid,2021-05-23T18:28:09Z,',
    ]
    expect(await read([header, ...rows].join('\n'))).toEqual([
      subscriber('a@b.com'),
      { ...subscriber('c@d.com'), access: { until: null }, isBilled: true },
      gone('e@f.com'),
      unconfirmed,
      { kind: 'malformed', reason: 'status has an unknown value' },
      { kind: 'malformed', reason: 'status has an unknown value' },
      subscriber('m@n.com'),
    ])
  })

  it('from Buttondown are read', async () => {
    const rows = [
      'a@b.com,2021-05-23T18:28:09.123456Z,regular',
      'c@d.com,2021-05-23T18:28:09Z,gifted',
      'e@f.com,2021-05-23T18:28:09Z,unsubscribed',
      'g@h.com,2021-05-23T18:28:09Z,unactivated',
      'i@j.com,2021-05-23T18:28:09Z,past_due',
    ]
    expect(await read(['email_address,creation_date,type', ...rows].join('\n'))).toEqual([
      subscriber('a@b.com'),
      { ...subscriber('c@d.com'), access: { until: null } },
      gone('e@f.com'),
      unconfirmed,
      { ...subscriber('i@j.com'), isBilled: true },
    ])
  })
})

describe('a plain list', () => {
  const listed = (email: string) => ({ ...free, email, consentedAt: null })

  it.each([
    ['with a header', 'Name,Email\nA,a@b.com\nC,c@d.com'],
    ['without a header', 'a@b.com\nC <c@d.com>'],
  ])('doesn’t prove consent %s', async (_, content) => {
    expect(await read(content)).toEqual([listed('a@b.com'), listed('c@d.com')])
  })

  it.each(['Unsubscribed', 'status', 'Opt-out', 'newsletter', 'do not contact', 'gdpr', ''])(
    'is refused with the column %s, which may name readers who don’t want emails',
    async (column) => {
      const [failure] = await read(`email,${column}\na@b.com,yes`)
      expect(failure).toMatchObject({ reason: expect.stringMatching(/who don’t want emails/) })
    },
  )

  it.each(['a@b.com\nunsubscribed:\nc@d.com', 'Name,Email\nA,a@b.com\nLeft,\nC,c@d.com'])(
    'is refused with a row that isn’t an address: %j',
    async (content) => {
      const [, failure] = await read(content)
      expect(failure).toMatchObject({ reason: expect.stringMatching(/not an address/) })
    },
  )
})
