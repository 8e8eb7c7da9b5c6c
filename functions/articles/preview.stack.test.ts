/** Drafts behind signed links: open to whoever has one, and to nobody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { deriveDeskKeys, signPreviewPath } from '../../src/contracts/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import { previewBodyPath, previewNoteId } from '../../src/contracts/preview.ts'
import type { Fields } from '../adapters/firestore-values.ts'
import {
  ago,
  articleWith,
  closedPictureOf,
  closedPictures,
  edgeClient,
  errorOf,
  stack,
} from '../edge-client.ts'

const firestore = connectFirestore(stack.buildEnvironment)
const secret = 'quetzalcoatlus'
const slug = 'a-draft-for-a-preview'
const inAnHour = ago(-3600)
const picture = closedPictureOf()
const figure = `::figure{image="${picture}" alt="A picture" width="1600" height="1067"}`
const edge = edgeClient()
let template: Fields

const keys = await deriveDeskKeys(keyringSchema.parse(stack.deskEnvironment.DESK_KEYS))
const link = (id = slug, until = inAnHour) => signPreviewPath(id, until, keys)
const bodyOf = (path: string, id = slug) =>
  previewBodyPath(id, new URL(path, stack.siteUrl).searchParams)

async function put(fields: Fields) {
  const text = `The open part.\n\n<!-- more -->\n\nThe ${secret} is closed.\n\n${figure}`
  const document = { ...template, title: 'A draft', body: text, status: 'draft', ...fields }
  const write = { set: `articles/${slug}`, fields: document, serverTimes: ['updatedAt'] }
  const stored = await firestore.commit([write])
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
}

beforeAll(async () => {
  const stored = await firestore.get(`articles/${articleWith('members').slug}`)
  if (!stored.ok || !stored.value) throw new Error('no sample')
  template = stored.value.fields
})
afterAll(() => firestore.commit([{ remove: `articles/${slug}` }]))

describe('a link to a draft', () => {
  it.each([
    ['draft', 'A draft, not published'],
    ['scheduled', 'Scheduled for '],
    ['published', 'Readers may still see an earlier state'],
    ['withdrawn', 'Withdrawn: readers do not see it'],
  ])('opens what is %s, and says so', async (status, words) => {
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
    // Not counted, as anything.
    expect(html).toContain(`<aside id="${previewNoteId}"`)
    expect(html).not.toContain('data-screen=')
    expect(html).not.toContain('NewsArticle')
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
  })

  it('opens one that has no day yet', async () => {
    const { publishedAt: _, ...undated } = template
    template = undated
    await put({})
    expect((await edge.request(await link())).status).toBe(200)
  })

  it('opens the closed part too, with the pictures in it, and nothing of another draft', async () => {
    await put({})
    const path = await link()
    const response = await edge.request(bodyOf(path))
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(html).toContain(secret)
    const address = /src="([^"]+)"/
      .exec(html)![1]!
      .replaceAll('&amp;', '&')
      .replace('/1080?', '/16?')
    const image = await edge.request(address)
    expect([image.status, image.headers.get('Cache-Control')]).toEqual([
      200,
      'private, max-age=86400',
    ])
    // Without the signature it is as closed as ever, and is kept by nobody in between.
    for (const altered of [address.replace(/\?.*/, ''), address.replace(slug, 'another')]) {
      expect((await edge.request(altered)).status).toBe(404)
    }
    for (const other of [articleWith('members').slug, 'no-such-draft']) {
      expect((await edge.request(path.replace(slug, other))).status).toBe(404)
      expect((await edge.request(bodyOf(path).replace(slug, other))).status).toBe(404)
    }
  })

  it('opens no closed picture but its own', async () => {
    await put({})
    const other = closedPictures().find((id) => id !== picture)!
    const path = await link()
    const html = await (await edge.request(bodyOf(path))).text()
    const address = /src="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&')
    expect((await edge.request(address)).status).toBe(200)
    expect((await edge.request(address.replace(picture, other))).status).toBe(404)
    const { searchParams } = new URL(path, stack.siteUrl)
    searchParams.set('preview', slug)
    for (const id of [picture, other]) {
      const signedAsLink = `/images/${id}/1080?${searchParams}`
      expect([id, (await edge.request(signedAsLink)).status]).toEqual([id, 404])
    }
  })

  it('has no closed part where everybody may read it', async () => {
    await put({ access: 'public' })
    const path = await link()
    expect(await (await edge.request(path)).text()).toContain(secret)
    expect((await edge.request(bodyOf(path))).status).toBe(404)
  })
})

describe('a link that is none, or none any longer', () => {
  it('gives the same answer, whatever is wrong with it', async () => {
    await put({})
    const path = await link()
    const wrong = [
      await link(slug, ago(1)),
      await link('no-such-draft'),
      `${path.slice(0, -2)}AA`,
      path.replace(/until=\d+/, 'until=4102444800'),
      path.replace('key=1', 'key=2'),
      `/preview/${slug}`,
      '/preview/no-such-draft?key=1',
    ]
    const pages = new Set<string>()
    for (const address of wrong) {
      const response = await edge.request(address)
      expect([address, response.status]).toEqual([address, 404])
      expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
      pages.add(await response.text())
      const error = await errorOf(await edge.request(bodyOf(address)))
      expect(error).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect(pages.size).toBe(1)
    expect([...pages][0]).toContain('This link opens nothing.')
  })

  it('gives no session and takes none', async () => {
    await put({})
    const response = await edge.request(await link())
    expect(response.headers.getSetCookie()).toEqual([])
  })
})
