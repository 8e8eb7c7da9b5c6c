import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getEndpointPath } from '../../src/contracts/endpoints/endpoint-path.ts'
import { previewBannerId } from '../../src/contracts/pages/on-demand-page.ts'
import { signPreviewPath, tokenParameter } from '../../src/contracts/signing/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { importSigningKeys } from '../../src/contracts/signing/signed-token.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import {
  createEdgeClient,
  expectError,
  fetchStatus,
  findArticle,
  listClosedImages,
  secondsAgo,
  stack,
} from '../testing/edge-client.ts'
import { commitWrites, readFields } from '../testing/test-readers.ts'

const secret = 'quetzalcoatlus'
const slug = 'a-draft-for-a-preview'
const inAnHour = secondsAgo(-3600)
const draftImage = listClosedImages()[0]!
const figure = `::figure{image="${draftImage}" alt="A picture" width="1600" height="1067"}`
const edge = createEdgeClient()
let template: Fields

const keys = await importSigningKeys(keyringSchema.parse(stack.deskEnvironment.DESK_KEYS))
const link = (id = slug, until = inAnHour) => signPreviewPath(id, until, keys)
function bodyPath(path: string, id = slug) {
  const { searchParams } = new URL(path, stack.siteUrl)
  const token = searchParams.get(tokenParameter) ?? ''
  return getEndpointPath('GET /api/preview/:slug/body', { slug: id, token })
}

async function put(fields: Fields) {
  const text = `The open part.\n\n<!-- more -->\n\nThe ${secret} is closed.\n\n${figure}`
  const document = { ...template, title: 'A draft', body: text, status: 'draft', ...fields }
  const write = { set: `articles/${slug}`, fields: document, serverTimes: ['updatedAt'] }
  await commitWrites([write])
}

beforeAll(async () => {
  template = (await readFields(`articles/${findArticle('members').slug}`))!
})
afterAll(() => commitWrites([{ remove: `articles/${slug}` }]))

describe('a link to a draft', () => {
  it.each([
    ['draft', 'This is an unpublished draft'],
    ['scheduled', 'Scheduled for '],
    ['published', 'Readers may still see an earlier version'],
  ])('opens an article that is %s, and says so', async (status, words) => {
    await put({ status })
    const response = await edge.request(await link())
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain(words)
    expect(html).toContain(
      `datetime="${new Date(Math.floor(inAnHour.getTime() / 1000) * 1000).toISOString()}"`,
    )
    expect(html).toContain('The open part.')
    expect(html).not.toContain(secret)
    expect(html).toContain('<meta name="robots" content="noindex">')
    // Analytics doesn't count previews.
    expect(html).toContain(`<aside id="${previewBannerId}"`)
    expect(html).not.toContain('data-page-name=')
    expect(html).not.toContain('NewsArticle')
    const headers = Object.fromEntries(response.headers)
    // Only the desk may frame the preview.
    expect(headers['content-security-policy']).toMatch(/; frame-ancestors 'self'$/)
    expect(headers).toMatchObject({
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
  })

  it('doesn’t open a withdrawn article', async () => {
    await put({ status: 'withdrawn' })
    expect((await edge.request(await link())).status).toBe(404)
  })

  it('opens a draft without a date', async () => {
    const { publishedAt: _, ...undated } = template
    template = undated
    await put({})
    expect((await edge.request(await link())).status).toBe(200)
  })

  it('opens the closed part and its images, and no other draft', async () => {
    await put({})
    const path = await link()
    const response = await edge.request(bodyPath(path))
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(html).toContain(secret)
    const address = /src="([^"]+)"/
      .exec(html)![1]!
      .replaceAll('&amp;', '&')
      .replace('/1080?', '/128?')
    const image = await edge.request(address)
    expect([image.status, image.headers.get('Cache-Control')]).toEqual([
      200,
      'private, max-age=86400',
    ])
    for (const altered of [address.replace(/\?.*/, ''), address.replace(slug, 'another')]) {
      expect((await edge.request(altered)).status).toBe(404)
    }
    for (const other of [findArticle('members').slug, 'no-such-draft']) {
      expect((await edge.request(path.replace(slug, other))).status).toBe(404)
      expect((await edge.request(bodyPath(path).replace(slug, other))).status).toBe(404)
    }
  })

  it('opens no other closed image', async () => {
    await put({})
    const other = listClosedImages().find((id) => id !== draftImage)!
    const path = await link()
    const html = await (await edge.request(bodyPath(path))).text()
    const address = /src="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&')
    expect(await fetchStatus(edge, address)).toBe(200)
    expect((await edge.request(address.replace(draftImage, other))).status).toBe(404)
    const { searchParams } = new URL(path, stack.siteUrl)
    searchParams.set('preview', slug)
    for (const id of [draftImage, other]) {
      const signedAsLink = `/images/${id}/1080?${searchParams}`
      expect([id, (await edge.request(signedAsLink)).status]).toEqual([id, 404])
    }
  })

  it('has no closed part if the article is public', async () => {
    await put({ access: 'public' })
    const path = await link()
    expect(await (await edge.request(path)).text()).toContain(secret)
    expect((await edge.request(bodyPath(path))).status).toBe(404)
  })
})

describe('an invalid or expired link', () => {
  it('always gets the same response', async () => {
    await put({})
    const path = await link()
    const [header, claims, signature] = new URL(path, stack.siteUrl).searchParams
      .get(tokenParameter)!
      .split('.') as [string, string, string]
    const withToken = (...parts: string[]) =>
      `/preview/${slug}?${tokenParameter}=${parts.join('.')}`
    const change = (part: string, changes: object) =>
      Buffer.from(
        JSON.stringify({ ...JSON.parse(Buffer.from(part, 'base64url').toString()), ...changes }),
      ).toString('base64url')
    const wrong = [
      await link(slug, secondsAgo(1)),
      await link('no-such-draft'),
      withToken(
        header,
        claims,
        signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      ),
      withToken(header, change(claims, { exp: 4102444800 }), signature),
      withToken(change(header, { kid: '2' }), claims, signature),
      withToken(change(header, { alg: 'none' }), claims, ''),
      `/preview/${slug}`,
      `/preview/no-such-draft?${tokenParameter}=1`,
    ]
    const pages = new Set<string>()
    for (const address of wrong) {
      const response = await edge.request(address)
      expect([address, response.status]).toEqual([address, 404])
      expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
      pages.add(await response.text())
      await expectError(edge.request(bodyPath(address)), 404, 'not_found')
    }
    expect(pages.size).toBe(1)
    expect([...pages][0]).toContain('This preview link doesn’t work.')
  })
})

it('a link to a draft sets no cookies', async () => {
  await put({})
  const response = await edge.request(await link())
  expect(response.headers.getSetCookie()).toEqual([])
})
