import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createExportReader, samples } from '../testing/read-export.ts'
import { readGhostExport } from './read-ghost.ts'

const { readText, sample } = createExportReader(readGhostExport)

const plainPost = { id: 1, title: 'One', slug: 'one', html: '<p>a</p>', type: 'post' }
const withPost = (post: Record<string, unknown>) =>
  JSON.stringify({ meta: {}, data: { posts: [{ ...plainPost, status: 'published', ...post }] } })

describe('the site of a Ghost export', () => {
  const findSite = async (post: Record<string, unknown>, tables: Record<string, unknown> = {}) => {
    const posts = [
      { ...plainPost, ...post },
      { ...plainPost, id: 2, slug: 'two' },
    ]
    return (await readText(JSON.stringify({ data: { posts, ...tables } }))).site
  }
  const ice = { address: null, likelyAddress: 'https://ice.example' }

  it('is found in pictures, settings and links between posts', async () => {
    const src = 'https://ice.example/content/images/2019/saw.jpg'
    expect(await findSite({ feature_image: src })).toEqual(ice)
    expect(await findSite({ html: `<img src="${src}">` })).toEqual(ice)
    expect(await findSite({}, { settings: [{ key: 'logo', value: src }] })).toEqual(ice)
    expect(await findSite({ html: '<a href="https://ice.example/two/">Two</a>' })).toEqual(ice)
  })

  it('is the address that occurs most often', async () => {
    const html = [
      '<img src="https://static.ghost.org/content/images/a.png">'.repeat(9),
      '<a href="https://elsewhere.example/two/">Two</a>',
      '<a href="https://ice.example/two">Two</a>'.repeat(2),
    ].join('')
    expect(await findSite({ html })).toEqual(ice)
  })

  it('is unknown if the export has only placeholders', async () => {
    const html =
      '<img src="__GHOST_URL__/content/images/a.jpg"><a href="https://elsewhere.example/three/">'
    expect(await findSite({ html })).toEqual({ address: null, likelyAddress: null })
    expect((await sample('ghost-5.json')).site).toEqual({ address: null, likelyAddress: null })
  })
})

describe('readGhostExport', () => {
  it('reads authors, cards and footnotes (Ghost 5)', async () => {
    const { items, posts } = await sample('ghost-5.json')
    expect(items[0]).toEqual({
      item: 'author',
      author: {
        key: 'meher',
        name: 'Meher Bano',
        slug: 'meher',
        bio: 'Writes of cold things.',
        portrait: { src: '/content/images/2023/meher.jpg', alt: null, caption: null, credit: null },
        formerAddresses: ['/author/meher/'],
      },
    })
    expect(posts[0]).toEqual({
      kind: 'article',
      sourceId: 'ghost:6400000000000000000000a1',
      slug: 'on-ice',
      title: 'On ice',
      dek: 'Night work & day trade',
      body: expect.any(String),
      image: {
        src: '/content/images/2023/03/cover.jpg',
        alt: 'A cold room',
        caption: null,
        credit: 'Photo by Meher',
      },
      authors: ['meher'],
      categories: ['work', 'dhaka'],
      tags: ['work', 'dhaka'],
      status: 'published',
      visibility: 'metered',
      publishedAt: new Date('2023-03-01T09:00:00Z'),
      updatedAt: new Date('2023-03-02T08:00:00Z'),
      formerAddresses: ['/on-ice/'],
      notes: [
        'internal tags not imported: #wide',
        'injected code not imported',
        'was featured',
        'a gallery became 2 figures',
        'a link card lost the description',
        'a file became a link',
      ],
    })
    expect(posts[0]!.body.split('\n\n')).toEqual([
      'The factory makes ice by night.[^1]',
      '<!-- more -->',
      '::figure{src="/content/images/2023/03/ice.jpg" alt="Blocks of ice" credit="Photo by Meher Bano"}',
      '::figure{src="/content/images/2023/03/a.jpg" alt="Saw"}',
      '::figure{src="/content/images/2023/03/b.jpg" alt=""}',
      'Saw and sawdust',
      '::embed{url="https://www.youtube.com/watch?v=aBcDeFgHiJk" title="Ice & fish"}',
      '::embed{url="https://elsewhere.example/ice" title="How ice is sold"}',
      '🧊',
      'Ice melts.',
      '#### How much?',
      'Two taka.',
      '[See the price](/ice-price/)',
      '::audio{src="/content/media/2023/03/saw.mp3" title="The saw"}',
      '[Prices](/content/files/2023/03/prices.pdf)',
      'Since 1989',
      '[^1]: And sells it by day.',
    ])
  })

  it('never publishes posts that readers couldn’t see', async () => {
    const { posts, items, excluded } = await sample('ghost-5.json')
    const by = (id: string) => posts.find(({ sourceId }) => sourceId.endsWith(id))!
    expect(by('a2')).toMatchObject({ kind: 'page', visibility: 'public' })
    expect(by('a3')).toMatchObject({ status: 'draft', visibility: 'members', formerAddresses: [] })
    expect(by('a5')).toMatchObject({ status: 'scheduled', visibility: 'members' })
    expect(by('a6')).toMatchObject({ slug: 'on-ice', visibility: 'members', publishedAt: null })
    expect(excluded).toEqual([
      {
        item: 'excluded',
        sourceId: 'ghost:6400000000000000000000a4',
        title: 'Not saved',
        reason: expect.stringContaining('no HTML'),
      },
      {
        item: 'excluded',
        sourceId: 'ghost:row:7',
        title: '',
        reason: 'invalid in the export: id',
      },
    ])
    expect(JSON.stringify(items)).not.toContain('meher@')
  })

  it.each([
    ['Ghost 4', (data: object) => ({ db: [{ meta: { version: '4.3.3' }, data }] })],
    ['Ghost 6', (data: object) => ({ meta: { version: '6.0.0' }, data })],
  ])('reads the form of %s', async (_, wrap) => {
    const { data } = JSON.parse(withPost({ published_at: '2023-03-01T09:00:00.000Z' }))
    const users = [{ id: '1', name: 'Meher Bano', slug: 'meher' }]
    const posts_authors = [{ post_id: plainPost.id, author_id: '1' }]
    const { posts, failure } = await readText(
      JSON.stringify(wrap({ ...data, users, posts_authors })),
    )
    expect(failure).toBeUndefined()
    expect(posts).toEqual([
      expect.objectContaining({ authors: ['meher'], publishedAt: expect.any(Date), notes: [] }),
    ])
  })

  it.each([
    ['2021-05-01 10:00:00', '2021-05-01T10:00:00.000Z'],
    ['2021-05-01T10:00:00+05:30', '2021-05-01T04:30:00.000Z'],
    [1_619_863_200_000, '2021-05-01T10:00:00.000Z'],
  ])('reads the date %s', async (published_at, instant) => {
    const { posts } = await readText(withPost({ published_at }))
    expect(posts[0]!.publishedAt?.toISOString()).toBe(instant)
  })
})

describe('readGhostExport with a broken or hostile export', () => {
  it('fails for a truncated file', async () => {
    const whole = readFileSync(join(samples, 'ghost-5.json'))
    for (let length = 1; length < whole.length; length += 1000) {
      const { items, failure } = await readText(whole.subarray(0, length))
      expect(items).toEqual([])
      expect(failure?.reason, `${length} bytes`).toMatch(/incomplete|aren’t UTF-8/)
    }
  })

  it.each([
    ['{"db":\n["', { line: 2, reason: expect.stringMatching(/^is incomplete.* character 9\./) }],
    [
      '{"db":\n[1 2]',
      { line: 2, reason: expect.stringMatching(/^isn’t valid JSON .*position 10/) },
    ],
    ['{"db": tru', { reason: expect.stringMatching(/^is incomplete/) }],
    ['{"db": [x]}', { reason: expect.stringContaining('"{"db": [x]}"') }],
  ])('reports the position at which %j breaks', async (content, failure) => {
    expect((await readText(content)).failure).toEqual(failure)
  })

  it.each([
    ['other JSON', '{"a":1}', 'isn’t a Ghost export'],
    ['a list', '[]', 'isn’t a Ghost export'],
    ['no posts', '{"db":[{"data":{}}]}', 'isn’t a Ghost export'],
    ['XML', '<rss></rss>', 'is XML, not a Ghost export'],
    ['nothing', '', 'incomplete'],
    ['Latin', Buffer.from(withPost({ title: 'café' }), 'latin1'), 'aren’t UTF-8'],
  ])('refuses %s', async (_, content, reason) => {
    const { items, failure } = await readText(content)
    expect(items).toEqual([])
    expect(failure?.reason).toContain(reason)
  })

  it('reads a file with a byte order mark', async () => {
    expect((await readText(`\uFEFF${withPost({})}`)).posts).toHaveLength(1)
  })

  it('excludes a post of 50 MB, and removes scripts and invalid values', async () => {
    const long = await readText(withPost({ html: '<p>word</p>\n'.repeat(4_200_000) }))
    expect(long.items).toEqual([
      expect.objectContaining({
        item: 'excluded',
        reason: expect.stringContaining('longer than 4,000,000 characters'),
      }),
    ])
    const { posts } = await readText(
      withPost({
        html: '<script>a()</script><p onclick="b()">c</p>',
        title: '<script>a()</script>d',
        status: '__proto__',
        visibility: 'constructor',
        feature_image: 'javascript:a()',
      }),
    )
    expect(posts[0]).toMatchObject({
      title: 'd',
      body: 'c',
      status: 'draft',
      visibility: 'members',
      image: null,
    })
  })

  it('reports unusable rows', async () => {
    const { data } = JSON.parse(withPost({ id: 'p' }))
    const tag = { id: 't', name: 'Ice', slug: 'ice' }
    const user = { id: 'u', name: 'Meher', slug: 'meher' }
    const { excluded, posts } = await readText(
      JSON.stringify({
        data: {
          ...data,
          tags: [tag, { name: 'No id' }],
          users: [user, { id: 'v', name: ['no name'] }],
          posts_meta: [{ post_id: 'p', email_only: 'perhaps' }],
          posts_tags: [
            { post_id: 'p', tag_id: 't' },
            { post_id: 'p', tag_id: 'gone' },
          ],
          posts_authors: [{ post_id: 'p', author_id: 'u' }, { post_id: 'p' }],
        },
      }),
    )
    expect(posts).toMatchObject([{ tags: ['ice'], authors: ['meher'] }])
    expect(excluded.map(({ sourceId, reason }) => [sourceId, reason])).toEqual([
      ['ghost:users:row:2', 'invalid in the export: name'],
      ['ghost:tags:row:2', 'invalid in the export: id'],
      ['ghost:posts_meta:row:1', 'invalid in the export: email_only'],
      ['ghost:posts_tags:row:2', 'refers to a record that isn’t in the export'],
      ['ghost:posts_authors:row:2', 'invalid in the export: author_id'],
    ])
  })
})
