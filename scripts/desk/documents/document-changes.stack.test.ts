import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findArticle, stack } from '../../../functions/testing/edge-client.ts'
import { formatManuscript } from '../../../src/content/manuscript/format-manuscript.ts'
import { hashRedirectPath } from '../../../src/domain/redirect.ts'
import { buildManuscript, createDeskHarness, editorName } from '../testing/desk-process.ts'

const desk = createDeskHarness(stack)
const slug = 'a-trial-of-changes'
const [second, third] = [`${slug}-2`, `${slug}-3`] as const
const getRedirectPath = async (from: string) => `redirects/${await hashRedirectPath(`/${from}`)}`
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
  await desk.removeDocuments([`articles/${slug}`])
  const revisions = await desk.readRevisions('front/home')
  const redirects = await Promise.all([slug, second, third].map(getRedirectPath))
  await desk.commit(
    ...revisions.map(({ id }) => ({ remove: `front/home/revisions/${id}` })),
    ...redirects.map((remove) => ({ remove })),
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
    [['front', '--lead', findArticle('members').slug, '--dry-run'], /^Nothing was written\.$/m],
    [['stats', 'hide', findArticle('members').slug, '--dry-run'], /^Nothing was written\.$/m],
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

  it('isn’t published with a date in the future', async () => {
    const text = desk.read(file)
    desk.write(file, text.replace('# kept', 'publishedAt: 2099-01-01 09:00'))
    const { code, errors } = await desk.run('publish', file)
    expect(code).toBe(1)
    expect(errors).toMatch(/^a-trial-of-changes\.md:\d+:14: publishedAt: is in the future/)
    desk.write(file, text)
  })

  it('is fetched into a new file only', async () => {
    expect(await desk.run('publish', file)).toMatchObject({ code: 0, errors: '' })
    expect((await desk.run('fetch', slug)).code).toBe(1)
    expect((await desk.run('fetch', slug, '--to', 'beside.md')).code).toBe(0)
    expect(desk.read('beside.md')).toContain('A free preview that all may read.')
  })

  it('is restored as a new revision, and stays published', async () => {
    const log = async () => (await desk.run('log', slug)).out.trim().split('\n')
    const lines = await log()
    const first = lines.at(-1)!.split('  ')[0]!
    expect(lines.at(-1)).toContain(`${editorName}  published`)
    const text = desk.read(`${slug}.md`)
    desk.write(`${slug}.md`, text.replace('A free preview', 'An open part'))
    expect((await desk.run('publish', `${slug}.md`)).code).toBe(0)
    expect((await desk.run('log', slug, '--show', first)).out).toContain('A free preview')
    expect((await desk.run('log', slug, '--diff', first)).out).toContain('+An open part')
    expect((await desk.run('log', slug, '--restore', first)).code).toBe(0)
    const body = expect.stringContaining('A free preview')
    expect(await readFields()).toMatchObject({ status: 'published', body })
    expect(await log()).toHaveLength(lines.length + 2)
    expect((await desk.run('log', slug, '--restore', 'none')).code).toBe(1)
  })

  it('is redirected in one step from all earlier addresses once it is renamed', async () => {
    const readTarget = async (from: string) => (await readFields(await getRedirectPath(from))).to
    const rename = async (from: string, to: string) =>
      expect(await desk.run('rename', from, to)).toMatchObject({ code: 0, errors: '' })
    await rename(slug, second)
    await rename(second, third)
    expect([await readTarget(slug), await readTarget(second)]).toEqual([`/${third}`, `/${third}`])
    await rename(third, slug)
    expect([await readTarget(slug), await readTarget(second)]).toEqual([null, `/${slug}`])
  })
})

it('the front page accepts only published articles', async () => {
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
