import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import { readReaders } from './read-readers.ts'

const folder = createTestFolder()

/** Row by row, or the failure. */
async function read(content: string, name = 'readers.csv') {
  const path = join(folder, name)
  writeFileSync(path, content)
  const rows: unknown[] = []
  for await (const one of readReaders(path)) {
    if (!one.ok) rows.push(one.failure)
    else rows.push(one.value.row.ok ? one.value.row.value : one.value.row.failure)
  }
  return rows
}

const free = { isSubscribed: true, access: null, isBilled: false }

describe('newsletters’ exports', () => {
  const at = new Date('2021-05-23T18:28:09Z')
  const subscriber = (email: string) => ({ ...free, email, consentedAt: at })
  const gone = (email: string) => ({ ...subscriber(email), isSubscribed: false })
  const unconfirmed = { kind: 'unconfirmed' }

  it('are Mailchimp’s', async () => {
    const header = 'Email Address,First Name,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,LEID'
    const rows = ['a@b.com,A,2,,2021-05-23 18:28:09,1', 'c@d.com,C,2,,,2']
    expect(await read([header, ...rows].join('\n'))).toEqual([subscriber('a@b.com'), unconfirmed])
    const left = 'a@b.com,A,2,,2021-05-23 18:28:09,1,2022-01-01 00:00:00'
    for (const column of ['UNSUB_TIME', 'CLEAN_TIME'])
      expect(await read(`${header},${column}\n${left}`)).toEqual([gone('a@b.com')])
  })

  it('of Mailchimp with contacts who never subscribed are refused', async () => {
    const content = 'Email Address,OPTIN_TIME,CONFIRM_TIME,LEID\na@b.com,,,1'
    const [failure] = await read(content, 'nonsubscribed_email_audience_export_1.csv')
    expect(failure).toMatchObject({ reason: expect.stringMatching(/never subscribed/) })
  })

  it('are beehiiv’s', async () => {
    const header = 'email,status,tier,created_at,acquisition_source'
    const rows = [
      'a@b.com,active,free,2021-05-23 18:28:09 UTC,',
      'c@d.com,active,premium,2021-05-23T18:28:09.000Z,',
      'e@f.com,inactive,free,2021-05-23T18:28:09Z,',
      'g@h.com,pending,free,2021-05-23T18:28:09Z,',
      'i@j.com,resting,free,2021-05-23T18:28:09Z,',
    ]
    expect(await read([header, ...rows].join('\n'))).toEqual([
      subscriber('a@b.com'),
      { ...subscriber('c@d.com'), access: { until: null }, isBilled: true },
      gone('e@f.com'),
      unconfirmed,
      { kind: 'malformed', reason: 'status has an unknown word' },
    ])
  })

  it('are Buttondown’s', async () => {
    const rows = [
      'a@b.com,2021-05-23T18:28:09.123456Z,regular',
      'c@d.com,2021-05-23T18:28:09Z,gifted',
      'e@f.com,2021-05-23T18:28:09Z,unsubscribed',
      'g@h.com,2021-05-23T18:28:09Z,unactivated',
    ]
    expect(await read(['email_address,creation_date,type', ...rows].join('\n'))).toEqual([
      subscriber('a@b.com'),
      { ...subscriber('c@d.com'), access: { until: null } },
      gone('e@f.com'),
      unconfirmed,
    ])
  })
})

describe('a plain list', () => {
  const listed = (email: string) => ({ ...free, email, consentedAt: null })

  it.each([
    ['with a header', 'Name,Email\nA,a@b.com\nC,c@d.com'],
    ['without one', 'a@b.com\nC <c@d.com>'],
  ])('%s proves no consent', async (_, content) => {
    expect(await read(content)).toEqual([listed('a@b.com'), listed('c@d.com')])
  })

  it.each(['Unsubscribed', 'status', 'email_disabled', 'Opt-out'])(
    'is refused with the column %s, which may say who wants no emails',
    async (column) => {
      const [failure] = await read(`email,${column}\na@b.com,yes`)
      expect(failure).toMatchObject({ reason: expect.stringMatching(/who wants no emails/) })
    },
  )
})
