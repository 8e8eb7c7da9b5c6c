import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { buildSite } from '../../../scripts/build/build-site.ts'
import { waitForRebuilds } from '../../../scripts/build/testing/stack-documents.ts'
import { openBuiltSite, readAttribute } from '../../../scripts/dev/stack/built-site.ts'
import { requestRebuild } from '../../../scripts/dev/stack/stack-client.ts'
import { connectFirestore } from '../../../scripts/shared/connect-firestore.ts'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'
import { loadContentCopy, readBody } from '../../content/content-copy.ts'
import { issueFeedPath } from '../../contracts/site-files/feeds.ts'
import { categorySlugs } from '../../domain/category.ts'
import { findSitemapErrors } from './testing/validate-xml.ts'

const stack = readRunningStack()
const { SITE_URL, BUILD_STATE } = stack.buildEnvironment
const firestore = connectFirestore(stack.buildEnvironment)

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]!)
const toPath = (address: string) => address.slice(SITE_URL.length)
const toFile = (address: string) => toPath(address).slice(1)
const readJsonFeed = (): { title: string; items: { url: string; content_html: string }[] } =>
  JSON.parse(openBuiltSite(stack).text('feed.json'))

describe('the feeds', () => {
  const listRssFiles = () => openBuiltSite(stack).files.filter((file) => /(?:^|\/)feed$/.test(file))

  it('exist for all stories together, and for each category and author', () => {
    const authors = [...loadContentCopy(BUILD_STATE)!.authors.keys()]
    const expected = [
      'feed',
      issueFeedPath.slice(1),
      ...categorySlugs.map((slug) => `category/${slug}/feed`),
      ...authors.map((slug) => `author/${slug}/feed`),
    ]
    expect(listRssFiles().sort()).toEqual(expected.sort())
  })

  it('link to existing pages, newest first, and to themselves', () => {
    const site = openBuiltSite(stack)
    for (const file of listRssFiles()) {
      const text = site.text(file)
      const links = [...text.matchAll(/<guid isPermaLink="true">([^<]+)</g)].map(([, url]) => url!)
      expect(links.filter((url) => !site.files.includes(`${toFile(url)}.html`))).toEqual([])
      const dates = [...text.matchAll(/<item>[\s\S]*?<pubDate>([^<]+)</g)].map(([, day]) =>
        Date.parse(day!),
      )
      expect(dates).toEqual(dates.toSorted((one, other) => other - one))
      expect(text).toContain(`<atom:link href="${SITE_URL}/${file}" rel="self"`)
    }
  })

  it('contain no more of a closed article than its free preview', () => {
    const feed = readJsonFeed()
    const { articles } = loadContentCopy(BUILD_STATE)!
    for (const item of feed.items) {
      const toPlainText = (html: string) => html.replace(/<[^>]*>/g, '')
      const { freePreview } = readBody(BUILD_STATE, articles.get(toFile(item.url))!)
      expect(toPlainText(item.content_html)).toBe(
        `${toPlainText(freePreview)}Continue reading in ${feed.title}`,
      )
    }
  })

  it.each([
    ['/feed', 'application/rss+xml; charset=utf-8'],
    ['/feed.json', 'application/feed+json; charset=utf-8'],
    [issueFeedPath, 'application/rss+xml; charset=utf-8'],
    ['/category/culture/feed', 'application/rss+xml; charset=utf-8'],
    ['/author/anahita-daruwalla/feed', 'application/rss+xml; charset=utf-8'],
  ])('answer 200 without a redirect: %s as %s', async (path, type) => {
    const response = await fetch(stack.siteUrl + path, { redirect: 'manual' })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    // Two rules set the header, but it must have only one value.
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })
})

it('the JSON Feed has the RSS feed’s stories', () => {
  const site = openBuiltSite(stack)
  const links = [...site.text('feed').matchAll(/<guid isPermaLink="true">([^<]+)</g)]
  expect(readJsonFeed().items.map(({ url }) => url)).toEqual(links.map(([, url]) => url))
})

describe('the sitemaps', () => {
  const listSitemapFiles = () =>
    openBuiltSite(stack).files.filter((file) => file.startsWith('sitemaps/'))

  it('are listed in the index, which robots.txt names', () => {
    const site = openBuiltSite(stack)
    // Without news, the news sitemap has the front page.
    const isEmpty = !site.text('sitemaps/news.xml').includes('<news:news>')
    const listed = listSitemapFiles().filter((file) => !isEmpty || file !== 'sitemaps/news.xml')
    expect(locations(site.text('sitemap.xml')).map(toFile).sort()).toEqual(listed)
    expect(site.text('robots.txt')).toBe(
      `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${SITE_URL}/sitemap.xml\n`,
    )
  })

  it('list every page for search engines exactly once, and no other page', () => {
    const site = openBuiltSite(stack)
    const listed = site.pages().filter(({ elements, path }) => {
      const robots = elements.find((element) => readAttribute(element, 'name') === 'robots')
      const isNumbered = /^\/(?:latest|(?:category|tag|author)\/[^/]+)\/\d+$/.test(path)
      return !isNumbered && !readAttribute(robots!, 'content')!.includes('noindex')
    })
    // Empty lists aren't indexed.
    const isEmpty = (path: string) => site.text(`${path.slice(1)}.html`).includes('class="none"')
    const expected = listed
      .map(({ path }) => path)
      .filter((path) => !/^\/(?:category|tag)\//.test(path) || !isEmpty(path))
    const named = listSitemapFiles()
      .filter((file) => file !== 'sitemaps/news.xml')
      .flatMap((file) => locations(site.text(file)).map(toPath))
    expect(named.sort()).toEqual(expected.sort())
  })
})

describe('a published story', () => {
  const slug = 'published-a-moment-ago'
  const path = `articles/${slug}`

  async function writeArticle(fields: Fields) {
    const stored = await firestore.commit([{ set: path, fields, serverTimes: ['updatedAt'] }])
    if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
  }

  beforeAll(waitForRebuilds)
  afterAll(() => firestore.commit([{ remove: path }]))

  const findMentions = () => {
    const site = openBuiltSite(stack)
    return site.files.filter(
      (file) => !file.endsWith('.html') && site.read(file).includes(`/${slug}<`),
    )
  }

  it('is added to its feeds, its month and the news, and removed when it is withdrawn', async () => {
    const sampleArticle = await firestore.get('articles/fathers-in-pencil')
    if (!sampleArticle.ok || !sampleArticle.value) throw new Error('no article to go by')
    const publishedAt = new Date()
    const before = findMentions()
    const fields: Fields = {
      ...sampleArticle.value.fields,
      title: 'Published a moment ago',
      publishedAt,
    }
    await writeArticle({ ...fields, editorsPick: false, category: 'sports', status: 'published' })
    await buildSite(stack.buildEnvironment, () => {})
    expect(before).toEqual([])
    const [author] = fields.authors as string[]
    expect(findMentions()).toEqual([
      `author/${author}/feed`,
      'category/sports/feed',
      'feed',
      `sitemaps/${publishedAt.toISOString().slice(0, 7)}.xml`,
      'sitemaps/news.xml',
    ])
    expect(openBuiltSite(stack).text('feed.json')).toContain(`/${slug}"`)
    const news = openBuiltSite(stack).text('sitemaps/news.xml')
    expect(await findSitemapErrors([{ fileName: 'news.xml', contents: news }])).toEqual([])
    expect(locations(news)).toEqual([`${SITE_URL}/${slug}`])

    await writeArticle({ ...fields, status: 'withdrawn' })
    await requestRebuild(stack)
    expect(findMentions()).toEqual([])
    expect(openBuiltSite(stack).text('feed.json')).not.toContain(slug)
    expect(await (await fetch(`${stack.siteUrl}/feed`)).text()).not.toContain(slug)
  })
})

/** W3C's manifest, and what browsers need to install the site. */
const manifestSchema = z.strictObject({
  id: z.literal('/'),
  name: z.string().min(1).max(45),
  short_name: z.string().min(1).max(12),
  description: z.string().min(1),
  lang: z.string().min(2),
  dir: z.enum(['ltr', 'rtl', 'auto']),
  start_url: z.literal('/'),
  scope: z.literal('/'),
  display: z.literal('standalone'),
  theme_color: z.string().regex(/^#[0-9a-f]{6}$/),
  background_color: z.string().regex(/^#[0-9a-f]{6}$/),
  categories: z.array(z.string()),
  icons: z.array(
    z.strictObject({
      src: z.string().startsWith('/'),
      sizes: z.string().regex(/^(?:any|\d+x\d+)$/),
      type: z.enum(['image/png', 'image/svg+xml']),
      purpose: z.enum(['any', 'maskable']),
    }),
  ),
  shortcuts: z.array(z.strictObject({ name: z.string(), url: z.string().startsWith('/') })),
})

describe('the web app manifest', () => {
  it('has what an installed site needs, and icons of the stated sizes', async () => {
    const site = openBuiltSite(stack)
    const { icons } = manifestSchema.parse(JSON.parse(site.text('manifest.webmanifest')))
    for (const purpose of ['any', 'maskable'] as const) {
      const sizes = icons.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes)
      expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']))
    }
    for (const { src, sizes } of icons.filter((icon) => icon.type === 'image/png')) {
      const { width, height, format } = await sharp(site.read(src.slice(1))).metadata()
      expect([`${width}x${height}`, format]).toEqual([sizes, 'png'])
    }
    const response = await fetch(`${stack.siteUrl}/manifest.webmanifest`)
    expect(response.headers.get('Content-Type')).toContain('application/manifest+json')
  })

  it('has favicons for browsers and feeds that don’t read it', async () => {
    const site = openBuiltSite(stack)
    const { width, height } = await sharp(site.read('apple-touch-icon.png')).metadata()
    expect([width, height]).toEqual([180, 180])
    const card = await sharp(site.read('card.png')).metadata()
    expect([card.width, card.height]).toEqual([1200, 630])
    const feedLogo = await sharp(site.read('icons/144.png')).metadata()
    expect([feedLogo.width, feedLogo.height]).toEqual([144, 144])
    // The header of an icon file with one image, then the image.
    const ico = site.read('favicon.ico')
    expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
    expect((await sharp(ico.subarray(22)).metadata()).width).toBe(32)
  })
})

it('security.txt follows RFC 9116', async () => {
  const response = await fetch(`${stack.siteUrl}/.well-known/security.txt`)
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  const text = await response.text()
  expect(text).toMatch(/^(?:[A-Z][A-Za-z-]*: \S.*\n)+$/)
  const fields = text.trimEnd().split('\n')
  const values = (name: string) =>
    fields.flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []))
  expect(values('Contact')).toEqual([
    expect.stringMatching(/^(?:mailto:[^@\s]+@[^@\s]+|https:.+)$/),
  ])
  expect(values('Canonical')).toEqual([`${SITE_URL}/.well-known/security.txt`])
  expect(values('Preferred-Languages')).toEqual(['en'])
  expect(values('Expires')).toHaveLength(1)
  const [expires] = values('Expires').map((value) => Date.parse(z.iso.datetime().parse(value)))
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 365 * 24 * 60 * 60 * 1000)
})
