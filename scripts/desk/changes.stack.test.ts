import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { articleWith, stack } from '../../functions/edge-client.ts'
import { redirectKey } from '../../src/domain/redirect.ts'
import { rebuild } from '../local/running-stack.ts'
import { deskFolder, manuscriptOf } from './desk-process.ts'
import { formatManuscript } from './manuscript-file.ts'

const desk = deskFolder(stack)
const slug = 'a-trial-of-changes'
const [second, third, fourth] = ['2', '3', '4'].map((each) => `${slug}-${each}`) as [
  string,
  string,
  string,
]
const image = '{ id: x-0123456789abcdef, alt: A, credit: B, width: 3, height: 2 }'
const leadsTo = async (from: string) =>
  (await desk.stored(`redirects/${await redirectKey(from)}`))?.fields.to

let front: Record<string, unknown>
beforeAll(async () => {
  front = (await desk.stored('front/home'))!.fields
  desk.write(`${slug}.md`, manuscriptOf({ image }))
})
afterAll(async () => {
  await desk.commit({ set: 'front/home', fields: front, serverTimes: ['updatedAt'] })
  await desk.clear([slug, second, third, fourth].map((each) => `articles/${each}`))
  const paths = (await desk.revisions('front/home')).map(({ id }) => `front/home/revisions/${id}`)
  for (const from of [slug, second, third, fourth])
    paths.push(`redirects/${await redirectKey(`/${from}`)}`)
  await desk.commit(...paths.map((remove) => ({ remove })))
})

/** All that a command about the article or the front page may write. */
const written = async () => [
  await desk.stored(`articles/${slug}`),
  await desk.revisions(`articles/${slug}`),
  await desk.stored('front/home'),
  await desk.revisions('front/home'),
]

describe('an article on its way', () => {
  const file = `${slug}.md`

  it.each<[string[], RegExp]>([
    [['check', file], /^Nothing is wrong with a-trial-of-changes\.md\.$/m],
    [['check', file, '--online'], /^Nothing is wrong with a-trial-of-changes\.md\.$/m],
    [['preview', file, '--dry-run'], /^status: draft$/m],
    [
      ['schedule', file, '--at', '2099-01-01 09:00 +05:30', '--dry-run'],
      /^publishedAt: 2099-01-01T03:30:00Z$/m,
    ],
  ])('is looked at by %j, which writes nothing', async (args, said) => {
    const [before, text] = [await written(), desk.read(file)]
    const { code, out, errors } = await desk.run(...args)
    expect({ code, errors, out }).toEqual({ code: 0, errors: '', out: expect.stringMatching(said) })
    expect(await written()).toEqual(before)
    expect(before[0]).toBeNull()
    expect(desk.read(file)).toBe(text)
  })

  it('is previewed as a draft, by a link that is good for a while', async () => {
    const { code, out } = await desk.run('preview', `${slug}.md`, '--hours', '1')
    expect(code).toBe(0)
    expect((await desk.stored(`articles/${slug}`))!.fields.status).toBe('draft')
    expect((await fetch(out.trim())).status).toBe(200)
    expect((await fetch(`${stack.siteUrl}/${slug}`)).status).toBe(404)
    expect((await desk.run('preview', slug)).code).toBe(0)
    expect((await desk.run('preview', 'nothing-of-the-kind')).code).toBe(1)
  })

  it('is scheduled for a time with a zone that is still to come', async () => {
    const at = (time: string) => desk.run('schedule', `${slug}.md`, '--at', time)
    expect((await at('2099-01-01 09:00')).code).toBe(2)
    expect((await at('2020-01-01T09:00:00Z')).code).toBe(1)
    expect((await at('2099-01-01 09:00 +05:30')).code).toBe(0)
    expect((await desk.stored(`articles/${slug}`))!.fields).toMatchObject({
      status: 'scheduled',
      publishedAt: new Date('2099-01-01T03:30:00Z'),
    })
    expect(desk.read(`${slug}.md`)).toContain('publishedAt: 2099-01-01T03:30:00Z')
    // Published now, it would promise to have appeared in the future.
    const { code, errors } = await desk.run('publish', `${slug}.md`)
    expect(code).toBe(1)
    expect(errors).toMatch(/^a-trial-of-changes\.md:\d+:14: publishedAt: is still to come/)
  })

  it('is published, corrected, withdrawn and published again, once each', async () => {
    desk.write(`${slug}.md`, desk.read(`${slug}.md`).replace(/^publishedAt.*\n/m, ''))
    expect(await desk.run('publish', `${slug}.md`)).toMatchObject({ code: 0, errors: '' })
    for (const _ of ['once', 'twice']) {
      expect((await desk.run('correct', slug, '--text', 'It was a Tuesday.')).code).toBe(0)
    }
    const { fields } = (await desk.stored(`articles/${slug}`))!
    expect(fields.corrections).toMatchObject([{ text: 'It was a Tuesday.', at: expect.any(Date) }])
    for (const _ of ['once', 'twice']) {
      expect(await desk.run('withdraw', slug, '--message', 'a mistake')).toMatchObject({ code: 0 })
    }
    expect((await desk.stored(`articles/${slug}`))!.fields.status).toBe('withdrawn')
    expect((await desk.run('correct', slug, '--text', 'Another.')).code).toBe(1)
    // The correction is not in the file.
    expect((await desk.run('publish', `${slug}.md`)).code).toBe(3)
    expect((await desk.run('fetch', slug)).code).toBe(1)
    expect((await desk.run('fetch', slug, '--to', 'beside.md')).code).toBe(0)
    expect(desk.read('beside.md')).toContain('It was a Tuesday.')
    expect(desk.read(`${slug}.md`)).not.toContain('It was a Tuesday.')
    expect((await desk.run('fetch', slug, '--overwrite')).code).toBe(0)
    expect((await desk.run('publish', `${slug}.md`)).code).toBe(0)
    expect((await desk.stored(`articles/${slug}`))!.fields).toMatchObject({
      status: 'published',
      publishedAt: fields.publishedAt,
      corrections: fields.corrections,
    })
  })

  it('is listed by its status', async () => {
    const { out } = await desk.run('list', '--status', 'published', '--json')
    const entries = JSON.parse(out) as { slug: string; publishedAt: string }[]
    expect(entries[0]).toMatchObject({ slug, status: 'published', title: 'A trial of the desk' })
    const times = entries.map(({ publishedAt }) => publishedAt)
    expect(times).toEqual([...times].sort().reverse())
    expect((await desk.run('list')).out).toMatch(new RegExp(`^published  .* ${slug} `, 'm'))
  })

  it.each<[string[], string]>([
    [['withdraw', slug], 'withdrawn'],
    [['correct', slug, '--text', 'It was a Monday.'], 'corrected'],
    [['front', '--lead', slug], 'arranged'],
    [['log', slug, '--restore'], 'restored'],
  ])('is left alone by a dry run of %j', async (args, would) => {
    const before = await written()
    // What is restored has a name of the database's making.
    const first = before[1] as readonly { readonly id: string }[]
    const named = args[0] === 'log' ? [...args, first[0]!.id] : args
    const { code, out, errors } = await desk.run(...named, '--dry-run')
    const said = `would be ${would}. Nothing was written.`
    expect({ code, errors, out }).toEqual({
      code: 0,
      errors: '',
      out: expect.stringContaining(said),
    })
    expect(await written()).toEqual(before)
  })

  it('goes back to what it was, as a new revision, and stays published', async () => {
    const log = async () => (await desk.run('log', slug)).out.trim().split('\n')
    const lines = await log()
    const first = lines.at(-1)!.split('  ')[0]!
    expect(lines.at(-1)).toContain('Tests  draft')
    const shown = await desk.run('log', slug, '--show', first)
    expect(shown.out).toContain('status: draft')
    expect((await desk.run('log', slug, '--restore', first)).code).toBe(0)
    expect((await desk.stored(`articles/${slug}`))!.fields).toMatchObject({
      status: 'published',
      corrections: [],
    })
    expect(await log()).toHaveLength(lines.length + 1)
    expect((await desk.run('log', slug, '--restore', 'none')).code).toBe(1)
  })
})

describe('another address', () => {
  it.each([
    ['pages', 'about', '/about', '/about-the-verandah'],
    ['events', 'summit-2024', '/events/summit-2024', '/events/about-the-verandah'],
  ])('of %s is asked for by their collection', async (collection, page, from, to) => {
    const before = await desk.stored(`${collection}/${page}`)
    const args = ['rename', page, 'about-the-verandah', '--collection', collection, '--dry-run']
    const { code, out, errors } = await desk.run(...args)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(out).toContain(`would remove ${collection}/${page}`)
    expect(out).toContain(`would lead ${from} to ${to}`)
    expect(await desk.stored(`${collection}/${page}`)).toEqual(before)
    expect(await leadsTo(from)).toBeUndefined()
  })

  it('is refused where it is taken, and a dry run says all that would be done', async () => {
    const before = await desk.stored(`articles/${slug}`)
    const taken = articleWith('metered').slug
    for (const other of [taken, 'about', 'login']) {
      expect((await desk.run('rename', slug, other)).code).toBe(1)
    }
    const { code, out } = await desk.run('rename', slug, second, '--dry-run')
    expect(code).toBe(0)
    expect(out).toContain(`would remove articles/${slug}`)
    expect(out).toContain(`would lead /${slug} to /${second}`)
    expect(await desk.stored(`articles/${slug}`)).toEqual(before)
    expect(await leadsTo(`/${slug}`)).toBeUndefined()
  })

  it('takes the article, its log and its place on the front page along', async () => {
    await desk.run('front', '--pin', slug)
    expect(await desk.run('rename', slug, second)).toMatchObject({ code: 0, errors: '' })
    expect(await desk.stored(`articles/${slug}`)).toBeNull()
    expect((await desk.stored(`articles/${second}`))!.fields.title).toBe('A trial of the desk')
    expect(await leadsTo(`/${slug}`)).toBe(`/${second}`)
    expect((await desk.stored('front/home'))!.fields.pins).toContain(second)
    const { out } = await desk.run('log', second)
    expect(out).toContain(`renamed: from /${slug}`)
    expect(out).toContain('Tests  draft')
    // The same again is done already.
    expect((await desk.run('rename', slug, second)).code).toBe(0)
  })

  it('is reached in one step from all earlier ones, and leads nowhere itself', async () => {
    expect((await desk.run('rename', second, third)).code).toBe(0)
    expect(await leadsTo(`/${slug}`)).toBe(`/${third}`)
    expect(await leadsTo(`/${second}`)).toBe(`/${third}`)
    expect((await desk.run('rename', third, slug)).code).toBe(0)
    expect(await leadsTo(`/${slug}`)).toBeNull()
    expect(await leadsTo(`/${second}`)).toBe(`/${slug}`)
    expect(await leadsTo(`/${third}`)).toBe(`/${slug}`)
    // Written by others at an address that leads elsewhere: it stays, whatever is renamed behind it.
    const { fields } = (await desk.stored(`articles/${slug}`))!
    await desk.commit({ set: `articles/${third}`, fields, serverTimes: ['updatedAt'] })
    expect((await desk.run('rename', slug, fourth)).code).toBe(0)
    expect(await leadsTo(`/${second}`)).toBe(`/${fourth}`)
    expect(await leadsTo(`/${third}`)).toBe(`/${slug}`)
    expect((await desk.run('rename', fourth, slug)).code).toBe(0)
    const gone = { ...fields, status: 'withdrawn' }
    await desk.commit({ set: `articles/${third}`, fields: gone, serverTimes: ['updatedAt'] })
    await rebuild(stack)
    const answer = await fetch(`${stack.siteUrl}/${third}`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('Location')]).toEqual([301, `/${slug}`])
    expect((await fetch(`${stack.siteUrl}/${slug}`, { redirect: 'manual' })).status).toBe(200)
  })

  it('goes on leading there while a draft alone stands at the old address', async () => {
    desk.write(`${fourth}.md`, manuscriptOf({ image }))
    expect((await desk.run('preview', `${fourth}.md`)).code).toBe(0)
    expect(await leadsTo(`/${fourth}`)).toBe(`/${slug}`)
    expect((await desk.run('publish', `${fourth}.md`)).code).toBe(0)
    expect(await leadsTo(`/${fourth}`)).toBeNull()
  })
})

describe('the front page', () => {
  it('takes published articles alone', async () => {
    const { lead, order } = (await desk.stored('front/home'))!.fields
    const refused = await desk.run('front', '--lead', 'nothing-of-the-kind', '--order', slug)
    expect(refused.code).toBe(1)
    expect((await desk.stored('front/home'))!.fields).toMatchObject({ lead, order })
    expect((await desk.run('front', '--lead', slug, '--unpin', slug)).code).toBe(0)
    expect((await desk.stored('front/home'))!.fields).toMatchObject({ lead: slug, order, pins: [] })
    expect((await desk.run('front')).out).toContain(`lead    ${slug}  A trial of the desk`)
    const others = (['metered', 'members'] as const).map((access) => articleWith(access).slug)
    expect((await desk.run('front', '--order', others.join(', '))).code).toBe(0)
    expect((await desk.stored('front/home'))!.fields).toMatchObject({ lead: slug, order: others })
    const log = await desk.run('log', 'home', '--collection', 'front')
    expect(log.out).toContain('Tests  arranged')
    expect((await desk.run('log', 'home', '--collection', 'fronts')).code).toBe(2)
  })
})

describe('the sample publication', () => {
  it('is the same after it has been fetched and published again, every document', async () => {
    const files: string[] = []
    for (const collection of ['articles', 'authors', 'events', 'pages'] as const) {
      const answer = await desk.firestore.query({ collection })
      if (!answer.ok) throw new Error('not read')
      for (const { id, fields, updateTime } of answer.value.documents) {
        // Publishing would change what is not.
        if (collection === 'articles' && fields.status !== 'published') continue
        desk.write(`${id}.md`, formatManuscript({ collection, fields, version: updateTime }))
        files.push(`${id}.md`)
      }
    }
    expect(files.length).toBeGreaterThan(60)
    const about = desk.read('about.md')
    const args = ['fetch', 'about', '--collection', 'pages', '--overwrite']
    expect((await desk.run(...args)).code).toBe(0)
    expect(desk.read('about.md')).toBe(about)

    const texts = files.map((file) => desk.read(file))
    const { code, out } = await desk.run('publish', ...files)
    expect(code).toBe(0)
    expect(out.match(/is stored so already/g)).toHaveLength(files.length)
    expect(files.map((file) => desk.read(file))).toEqual(texts)
  })
})
