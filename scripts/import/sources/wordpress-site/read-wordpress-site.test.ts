import { readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildSitePost,
  createSiteHarness,
  type FakeSite,
  refuse,
  rendered,
  sendJson,
} from './testing/fake-site.ts'

const { copy, readCopy, askedFor, getSite, getFolder, intercept } = createSiteHarness()
let site: FakeSite
beforeEach(() => {
  site = getSite()
})

describe('a running WordPress site', () => {
  it('is copied page by page, and read with its terms, authors and pictures', async () => {
    site.items.posts = Array.from({ length: 120 }, (_, index) => buildSitePost(index + 1))
    site.items.posts[0] = buildSitePost(1, {
      featured_media: 7,
      excerpt: rendered('<p>Written by hand.</p>'),
      tags: [5, 6],
      sticky: true,
      content: {
        rendered: `<p>Text, <a href="https://ice.example/2020/01/post-2/">more</a>.</p>
          <figure class="wp-block-image"><img class="wp-image-7" src="https://ice.example/ice-300x200.jpg" alt=""></figure>
          <div class="sharedaddy"><a href="https://x.example/share">Share</a></div>`,
        protected: false,
      },
    })
    site.items.tags = [{ id: 5, slug: 'salt', name: 'Salt' }]
    site.items.pages = [buildSitePost(300, { type: 'page', link: 'https://ice.example/about/' })]
    site.items.media = [
      {
        id: 7,
        source_url: 'https://ice.example/ice.jpg',
        alt_text: 'Ice',
        caption: rendered(''),
        media_type: 'image',
      },
      {
        id: 8,
        source_url: 'https://ice.example/ice.mp3',
        alt_text: '',
        caption: rendered(''),
        media_type: 'file',
      },
    ]
    site.items.comments = [{ id: 1 }, { id: 2 }]
    expect((await copy()).failure).toBeNull()
    expect(askedFor('posts').map((url) => /&offset=(\d+)/.exec(url)![1])).toEqual(['0', '49', '98'])

    const { items, posts, excluded, site: found } = await readCopy()
    expect(found?.address).toBe(site.origin)
    expect(posts).toHaveLength(121)
    expect(items[0]).toEqual({
      item: 'author',
      author: {
        key: 'meher',
        name: 'Meher Bano',
        slug: 'meher',
        bio: 'Writes.',
        portrait: null,
        formerAddresses: [],
      },
    })
    const image = { src: 'https://ice.example/ice.jpg', alt: 'Ice', caption: null, credit: null }
    expect(posts[0]).toEqual({
      kind: 'article',
      sourceId: 'wordpress:1',
      slug: 'post-1',
      title: 'Post 1',
      dek: 'Written by hand.',
      body: 'Text, [more](/2020/01/post-2/).\n\n::figure{src="https://ice.example/ice.jpg" alt="Ice"}',
      image,
      authors: ['meher'],
      categories: ['cold'],
      tags: ['salt', 'term-6'],
      status: 'published',
      visibility: null,
      publishedAt: new Date('2020-01-02T03:30:00Z'),
      updatedAt: new Date('2020-01-03T03:30:00Z'),
      formerAddresses: ['/2020/01/post-1/'],
      notes: [
        'was pinned to the front page',
        'a block of sharing buttons or related posts was removed',
      ],
    })
    expect(posts.at(-1)).toMatchObject({ kind: 'page', formerAddresses: ['/about/'] })
    expect(excluded.map(({ title }) => title)).toEqual(['2 comments', 'posts of type recipe'])
  })

  it('is copied from where the last run was interrupted', async () => {
    site.items.posts = Array.from({ length: 160 }, (_, index) => buildSitePost(index + 1))
    site.intercept = ({ url = '', socket }) => {
      if (!url.includes('/posts') || !url.includes('&offset=98')) return false
      socket.destroy()
      return true
    }
    expect(await copy()).toMatchObject({
      failure: expect.stringMatching(/^posts: can’t be reached/),
      waits: [2000, 4000, 8000, 16_000, 32_000],
    })
    expect((await readCopy()).failure?.reason).toBe(
      'isn’t a complete copy of a WordPress site. Run the import again to complete it.',
    )

    site.asked = []
    site.intercept = () => false
    expect((await copy()).failure).toBeNull()
    expect(
      site.asked.map((url) => /v2\/(\w+).*?(?:&offset=(\d+)|$)/.exec(url)!.slice(1).join(' ')),
    ).toEqual(['posts 98', 'posts 147', 'comments 0', 'types '])
    const { posts } = await readCopy()
    expect(new Set(posts.map(({ sourceId }) => sourceId)).size).toBe(160)
  })

  it('is called no faster than by a visitor, and later if it asks for a delay', async () => {
    let busyTimes = 2
    site.intercept = (_, response) =>
      busyTimes-- > 0 && refuse(response, 429, { 'Retry-After': '30' })
    const { failure, waits, requests } = await copy()
    expect([failure, waits]).toEqual([null, [30_000, 30_000]])
    expect(requests).toBe(site.asked.length + 2)
  })

  it('gets at most a few minutes to respond', async () => {
    site.intercept = (_, response) => refuse(response, 503, { 'Retry-After': '3600' })
    expect(await copy()).toMatchObject({
      failure: expect.stringContaining('asks to wait for 60 minutes'),
      waits: [],
    })
  })

  it('is copied once, and again if requested', async () => {
    await copy()
    site.asked = []
    expect((await copy()).failure).toBeNull()
    expect(site.asked).toEqual([])
    site.items.posts!.push(buildSitePost(2))
    await copy({ isRefresh: true })
    expect((await readCopy()).posts).toHaveLength(2)
    expect((await copy({ address: 'https://salt.example' })).failure).toContain(
      `holds a copy of ${site.origin}`,
    )
  })

  it('can be read with plain permalinks, and without the headers that count pages', async () => {
    site.hasReadableAddresses = false
    site.sendsTotals = false
    site.items.posts = Array.from({ length: 100 }, (_, index) => buildSitePost(index + 1))
    expect((await copy()).failure).toBeNull()
    expect((await readCopy()).posts).toHaveLength(100)
  })

  it('is imported with a list of what it doesn’t show', async () => {
    site.intercept = ({ url = '' }, response) =>
      /\/(users|media|pages|comments|types)/.test(url) && refuse(response, 401)
    site.items.posts = [buildSitePost(1, { featured_media: 7, categories: [9] })]
    expect((await copy()).failure).toBeNull()
    const { posts, excluded } = await readCopy()
    expect(posts).toMatchObject([
      {
        authors: ['user-2'],
        categories: ['term-9'],
        notes: ['lead picture (number 7) isn’t public on the site'],
      },
    ])
    expect(excluded.map(({ title }) => title)).toEqual(['all users', 'all media', 'all pages'])
    expect(excluded[0]!.reason).toMatch(/^not shown by the site, which answers with status 401/)
  })
})

describe('a site without an API', () => {
  const html = (response: ServerResponse) =>
    sendJson(response, '<!doctype html><p>Log in</p>', { 'Content-Type': 'text/html' })
  it.each<[string, (response: ServerResponse) => boolean, RegExp]>([
    [
      '404',
      (response) => refuse(response, 404),
      /^has no REST API: it isn’t a WordPress site, or its API is turned off/,
    ],
    [
      '401',
      (response) => refuse(response, 401),
      /^answers with status 401: its REST API is closed to the public/,
    ],
    [
      '403',
      (response) => refuse(response, 403),
      /^answers with status 403: its REST API is closed to the public/,
    ],
    ['a web page', html, /^answers with a web page instead of JSON/],
    ['no JSON', (response) => sendJson(response, 'Error'), /^answers with invalid JSON/],
    [
      'other JSON',
      (response) => sendJson(response, '{"namespaces":[]}'),
      /^has no WordPress REST API/,
    ],
  ])('is reported if it answers with %s', async (_, answer, reason) => {
    site.intercept = (_request, response) => answer(response)
    const { failure } = await copy()
    expect(failure).toMatch(reason)
    expect(failure).toContain('Tools → Export')
  })

  it('is reported if it answers with a web page instead of posts', async () => {
    intercept('/posts', html)
    expect((await copy()).failure).toMatch(/^posts: answers with a web page/)
  })

  it('isn’t called on a private network, directly or through a redirect', async () => {
    expect((await copy({ localOrigin: null })).failure).toBe('is on a private network')
    expect(site.asked).toEqual([])
    site.intercept = (_, response) => refuse(response, 302, { Location: 'http://127.0.0.1:1/' })
    expect((await copy()).failure).toBe('is on a private network')
  })
})

describe('a running site’s posts', () => {
  const readPost = async (more: object) => {
    site.items.posts = [buildSitePost(1, more)]
    await copy()
    return readCopy()
  }

  it.each([
    ['<p>Text of 1. More of it [&hellip;]</p>', '<p>Text of 1. More of it, and more.</p>', null],
    [
      '<p>Text of 1 &hellip; <a href="/">Continue reading</a></p>',
      '<p>Text of 1, and more.</p>',
      null,
    ],
    ['<p>By hand.</p>', '<p>Text.</p>', 'By hand.'],
  ])(
    'keep an excerpt as the dek only if it was written by hand: %s',
    async (excerpt, html, dek) => {
      const { posts } = await readPost({
        excerpt: rendered(excerpt),
        content: { rendered: html, protected: false },
      })
      expect(posts[0]!.dek).toBe(dek)
    },
  )

  it.each([
    [
      { content: { rendered: '', protected: true } },
      'is password-protected, and the site doesn’t show its text',
    ],
    [{ status: 'private' }, 'isn’t public'],
    [{ content: null }, 'invalid on the site: content'],
  ])('are left out with %o', async (more, reason) => {
    const { posts, excluded } = await readPost(more)
    expect(posts).toEqual([])
    expect(excluded[0]).toMatchObject({ sourceId: 'wordpress:1', reason })
  })

  it('aren’t read from a damaged copy', async () => {
    await copy()
    writeFileSync(join(getFolder(), 'posts-00001.json'), '[{')
    expect((await readCopy()).failure?.reason).toContain('its copy is damaged')
    const siteFile = join(getFolder(), 'site.json')
    const siteCopy = JSON.parse(readFileSync(siteFile, 'utf8'))
    writeFileSync(siteFile, JSON.stringify({ ...siteCopy, root: 'x' }))
    expect((await readCopy()).failure?.reason).toContain('isn’t a complete copy')
    writeFileSync(join(getFolder(), 'site.json'), '{}')
    expect((await readCopy()).failure?.reason).toContain('isn’t a complete copy')
  })

  it('are attributed to the address that the site states only if the address is on its own host', async () => {
    site.home = `${site.origin}/blog`
    await copy()
    expect((await readCopy()).site?.address).toBe(`${site.origin}/blog`)
    site.home = 'https://somebody-else.example'
    await copy({ isRefresh: true })
    expect((await readCopy()).site?.address).toBe(site.origin)
  })
})
