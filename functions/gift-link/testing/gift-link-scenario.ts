/** Simulates a subscriber who gives stories, and the browsers that open them. */
import { gzipSync } from 'node:zlib'
import { beforeEach, expect } from 'vitest'
import type { GivenArticlesResponse } from '../../../src/contracts/endpoints/gift-link-endpoints.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { WorkerHarness } from '../../testing/worker-harness.ts'
import { giftLinkPath } from '../gift-link-record.ts'

export const slug = 'fathers-in-pencil'
export const otherSlug = 'rain-on-the-verandah'
export const text = 'The closed part.'
export const phone = { 'User-Agent': 'Mozilla/5.0 (iPhone) Safari/604.1' }

type Browser = ReturnType<WorkerHarness['openBrowser']>

export const readGiven = async (response: Response) =>
  (await response.json()) as GivenArticlesResponse

async function createGiver(): Promise<WorkerHarness> {
  const created = new WorkerHarness()
  await created.storeReaderAndCheckout()
  const paidThrough = new Date(created.now.getTime() + 300 * 24 * 3600_000)
  const subscription = { state: 'active', plan: 'annual_99', provider: 'I-1', paidThrough }
  const articles = [
    ...[slug, otherSlug].map((name) => ({ name, access: 'metered', status: 'published' })),
    ...Array.from({ length: 23 }, (_, index) => ({
      name: `story-${index}`,
      access: 'members',
      status: 'published',
    })),
    { name: 'everyones', access: 'public', status: 'published' },
    { name: 'gone', access: 'metered', status: 'withdrawn' },
    { name: 'not-yet', access: 'metered', status: 'draft' },
  ]
  await created.store({ [`subscriptions/${created.uid}`]: { subscription } })
  for (const { name, ...fields } of articles) {
    await created.store({ [`articles/${name}`]: { title: `On ${name}`, ...fields } })
    created.bodyCache.set(name, new Uint8Array(gzipSync(text)))
  }
  await created.logIn()
  return created
}

export function useGiver() {
  let harness: WorkerHarness
  beforeEach(async () => {
    harness = await createGiver()
  })

  const give = (name = slug) => harness.post('/api/gift-links', { slug: name })
  const list = async () => readGiven(await harness.get('/api/gift-links'))

  async function giveForCode(name = slug): Promise<string> {
    const { given } = await readGiven(await give(name))
    return given.find((item) => item.slug === name && item.state === 'working')!.code
  }

  const follow = (browser: Browser, code: string, headers: Record<string, string> = phone) =>
    browser.send('GET', `/g/${code}`, undefined, headers)
  const read = async (browser: Browser, name = slug) =>
    (await browser.send('GET', `/api/articles/${name}/body`)).status
  const deleteLink = async (code: string) => {
    const browser = harness.openBrowser()
    for (const [name, value] of harness.cookies) browser.cookies.set(name, value)
    return browser.send('DELETE', `/api/gift-links/${code}`)
  }
  const readLink = async (code: string) =>
    unwrap(await harness.database.firestore.get(giftLinkPath(code)))?.fields

  async function openGift(name = slug) {
    const code = await giveForCode(name)
    const browser = harness.openBrowser()
    await follow(browser, code)
    return { code, browser }
  }

  /** Checks that every listed article has its link, and every link is listed. */
  async function expectAgreement() {
    const { given } = await list()
    const links = await harness.queryAll({ collection: 'giftLinks' })
    const listed = given.map(({ code, slug: name, until, state }) => [
      code,
      name,
      until,
      state === 'revoked',
    ])
    const stored = links.map(({ id, fields }) => [
      id,
      fields.slug,
      (fields.until as Date).toISOString(),
      fields.revokedAt !== null,
    ])
    expect(stored).toEqual(listed)
  }

  return {
    get harness() {
      return harness
    },
    async restart() {
      harness = await createGiver()
    },
    give,
    list,
    giveForCode,
    follow,
    read,
    deleteLink,
    readLink,
    openGift,
    expectAgreement,
  }
}
