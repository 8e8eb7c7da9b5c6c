import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findArticle, stack } from '../../../functions/testing/edge-client.ts'
import { formatManuscript } from '../../../src/content/manuscript/format-manuscript.ts'
import { hashRedirectPath } from '../../../src/domain/redirect.ts'
import { requestRebuild } from '../../dev/stack/stack-client.ts'
import { buildManuscript, createDeskHarness, editorName } from '../testing/desk-process.ts'

const desk = createDeskHarness(stack)
const slug = 'a-trial-of-changes'
const [second, third, fourth] = [`${slug}-2`, `${slug}-3`, `${slug}-4`] as const
const [draft, renamed] = [`${slug}-draft`, `${slug}-renamed`] as const
const readRedirectTarget = async (from: string) =>
  (await desk.readDocument(`redirects/${await hashRedirectPath(from)}`))?.fields.to

const readFields = async (path = `articles/${slug}`) => (await desk.readDocument(path))!.fields

let front: Record<string, unknown>
beforeAll(async () => {
  front = await readFields('front/home')
  const create = { width: 90, height: 60, channels: 3, background: '#356' } as const
  desk.write('lead.jpg', await sharp({ create }).jpeg().toBuffer())
  desk.write(`${slug}.md`, buildManuscript())
})
afterAll(async () => {
  await desk.commit({ set: 'front/home', fields: front, serverTimes: ['updatedAt'] })
  const slugs = [slug, second, third, fourth, draft, renamed]
  await desk.removeDocuments(slugs.map((each) => `articles/${each}`))
  const revisions = await desk.readRevisions('front/home')
  const redirects = await Promise.all(slugs.map((from) => hashRedirectPath(`/${from}`)))
  await desk.commit(
    ...revisions.map(({ id }) => ({ remove: `front/home/revisions/${id}` })),
    ...redirects.map((key) => ({ remove: `redirects/${key}` })),
  )
})

/** Reads every document that a command about the article or the front page may write. */
const readWrittenDocuments = async () => [
  await desk.readDocument(`articles/${slug}`),
  await desk.readRevisions(`articles/${slug}`),
  await desk.readDocument('front/home'),
  await desk.readRevisions('front/home'),
]

describe('an article', () => {
  const file = `${slug}.md`

  it.each<[string[], RegExp]>([
    [['check', file], /^a-trial-of-changes\.md: no problems$/m],
    [['check', file, '--online'], /^a-trial-of-changes\.md: no problems$/m],
    [['preview', file, '--dry-run'], /^status: draft$/m],
    [
      ['schedule', file, '--at', '2099-01-01 09:00 +05:30', '--dry-run'],
      /^publishedAt: 2099-01-01 09:00 \+05:30$/m,
    ],
  ])('isn’t changed by %j', async (args, expected) => {
    const [before, text] = [await readWrittenDocuments(), desk.read(file)]
    const { code, out, errors } = await desk.run(...args)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(out).toMatch(expected)
    expect(await readWrittenDocuments()).toEqual(before)
    expect(before[0]).toBeNull()
    expect(desk.read(file)).toBe(text)
  })

  it('is stored as a draft for a preview link', async () => {
    const { code, out } = await desk.run('preview', `${slug}.md`)
    expect(code).toBe(0)
    expect(desk.read(`${slug}.md`)).toContain('version: "new draft 1"')
    expect(await readFields(`drafts/articles~${slug}`)).toMatchObject({ slug, base: null })
    expect((await fetch(out.trim())).status).toBe(200)
    expect((await fetch(`${stack.siteUrl}/${slug}`)).status).toBe(404)
    expect((await desk.run('preview', slug)).code).toBe(0)
    expect((await desk.run('preview', 'nothing-of-the-kind')).code).toBe(1)
  })

  it('is scheduled only for a future time', async () => {
    const at = (time: string) => desk.run('schedule', `${slug}.md`, '--at', time)
    expect((await at('2020-01-01T09:00:00Z')).code).toBe(1)
    expect((await at('2099-01-01')).errors).toContain('write 2099-01-01 09:00')
    const { code: scheduled, out } = await at('2099-01-01 09:00')
    expect(scheduled).toBe(0)
    expect(out).toContain('scheduled for Thu 2099-01-01 09:00 Asia/Colombo')
    const publishedAt = new Date('2099-01-01T03:30:00Z')
    expect(await readFields()).toMatchObject({ status: 'scheduled', publishedAt })
    // A story that is published now can't have a date in the future.
    const text = desk.read(`${slug}.md`)
    desk.write(`${slug}.md`, text.replace('# kept', 'publishedAt: 2099-01-01 09:00'))
    const { code, errors } = await desk.run('publish', `${slug}.md`)
    expect(code).toBe(1)
    expect(errors).toMatch(/^a-trial-of-changes\.md:\d+:14: publishedAt: is in the future/)
    desk.write(`${slug}.md`, text)
  })

  it('is published, corrected, withdrawn and published again', async () => {
    expect(await desk.run('publish', `${slug}.md`)).toMatchObject({ code: 0, errors: '' })
    for (const _ of ['once', 'twice']) {
      expect((await desk.run('correct', slug, '--text', 'It was a Tuesday.')).code).toBe(0)
    }
    const fields = await readFields()
    expect(fields.corrections).toMatchObject([{ text: 'It was a Tuesday.', at: expect.any(Date) }])
    for (const _ of ['once', 'twice']) {
      expect(await desk.run('withdraw', slug, '--message', 'a mistake')).toMatchObject({ code: 0 })
    }
    expect(await readFields()).toMatchObject({ status: 'withdrawn' })
    expect((await desk.run('correct', slug, '--text', 'Another.')).code).toBe(1)
    expect((await desk.run('fetch', slug)).code).toBe(1)
    expect((await desk.run('fetch', slug, '--to', 'beside.md')).code).toBe(0)
    expect(desk.read('beside.md')).toContain('A free preview that all may read.')
    expect(await desk.run('publish', `${slug}.md`)).toMatchObject({ code: 0, errors: '' })
    // The file doesn't contain the correction.
    const { publishedAt, corrections } = fields
    expect(await readFields()).toMatchObject({ status: 'published', publishedAt, corrections })
  })

  it('is listed by status', async () => {
    const { out } = await desk.run('list', '--status', 'published', '--json')
    const entries = JSON.parse(out) as { slug: string; updatedAt: string }[]
    expect(entries[0]).toMatchObject({ slug, state: 'published', title: 'A trial of the desk' })
    const times = entries.map(({ updatedAt }) => updatedAt)
    expect(times).toEqual([...times].sort().reverse())
    expect((await desk.run('list')).out).toMatch(new RegExp(`^published  .* ${slug} `, 'm'))
  })

  it('isn’t changed by a dry run of a change to the front page', async () => {
    const before = await readWrittenDocuments()
    const { code, out, errors } = await desk.run('front', '--lead', slug, '--dry-run')
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(out).toContain('Nothing was written.')
    expect(await readWrittenDocuments()).toEqual(before)
  })

  it('is restored as a new revision, and stays published', async () => {
    const log = async () => (await desk.run('log', slug)).out.trim().split('\n')
    const lines = await log()
    const first = lines.at(-1)!.split('  ')[0]!
    expect(lines.at(-1)).toContain(`${editorName}  scheduled`)
    const text = desk.read(`${slug}.md`)
    desk.write(`${slug}.md`, text.replace('A free preview', 'An open part'))
    expect((await desk.run('publish', `${slug}.md`)).code).toBe(0)
    expect((await desk.run('log', slug, '--show', first)).out).toContain('A free preview')
    expect((await desk.run('log', slug, '--diff', first)).out).toContain('+An open part')
    const { corrections } = await readFields()
    expect((await desk.run('log', slug, '--restore', first)).code).toBe(0)
    const body = expect.stringContaining('A free preview')
    expect(await readFields()).toMatchObject({ status: 'published', body, corrections })
    expect(await log()).toHaveLength(lines.length + 2)
    expect((await desk.run('log', slug, '--restore', 'none')).code).toBe(1)
  })
})

describe('renaming', () => {
  it('is refused for an address in use', async () => {
    const before = await desk.readDocument(`articles/${slug}`)
    const taken = findArticle('metered').slug
    for (const other of [taken, 'about', 'login']) {
      expect((await desk.run('rename', slug, other)).code).toBe(1)
    }
    expect(await desk.readDocument(`articles/${slug}`)).toEqual(before)
    expect(await readRedirectTarget(`/${slug}`)).toBeUndefined()
  })

  it('keeps the article’s log and its place on the front page', async () => {
    await desk.run('front', '--pin', slug)
    expect(await desk.run('rename', slug, second)).toMatchObject({ code: 0, errors: '' })
    expect(await desk.readDocument(`articles/${slug}`)).toBeNull()
    expect(await readFields(`articles/${second}`)).toMatchObject({ title: 'A trial of the desk' })
    expect(await readRedirectTarget(`/${slug}`)).toBe(`/${second}`)
    expect((await readFields('front/home')).pins).toContain(second)
    const { out } = await desk.run('log', second)
    expect(out).toContain(`renamed: from /${slug}`)
    expect(out).toContain(`${editorName}  scheduled`)
    expect((await desk.run('rename', slug, second)).code).toBe(0)
  })

  it('redirects all earlier addresses in one step', async () => {
    expect((await desk.run('rename', second, third)).code).toBe(0)
    expect(await readRedirectTarget(`/${slug}`)).toBe(`/${third}`)
    expect(await readRedirectTarget(`/${second}`)).toBe(`/${third}`)
    expect((await desk.run('rename', third, slug)).code).toBe(0)
    expect(await readRedirectTarget(`/${slug}`)).toBeNull()
    expect(await readRedirectTarget(`/${second}`)).toBe(`/${slug}`)
    expect(await readRedirectTarget(`/${third}`)).toBe(`/${slug}`)
    // A document that others wrote at a redirecting address is kept by later renames.
    const fields = await readFields()
    await desk.commit({ set: `articles/${third}`, fields, serverTimes: ['updatedAt'] })
    expect((await desk.run('rename', slug, fourth)).code).toBe(0)
    expect(await readRedirectTarget(`/${second}`)).toBe(`/${fourth}`)
    expect(await readRedirectTarget(`/${third}`)).toBe(`/${slug}`)
    expect((await desk.run('rename', fourth, slug)).code).toBe(0)
    const gone = { ...fields, status: 'withdrawn' }
    await desk.commit({ set: `articles/${third}`, fields: gone, serverTimes: ['updatedAt'] })
    await requestRebuild(stack)
    const answer = await fetch(`${stack.siteUrl}/${third}`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('Location')]).toEqual([301, `/${slug}`])
    expect((await fetch(`${stack.siteUrl}/${slug}`, { redirect: 'manual' })).status).toBe(200)
  })

  it('keeps the redirect while the old address has only a draft', async () => {
    desk.write(`${fourth}.md`, buildManuscript())
    expect((await desk.run('preview', `${fourth}.md`)).code).toBe(0)
    expect(await readRedirectTarget(`/${fourth}`)).toBe(`/${slug}`)
    expect((await desk.run('publish', `${fourth}.md`)).code).toBe(0)
    expect(await readRedirectTarget(`/${fourth}`)).toBeNull()
    expect(await readFields(`articles/${fourth}`)).toMatchObject({ identifier: expect.any(String) })
  })
})

describe('renaming a draft', () => {
  it('leaves no redirect, which would announce it', async () => {
    desk.write(`${draft}.md`, buildManuscript())
    expect((await desk.run('preview', `${draft}.md`)).code).toBe(0)
    for (const _ of ['once', 'twice']) {
      expect(await desk.run('rename', draft, renamed)).toMatchObject({ code: 0, errors: '' })
      expect(await readRedirectTarget(`/${draft}`)).toBeUndefined()
    }
  })
})

describe('the front page', () => {
  it('accepts only published articles', async () => {
    const { lead, order } = await readFields('front/home')
    const refused = await desk.run('front', '--lead', 'nothing-of-the-kind', '--order', slug)
    expect(refused.code).toBe(1)
    expect(await readFields('front/home')).toMatchObject({ lead, order })
    expect((await desk.run('front', '--lead', slug, '--unpin', slug)).code).toBe(0)
    expect(await readFields('front/home')).toMatchObject({ lead: slug, order, pins: [] })
    expect((await desk.run('front')).out).toContain(`lead    ${slug}  A trial of the desk`)
    const others = (['metered', 'members'] as const).map((access) => findArticle(access).slug)
    expect((await desk.run('front', '--order', others.join(', '))).code).toBe(0)
    expect(await readFields('front/home')).toMatchObject({ lead: slug, order: others })
    const { category } = findArticle('members')
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const pin = (of: string) => ['front', '--category', of, '--pin', others[1]!]
    expect((await desk.run(...pin(category))).errors).toContain(
      'Add the time when the pin ends: --until',
    )
    const another = category === 'food' ? 'health' : 'food'
    expect((await desk.run(...pin(another), '--until', until)).errors).toContain('isn’t in')
    const pinned = await desk.run(...pin(category), '--until', until)
    expect(pinned).toMatchObject({ code: 0, errors: '' })
    const categoryPins = [{ category, slug: others[1], until: new Date(until) }]
    expect(await readFields('front/home')).toMatchObject({ categoryPins })
    const log = await desk.run('log', 'home', '--collection', 'front')
    expect(log.out).toContain(`${editorName}  updated`)
  })
})

describe('the sample publication', () => {
  it('is unchanged after every document was fetched and published again', async () => {
    const files: string[] = []
    for (const collection of ['articles', 'authors', 'events', 'pages'] as const) {
      const answer = await desk.firestore.query({ collection })
      if (!answer.ok) throw new Error('not read')
      for (const { id, fields, updateTime } of answer.value.documents) {
        // Publishing would change unpublished articles.
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
    expect(out.match(/: no change/g)).toHaveLength(files.length)
    expect(files.map((file) => desk.read(file))).toEqual(texts)
  })
})
