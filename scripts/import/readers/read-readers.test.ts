/** Tests reader exports as Ghost and Substack write them, as spreadsheets change them, and broken ones. */
import { describe, expect, it } from 'vitest'
import { parseAccessEnd } from './reader-row.ts'
import { surveyReaders } from './survey-readers.ts'
import { readRows as read, writeReadersFile } from './testing/read-rows.ts'

const ghostHeader =
  'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers'
const substackHeader =
  'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at'

const createdAt = '2021-05-23T18:28:09.830Z'
const ghostRow = (cells: Readonly<Record<string, string>>) =>
  ghostHeader
    .split(',')
    .map((column) => cells[column] ?? '')
    .join(',')
const ghost = (...rows: Readonly<Record<string, string>>[]) => {
  const defaults = {
    subscribed_to_emails: 'true',
    complimentary_plan: 'false',
    created_at: createdAt,
  }
  return [ghostHeader, ...rows.map((row) => ghostRow({ ...defaults, ...row }))].join('\r\n')
}
const substack = (...rows: string[]) => [substackHeader, ...rows].join('\n')

const free = (email: string) => ({
  email,
  isSubscribed: true,
  consentedAt: new Date(createdAt),
  access: null,
  isBilled: false,
})
const isMalformed = (reason: RegExp) => ({
  kind: 'malformed',
  reason: expect.stringMatching(reason),
})

describe('Ghost’s member export', () => {
  it('has free, paying and complimentary readers', async () => {
    expect(
      await read(
        ghost(
          { email: 'Free@Example.com' },
          { email: 'paying@example.com', stripe_customer_id: 'cus_1', tiers: '"Gold, Silver"' },
          { email: 'lapsed@example.com', stripe_customer_id: 'cus_2' },
          { email: 'guest@example.com', complimentary_plan: 'true', tiers: 'Gold' },
          { email: 'quiet@example.com', subscribed_to_emails: 'FALSE', tiers: 'Gold' },
          { email: 'gone@example.com', deleted_at: createdAt },
        ),
      ),
    ).toEqual([
      free('free@example.com'),
      { ...free('paying@example.com'), access: { until: null }, isBilled: true },
      { ...free('lapsed@example.com'), isBilled: true },
      { ...free('guest@example.com'), access: { until: null } },
      { ...free('quiet@example.com'), isSubscribed: false, access: { until: null } },
      { kind: 'deleted' },
    ])
  })

  it('shows only that a reader was a customer if there are no tiers', async () => {
    const header = 'email,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at'
    expect(await read(`${header}\na@example.com,true,false,cus_1,${createdAt}`)).toEqual([
      { ...free('a@example.com'), access: { until: null }, isBilled: true },
    ])
  })

  it('loses the apostrophe that stops a spreadsheet from calculating', async () => {
    expect(
      await read(
        ghost(
          { email: `"'+weekly@example.com"`, name: `"'=HYPERLINK(""https://evil.example"")"` },
          { email: "o'neill@example.com" },
          { email: "'quoted@example.com" },
        ),
      ),
    ).toEqual([
      free('+weekly@example.com'),
      free("o'neill@example.com"),
      free("'quoted@example.com"),
    ])
  })
})

describe("Substack's email list", () => {
  it('shows when access ends', async () => {
    const paid = { ...free('paid@example.com'), isBilled: true }
    expect(
      await read(
        substack(
          `free@example.com,false,,other,false,${createdAt},`,
          `paid@example.com,true,2027-05-23T18:28:09.000Z,yearly,false,${createdAt},${createdAt}`,
          `paid@example.com,true,2027-01-31,monthly,false,${createdAt},${createdAt}`,
          `gift@example.com,true,2118-09-11T12:14:56.557Z,gift,false,${createdAt},`,
          `open@example.com,true,,comp,false,${createdAt},`,
          `ended@example.com,false,2020-01-01,yearly,true,${createdAt},${createdAt}`,
          `12345@deletion-request.substack.com,true,,yearly,false,${createdAt},`,
        ),
      ),
    ).toEqual([
      free('free@example.com'),
      { ...paid, access: { until: new Date('2027-05-23T18:28:09Z') } },
      { ...paid, access: { until: new Date('2027-02-01T00:00:00Z') } },
      { ...free('gift@example.com'), access: { until: new Date('2118-09-11T12:14:56.557Z') } },
      { ...free('open@example.com'), access: { until: null } },
      { ...free('ended@example.com'), isSubscribed: false },
      { kind: 'deleted' },
    ])
  })

  it('can’t be replaced by the dashboard’s table', async () => {
    const header = 'Email,Name,Stripe plan,Cancel date,Start date,Paid upgrade date,Activity,Type'
    expect(await read(`${header}\na@example.com,,,,${createdAt},,5,Free`)).toEqual([
      { row: null, reason: expect.stringContaining('email_list….csv') },
    ])
  })
})

describe('a row in a readers’ file', () => {
  it.each([
    ['', /email address/],
    ['reader', /email address/],
    ['Mira Bai <mira@example.com>', /email address/],
    ['a@example.com;b@example.com', /email address/],
    ['ömil@example.com', /email address/],
    ['ömil@bücher.example', /email address/],
    // The Kelvin sign, which lower case turns into an ASCII letter.
    ['\u212aate@example.com', /email address/],
    ['=cmd|calc!A1', /email address/],
    [`${'a'.repeat(300)}@example.com`, /email address/],
  ])('is malformed with the address %j', async (email, reason) => {
    expect(await read(ghost({ email }))).toEqual([isMalformed(reason)])
  })

  it('stores a domain in other scripts in the form that mail servers use', async () => {
    expect(await read(ghost({ email: ' Reader@Bücher.example' }))).toEqual([
      free('reader@xn--bcher-kva.example'),
    ])
  })

  it.each([
    [{ subscribed_to_emails: '' }, /subscribed_to_emails must be/],
    [{ subscribed_to_emails: 'yes' }, /subscribed_to_emails must be/],
    [{ complimentary_plan: 'gold' }, /complimentary_plan must be/],
    [{ created_at: '' }, /created_at isn’t a date/],
    [{ created_at: '23/05/2021 18:28' }, /created_at isn’t a date/],
    [{ created_at: '2021-02-30T10:00:00Z' }, /created_at isn’t a date/],
    [{ created_at: '2999-01-01T00:00:00Z' }, /in the future/],
    [{ note: 'one,two' }, /12 cells instead of 11/],
  ])('is malformed with %j', async (cells, reason) => {
    expect(await read(ghost({ email: 'reader@example.com', ...cells }))).toEqual([
      isMalformed(reason),
    ])
  })

  it('needs no date if its reader has unsubscribed', async () => {
    const cells = { email: 'quiet@example.com', subscribed_to_emails: 'false', created_at: '?' }
    expect(await read(ghost(cells))).toEqual([
      { ...free('quiet@example.com'), isSubscribed: false, consentedAt: null },
    ])
  })
})

describe('a readers’ file', () => {
  const [row] = ghost({ email: 'a@example.com', note: '"two\r\nlines, ""quoted"""' }).split(
    '\r\n',
    1,
  )
  const text = ghost({ email: 'a@example.com', note: '"two\r\nlines, ""quoted"""' })

  it.each([
    ['a byte order mark', `\ufeff${text}`],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['Unix lines', text.replaceAll('\r\n', '\n')],
    ['both kinds of line', text.replace('\r\n', '\n')],
    ['a header in capitals', text.replace(row!, row!.toUpperCase())],
    ['empty lines', `\r\n${text}\r\n\r\n\r\n`],
    ['a quoted header', text.replace('id,email', '"id","email"')],
  ])('is read with %s', async (_, content) => {
    expect(await read(content)).toEqual([free('a@example.com')])
  })

  it.each([';', '\t'])('is read if it’s separated by %j', async (delimiter) => {
    const content = ghost({ email: 'a@example.com', tiers: 'Gold' }).replaceAll(',', delimiter)
    expect(await read(content)).toEqual([{ ...free('a@example.com'), access: { until: null } }])
  })

  it.each([
    ['', /empty/],
    ['\n\n', /empty/],
    ['name,address\na,b', /match exactly one of these formats/],
    [`${ghostHeader},${substackHeader}\n`, /match exactly one of these formats/],
    ['[{ db: [] }]', /match exactly one of these formats/],
    [Buffer.from([0x50, 0x4b, 3, 4, 0, 255, 254, 0]), /match exactly one of these formats/],
    [`${ghostHeader},email\n`, /two columns named email/],
  ])('is refused with the content %j', async (content, reason) => {
    expect(await read(content)).toEqual([{ row: null, reason: expect.stringMatching(reason) }])
  })

  it.each([
    ['a quotation mark in a cell that isn’t quoted', { name: 'Mira "M" Bai' }, /isn’t quoted/],
    ['a quotation mark too many', { name: '"Mira" Bai"' }, /follows a closing/],
    ['an open quotation mark', { name: '"Mira' }, /isn’t closed/],
  ])('fails with %s, and the error names the row', async (_, cells, reason) => {
    const rows = [{ email: 'a@example.com' }, { email: 'b@example.com', ...cells }]
    const content = `${ghost(...rows)}\r\n${ghostRow({ email: 'c@example.com' })}`
    expect((await read(content)).at(-1)).toEqual({ row: 3, reason: expect.stringMatching(reason) })
  })

  it('fails before the end if a quotation mark isn’t closed for megabytes', async () => {
    const row = ghostRow({ email: 'c@example.com' })
    const content = `${ghost({ email: '"a@example.com' })}\n${`${row}\n`.repeat(100_000)}`
    expect(await read(content)).toEqual([
      { row: 2, reason: expect.stringMatching(/more than 100,000 characters/) },
    ])
  })
})

describe('the survey of a readers’ file', () => {
  it('finds duplicates, and readers whom any row unsubscribes', async () => {
    const path = writeReadersFile(
      `\n${ghost(
        { email: 'a@example.com' },
        { email: 'malformed' },
        { email: 'b@example.com', tiers: 'Gold' },
        { email: 'A@example.com', subscribed_to_emails: 'false' },
        { email: 'b@example.com' },
      )}`,
    )
    let rows = 0
    const survey = await surveyReaders(path, () => rows++)
    if (!survey.ok) throw new Error(survey.failure.reason)
    expect(survey.value).toMatchObject({ source: 'ghost', rows: 5, withoutEnd: 1 })
    expect(rows).toBe(5)
    const { getFirstRow, isUnsubscribed } = survey.value
    // Rows are numbered as in a spreadsheet, with the empty line.
    expect([getFirstRow('a@example.com'), getFirstRow('b@example.com')]).toEqual([3, 5])
    expect([isUnsubscribed('a@example.com'), isUnsubscribed('b@example.com')]).toEqual([
      true,
      false,
    ])
  })

  it('refuses a file without readers', async () => {
    expect(await surveyReaders(writeReadersFile(ghostHeader), () => {})).toMatchObject({
      failure: { reason: 'The file has no readers. Export it again.' },
    })
  })
})

describe('the last day of access', () => {
  it.each([
    ['2027-01-31', '2027-02-01T00:00:00.000Z'],
    [' 2028-02-29 ', '2028-03-01T00:00:00.000Z'],
    ['2027-01-31T12:00:00+05:30', '2027-01-31T06:30:00.000Z'],
  ])('is parsed: %j ends at %s', (text, end) => {
    expect(parseAccessEnd(text)?.toISOString()).toBe(end)
  })

  it('is in the year 9000 at the latest', async () => {
    expect(parseAccessEnd('9000-12-30')?.toISOString()).toBe('9000-12-31T00:00:00.000Z')
    expect(parseAccessEnd('9999-12-31')).toBeNull()
    const row = `a@example.com,true,9999-12-31,,false,${createdAt},`
    expect(await read(substack(row))).toEqual([isMalformed(/after the year 9000/)])
  })

  it.each(['', '2027', '31.1.2027', '2027-02-29', '2027-13-01', 'never'])('can’t be %j', (text) => {
    expect(parseAccessEnd(text)).toBeNull()
  })
})
