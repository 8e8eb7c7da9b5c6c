/** `desk import readers` as an editor runs it, and the readers who log in afterwards. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { getListPath } from '../../../functions/newsletter/newsletter-list.ts'
import { getImportedGrantPath } from '../../../functions/subscription/claim-imported-grant.ts'
import {
  createEdgeClient,
  findArticle,
  getArticleBodyPath,
  openSession,
  readClosedPart,
  stack,
} from '../../../functions/testing/edge-client.ts'
import { createIdToken } from '../../../functions/testing/test-readers.ts'
import { unwrap } from '../../../functions/testing/unwrap.ts'
import { day } from '../../../src/domain/duration.ts'
import { createDeskHarness } from '../../desk/testing/desk-process.ts'
import { createTestAccount, createTestName } from '../../dev/stack/emulator-accounts.ts'

const desk = createDeskHarness(stack)
afterAll(() => desk.remove())

const article = findArticle('metered')
const newAddress = () => `${createTestName()}@example.com`
const lastDay = new Date(Date.now() + 60 * day).toISOString().slice(0, 10)
const until = new Date(Date.parse(lastDay) + day)

const header = 'email,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,tiers'
const createdAt = '2021-05-23T18:28:09.830Z'
const paidRow = (email: string) => `${email},true,false,cus_1,${createdAt},Gold`
const freeRow = (email: string) => `${email},true,false,,${createdAt},`

/** Returns the response status for an article's closed part. */
async function logInAndRead(email: string) {
  const client = createEdgeClient()
  const opened = await openSession(client, await createIdToken(email))
  const session = (await opened.json()) as { detail: string }
  const response = await client.request(getArticleBodyPath(article.slug))
  const text = await response.text()
  return {
    detail: session.detail,
    status: response.status,
    isOpen: text === (await readClosedPart(article.slug)),
  }
}

const run = (...args: string[]) => desk.run('import', 'readers', ...args)

async function getFields(path: string | null) {
  return (await desk.readDocument(path!))?.fields ?? null
}

describe('desk import readers', () => {
  it('opens a closed article to a reader who paid before, once their address is confirmed', async () => {
    const [paid, free, unverified] = [newAddress(), newAddress(), newAddress()]
    const rows = [
      paidRow(paid),
      freeRow(free),
      paidRow(unverified),
      paidRow(paid),
      'nobody,true,false,,,',
    ]
    desk.write('members.csv', [header, ...rows].join('\n'))

    const withoutEnd = await run('members.csv')
    expect(withoutEnd).toMatchObject({ code: 2, out: '' })
    expect(withoutEnd.errors).toContain('--paid-until')
    const dry = await run('members.csv', '--paid-until', lastDay, '--dry-run')
    expect(dry, dry.errors).toMatchObject({ code: 0 })
    expect(await getFields(await getListPath(free))).toBeNull()
    expect(existsSync(join(desk.path, 'members.readers.report.md'))).toBe(false)

    const first = await run('members.csv', '--paid-until', lastDay)
    expect(first, first.errors).toMatchObject({ code: 0 })
    expect(first.out).toBe(dry.out.replace(/^Dry run.*?: /, '').replace('.dry-run', ''))
    expect(first.out).toContain('5 rows, 3 subscribed, 2 given access, 1 not imported')
    for (const email of [paid, free, unverified]) {
      expect(first.out).not.toContain(email)
      expect(await getFields(await getListPath(email))).toMatchObject({ state: 'confirmed' })
    }
    expect(await getFields(await getImportedGrantPath(paid))).toMatchObject({ until })

    const uid = await createTestAccount(stack, paid, { isVerified: true })
    await createTestAccount(stack, free, { isVerified: true })
    await createTestAccount(stack, unverified, { isVerified: false })
    const open = { detail: 'complimentary', status: 200, isOpen: true }
    expect(await logInAndRead(paid)).toEqual(open)
    const closed = { detail: 'none', status: 403, isOpen: false }
    expect(await logInAndRead(free)).toEqual(closed)
    expect(await logInAndRead(unverified)).toEqual(closed)
    const readHistory = async () =>
      unwrap(
        await desk.firestore.query({ collection: 'history', parent: `subscriptions/${uid}` }),
      ).documents.map(({ fields }) => fields)
    const history = await readHistory()
    const message = 'Imported from Ghost'
    expect(history).toMatchObject([{ kind: 'grant', operator: 'Tests', message }])

    const second = await run('members.csv', '--paid-until', lastDay)
    expect(second.out).toContain('5 rows, 0 subscribed, 0 given access')
    expect(await logInAndRead(paid)).toEqual(open)
    expect(await readHistory()).toEqual(history)
  })

  it('refuses unreadable files, and says if Firestore is unavailable', async () => {
    desk.write('broken.csv', `${header}\n${freeRow('a@example.com')}\n"b@example.com,true`)
    const broken = await run('broken.csv')
    expect(broken).toMatchObject({ code: 1, out: '' })
    expect(broken.errors).toContain('broken.csv, row 3: a quotation mark isn’t closed')
    expect((await run('missing.csv')).errors).toContain('missing.csv: not found, or not a file')
    expect((await run()).code).toBe(2)
    expect((await run('broken.csv', '--plan')).errors).toContain('Use --dry-run')
    desk.write('one.csv', `${header}\n${freeRow(newAddress())}`)
    expect((await run('one.csv', '--paid-until', '2020-01-01')).code).toBe(2)
    const away = ['import', 'readers', 'one.csv'] as const
    expect((await desk.runWith({ FIRESTORE_URL: 'http://127.0.0.1:9' }, ...away)).code).toBe(4)
    expect(desk.read('one.readers.report.md')).toContain('(not finished)')
  })
})
