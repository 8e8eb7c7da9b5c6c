/** Each closed paragraph contains a sentinel, which no built file or response without an entitlement may contain. */

import { readFileSync } from 'node:fs'

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadContentCopy, readBody } from '../src/content/content-copy.ts'
import { getIssueBodyName, getSealedBodyPath } from '../src/contracts/signing/sealed-body.ts'
import { issueFeedPath } from '../src/contracts/site-files/feeds.ts'
import { draftSchema } from '../src/domain/draft.ts'
import { getIssuePath } from '../src/domain/issue/issue.ts'
import { changePoll } from './testing/change-poll.ts'
import {
  createEdgeClient,
  createSignedInClient,
  type EdgeClient,
  fetchStatus,
  findArticle,
  getArticleBodyPath,
  listClosedImages,
  publishedArticles,
  readClosedPart,
  stack,
} from './testing/edge-client.ts'
import {
  findLeaks,
  listFiles,
  readText,
  requestVariants,
  sentinelText,
} from './testing/leak-search.ts'
import { createReader, firestore } from './testing/test-readers.ts'
import { fetchWall, openGiftLink, unlock } from './testing/unlock-requests.ts'
import { unwrap } from './testing/unwrap.ts'

const { BUILD_OUTPUT, BUILD_STATE } = stack.buildEnvironment
const closed = publishedArticles.filter((article) => article.access !== 'public')

describe('the sentinel', () => {
  it('is in every closed paragraph, so the other tests can detect a leak', async () => {
    expect(sentinelText?.length).toBeGreaterThan(15)
    expect(closed.length).toBeGreaterThan(35)
    for (const article of closed) {
      const { freePreview, rest } = readBody(BUILD_STATE, article)
      expect(findLeaks(Buffer.from(freePreview))).toBe(false)
      // Removes pull quotes, which repeat a sentence without a sentinel.
      const text = rest.replace(/<div class="pullquote"[\s\S]*?<\/div>/g, '')
      const paragraphs = text.split('</p>').filter((part) => /<p>[^<]{80}/.test(part))
      // The first paragraph contains the sentinel too, so that an off-by-one cut is detected.
      expect(paragraphs[0]).toContain(sentinelText)
      expect(paragraphs.filter((part) => !part.includes(sentinelText))).toEqual([])
    }
  })

  it('reaches an entitled reader, and is found even in encoded text', async () => {
    const client = await createSignedInClient('subscriber')
    const { slug } = closed[0]!
    const text = await (await client.request(`/api/articles/${slug}/body`)).text()
    expect(findLeaks(Buffer.from(text))).toBe(true)
    expect(findLeaks(Buffer.from(Buffer.from(`x${text}`).toString('base64')))).toBe(true)
  })
})

describe('the search index', () => {
  const index = listFiles(join(BUILD_OUTPUT, 'client', 'pagefind'))

  it('contains every article’s free preview', () => {
    const entries = index.filter((file) => file.endsWith('.pf_fragment')).map(readText)
    expect(entries.length).toBeGreaterThan(closed.length)
    for (const article of publishedArticles) {
      const entry = entries.find((text) => text.includes(`"url":"/${article.slug}"`))
      const { freePreview } = readBody(BUILD_STATE, article)
      const [first] = freePreview.match(/[\p{L}\p{M}\d’]+(?: [\p{L}\p{M}\d’]+){4}/u)!
      expect(entry, article.slug).toContain(first)
    }
    // The word lists are readable too.
    const words = index.filter((file) => file.endsWith('.pf_index')).map(readText)
    expect(words.some((text) => text.includes('verandah') || text.includes('lahor'))).toBe(true)
  })

  it('contains no closed text', () => {
    expect(index.filter((file) => findLeaks(readFileSync(file)))).toEqual([])
  })
})

describe('no file of the site', () => {
  const files = listFiles(BUILD_OUTPUT)
  const texts = files.map(readText)

  it('contains closed text', () => {
    expect(files.length).toBeGreaterThan(closed.length * 2)
    const feedFiles = ['feed', 'feed.json', 'category/culture/feed', 'sitemap.xml']
    const client = join(BUILD_OUTPUT, 'client')
    expect(files).toEqual(expect.arrayContaining(feedFiles.map((file) => join(client, file))))
    expect(files.filter((file) => findLeaks(readFileSync(file)))).toEqual([])
  })

  it('names a closed image', () => {
    const ids = listClosedImages()
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.filter((id) => texts.some((text) => text.includes(id)))).toEqual([])
  })

  it('contains any part of an unpublished article', async () => {
    const { documents } = unwrap(await firestore.query({ collection: 'articles' }))
    const isPublished = ({ fields }: (typeof documents)[number]) => fields.status === 'published'
    const publishedTitles = new Set(documents.filter(isPublished).map(({ fields }) => fields.title))
    // Other tests leave copies of published articles behind.
    const hidden = documents.filter(
      (article) => !isPublished(article) && !publishedTitles.has(article.fields.title),
    )
    expect(new Set(hidden.map(({ fields }) => fields.status))).toEqual(
      new Set(['scheduled', 'withdrawn']),
    )
    const drafts = unwrap(await firestore.query({ collection: 'drafts' })).documents.map((draft) =>
      draftSchema.parse(draft.fields),
    )
    // Other tests' drafts can have short titles, which occur in any text.
    const drafted = drafts.filter(
      ({ fields: { title } }) => !publishedTitles.has(title) && String(title).length > 12,
    )
    expect(drafted.length).toBeGreaterThan(0)
    const hiddenTexts = [
      ...hidden.flatMap(({ id, fields }) => [id, String(fields.title)]),
      ...drafted.flatMap(({ slug, fields }) => [slug, String(fields.title)]),
    ]
    expect(hiddenTexts.filter((one) => texts.some((text) => text.includes(one)))).toEqual([])
    for (const { id } of hidden) {
      // A journey running at the same time may just have withdrawn the story.
      await expect.poll(() => fetchStatus(createEdgeClient(), `/${id}`), changePoll).toBe(404)
    }
  })
})

describe('no response to a caller without an entitlement', () => {
  it('contains closed text, however the request is written', async () => {
    for (const access of ['members', 'metered'] as const) {
      const { slug } = findArticle(access)
      const { leaks, answers, sealedAnswers } = await requestVariants(slug, stack.siteUrl)
      expect(leaks).toEqual([])
      expect(answers).toBeGreaterThan(150)
      // Encrypted bytes contain no sentinel, so the status is checked. 307 redirects to another spelling.
      expect([...sealedAnswers].filter((status) => status !== 404 && status !== 307)).toEqual([])
      expect(sealedAnswers.has(404)).toBe(true)
    }
  })

  it('contains closed text after a subscriber’s visit', async () => {
    const subscriber = await createSignedInClient('subscriber')
    const lapsed = await createSignedInClient('lapsed')
    for (const { slug } of closed) {
      const path = `/api/articles/${slug}/body`
      expect((await subscriber.request(path)).status).toBe(200)
      for (const client of [createEdgeClient(), lapsed]) {
        for (const address of [`/${slug}`, path, getSealedBodyPath(slug)]) {
          const response = await client.request(address)
          expect(findLeaks(Buffer.from(await response.arrayBuffer()))).toBe(false)
        }
      }
    }
  })
})

describe('an issue of The Weekly', () => {
  const issues = [...loadContentCopy(BUILD_STATE)!.issues.values()]
  const withClosedPart = issues.filter(({ closedHtml }) => closedHtml !== '')

  it('has a closed part that the site contains only encrypted', () => {
    expect(withClosedPart.length).toBeGreaterThan(0)
    for (const { html, closedHtml } of withClosedPart) {
      expect(findLeaks(Buffer.from(html))).toBe(false)
      expect(findLeaks(Buffer.from(closedHtml))).toBe(true)
    }
    const pages = listFiles(join(BUILD_OUTPUT, 'client', 'newsletter'))
    expect(pages.length).toBeGreaterThan(issues.length)
    expect(pages.filter((file) => findLeaks(readFileSync(file)))).toEqual([])
  })

  it('opens to subscribers only', async () => {
    const { slug } = withClosedPart[0]!
    const path = `/api/issues/${slug}/body`
    const subscriber = await createSignedInClient('subscriber')
    expect(findLeaks(Buffer.from(await (await subscriber.request(path)).arrayBuffer()))).toBe(true)
    // A pass for a story with the same slug must not grant access.
    const withUnlock = createEdgeClient()
    await unlock(withUnlock, findArticle('metered').slug)
    for (const client of [createEdgeClient(), await createSignedInClient('lapsed'), withUnlock]) {
      const refused = await client.request(path)
      expect([401, 403]).toContain(refused.status)
      const sealed = getSealedBodyPath(getIssueBodyName(slug))
      for (const address of [path, getIssuePath(slug), issueFeedPath, sealed, `${sealed}?x`]) {
        const response = await client.request(address)
        expect(findLeaks(Buffer.from(await response.arrayBuffer())), address).toBe(false)
      }
      expect((await client.request(sealed)).status).toBe(404)
    }
  })
})

describe('the meter', () => {
  async function listOpenBodies(client: EdgeClient) {
    const open: string[] = []
    for (const { slug } of closed) {
      const response = await client.request(`/api/articles/${slug}/body`)
      if (findLeaks(Buffer.from(await response.arrayBuffer()))) open.push(slug)
    }
    return open
  }

  it('grants no access to a caller who only looks, is refused or guesses', async () => {
    const guest = createEdgeClient()
    for (const { slug } of closed) {
      const wall = JSON.stringify(await fetchWall(guest, slug))
      expect(findLeaks(Buffer.from(wall))).toBe(false)
    }
    expect(await listOpenBodies(guest)).toEqual([])
    const meter = guest.cookies.get('__Host-meter')!
    guest.cookies.set('__Host-session', meter)
    guest.cookies.set('__Host-pass', meter)
    expect(await listOpenBodies(guest)).toEqual([])
  })
})

/** Lists the signed image addresses in a closed part, as served to readers. */
const listImageAddresses = (html: string) =>
  [...html.matchAll(/\/images\/[^ ",]+/g)].map(([address]) => address.replaceAll('&amp;', '&'))

const illustrated = closed.filter(({ slug }) => listClosedImages([slug]).length > 0)
/** The story must be metered, because other stories can't be unlocked. */
const open = illustrated.find(({ access }) => access === 'metered')!.slug
const other = illustrated.find(({ slug }) => slug !== open)!.slug

async function unlockStory(client = createEdgeClient()): Promise<EdgeClient> {
  const answer = JSON.stringify(await unlock(client, open))
  expect(findLeaks(Buffer.from(answer))).toBe(false)
  return client
}

describe.each([
  ['a guest with a gift link', () => openGiftLink(open)],
  ['a guest with an unlock', unlockStory],
  ['a reader with an unlock', async () => unlockStory((await createReader()).client)],
])('%s', (_, openStory) => {
  it('reads that story, and nothing of any other story', async () => {
    const guest = await openStory()
    for (const { slug } of closed) {
      for (const address of [`/${slug}`, getArticleBodyPath(slug), getSealedBodyPath(slug)]) {
        const response = await guest.request(address)
        const isOpen = slug === open && address === getArticleBodyPath(slug)
        expect(findLeaks(Buffer.from(await response.arrayBuffer())), address).toBe(isOpen)
      }
    }
  })

  it('sees that story’s pictures, and no other story’s', async () => {
    const guest = await openStory()
    const subscriber = await createSignedInClient('subscriber')
    const shared = new Set(listClosedImages([other]))
    const own = listClosedImages([open]).filter((id) => !shared.has(id))
    expect(own.length).toBeGreaterThan(0)
    const [ownAddresses, otherAddresses] = await Promise.all(
      [open, other].map(async (slug) => listImageAddresses(await readClosedPart(slug))),
    )
    const statusOf = (address: string, client = guest) => fetchStatus(client, address)
    for (const address of ownAddresses!) {
      const [path, query] = address.split('?')
      expect(query).toContain(`story=${open}`)
      expect(await statusOf(address)).toBe(200)
      expect(await statusOf(path!)).toBe(404)
      // A signature alone grants no access: the story's cookie is needed too.
      expect(await statusOf(address, createEdgeClient())).toBe(404)
    }
    const [ownQuery] = ownAddresses!.map((address) => address.split('?')[1]!)
    const ownKey = new URLSearchParams(ownQuery).get('key')!
    for (const address of otherAddresses!) {
      const [path, query] = address.split('?')
      const otherKey = new URLSearchParams(query).get('key')!
      for (const forged of [
        address,
        path!,
        `${path}?${ownQuery}`,
        `${path}?story=${open}&key=${otherKey}`,
        `${path}?story=${other}&key=${ownKey}`,
        `${path}?story=${open}&key=1.${'A'.repeat(43)}`,
        `${path}?story=${open}`,
        `${path}?${query}&story=${open}`,
      ]) {
        expect(await statusOf(forged), forged).toBe(404)
      }
      // Entitled readers see everything.
      expect(await statusOf(address, subscriber)).toBe(200)
      expect(await statusOf(path!, subscriber)).toBe(200)
    }
    const unknown = await guest.request(`/images/nothing-0123456789abcdef/384?${ownQuery}`)
    const refused = await guest.request(otherAddresses![0]!)
    expect(await refused.text()).toBe(await unknown.text())
  })
})
