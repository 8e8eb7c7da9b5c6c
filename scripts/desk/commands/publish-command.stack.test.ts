import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createEdgeClient,
  createSignedInClient,
  fetchStatus,
  stack,
} from '../../../functions/testing/edge-client.ts'
import { buildManuscript, createDeskHarness, editorName } from '../testing/desk-process.ts'

const desk = createDeskHarness(stack)
const slug = 'a-trial-of-the-desk'
const file = `${slug}.md`
const others = ['a-second-trial', 'a-third-trial']
const inside = [
  '::figure{src="inside.png" alt="Another colour" caption="Behind the wall"}',
  '::audio{src="walk.wav" title="A walk"}',
].join('\n\n')

beforeAll(async () => {
  const colour = (background: string) => ({
    create: { width: 900, height: 600, channels: 3, background } as const,
  })
  desk.write('lead.jpg', await sharp(colour('#356')).jpeg().toBuffer())
  desk.write('walk.wav', 'RIFF____WAVEfmt and sound')
  desk.write('inside.png', await sharp(colour('#653')).png().toBuffer())
})
afterAll(() => desk.removeDocuments([slug, ...others].map((each) => `articles/${each}`)))

describe('desk publish', () => {
  it('reports every problem with file, line and column, and writes nothing', async () => {
    desk.write(file, buildManuscript())
    const broken = buildManuscript({ category: 'gossip', authors: '[nobody]' }, 'Open.')
    desk.write(`${others[0]}.md`, broken)
    const { code, errors } = await desk.run('publish', file, `${others[0]}.md`)
    expect(code).toBe(1)
    expect(errors).toMatch(/^a-second-trial\.md:5:11: category: must be one of editors-picks/m)
    expect(errors).toMatch(/^a-second-trial\.md:11:1: .*has no text behind its free preview/m)
    expect(await desk.readDocument(`articles/${slug}`)).toBeNull()
    expect(desk.read(file)).toBe(buildManuscript())
  })

  it('reports missing authors and tags, and addresses in use', async () => {
    const named = { authors: '[thiri-hlaing, nobody]', tags: '[india, atlantis]' }
    desk.write(`${others[0]}.md`, buildManuscript(named))
    desk.write('about.md', buildManuscript())
    const { code, errors } = await desk.run('publish', `${others[0]}.md`, 'about.md')
    expect(code).toBe(1)
    expect(errors).toMatch(/^a-second-trial\.md:\d+:25: authors: author "nobody" not found/m)
    expect(errors).toContain('tags: tag "atlantis" not found')
    expect(errors).toContain('pages/about already uses the address /about')
  })

  it('prints the changes in a dry run, without writing them', async () => {
    const text = buildManuscript({}, `A free preview.\n\n<!-- more -->\n\n${inside}\n\nThe rest.`)
    desk.write(file, text)
    const { code, out } = await desk.run('publish', file, '--dry-run')
    expect(code).toBe(0)
    expect(out).toContain('title: A trial of the desk')
    expect(out).toMatch(/^picture inside-[0-9a-f]{16}: .*900 × 600, subscribers only/m)
    expect(out).toMatch(/^recording walk-[0-9a-f]{16}: .*audio\/wav, subscribers only/m)
    expect(await desk.readDocument(`articles/${slug}`)).toBeNull()
    expect(await desk.readRevisions(`articles/${slug}`)).toEqual([])
    expect(desk.read(file)).toBe(text)
  })

  it('stores the article, its images and a revision, and makes the article readable', async () => {
    const { code, out, errors } = await desk.run('publish', file, '--message', 'the first')
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(out).toMatch(/\/a-trial-of-the-desk went live after \d/)
    const stored = await desk.readDocument(`articles/${slug}`)
    const { image, body, status } = stored!.fields as Record<string, unknown> & {
      body: string
      image: { id: string }
    }
    expect(status).toBe('published')
    expect(image).toMatchObject({ width: 900, height: 600 })
    const closed = /image="(inside-[0-9a-f]{16})" width="900" height="600"/.exec(body)![1]
    expect(await fetchStatus(createEdgeClient(), `/images/${image.id}/640`)).toBe(200)
    const subscriber = await createSignedInClient('subscriber')
    expect(await fetchStatus(subscriber, `/images/${closed}/640`)).toBe(200)
    expect((await fetch(`${stack.siteUrl}/images/${closed}/640`)).status).toBe(404)
    const recording = /::audio\{file="(walk-[0-9a-f]{16})" title="A walk"\}/.exec(body)![1]
    const part = { headers: { Range: 'bytes=0-3' } }
    const heard = await subscriber.request(`/audio/${recording}`, part)
    expect([heard.status, await heard.text()]).toEqual([206, 'RIFF'])
    expect((await fetch(`${stack.siteUrl}/audio/${recording}`, part)).status).toBe(404)
    const page = await (await fetch(`${stack.siteUrl}/${slug}`)).text()
    expect(page).toContain('A free preview.')
    expect(page).not.toContain('The rest.')
    expect(await desk.readRevisions(`articles/${slug}`)).toMatchObject([
      { fields: { by: editorName, action: 'published', message: 'the first', fields: { status } } },
    ])
    const marked = desk.read(file)
    expect(marked).toContain(`version: "${stored!.updateTime}"`)
    expect(marked).toContain('# kept')
    expect(marked).toContain('file: lead.jpg')
  })

  it('changes nothing when run again', async () => {
    const [text, before] = [desk.read(file), await desk.readDocument(`articles/${slug}`)]
    const { code, out } = await desk.run('publish', file)
    expect(code).toBe(0)
    expect(out).toContain(': no change')
    expect(await desk.readDocument(`articles/${slug}`)).toEqual(before)
    expect(await desk.readRevisions(`articles/${slug}`)).toHaveLength(1)
    expect(desk.read(file)).toBe(text)
  })

  it('refuses to overwrite someone else’s changes, and shows both versions', async () => {
    const theirs = await desk.readDocument(`articles/${slug}`)
    const fields = { ...theirs!.fields, title: 'What they wrote' }
    await desk.commit({ set: `articles/${slug}`, fields, serverTimes: ['updatedAt'] })
    const text = desk.read(file).replace('A trial of the desk', 'What I wrote')
    desk.write(file, text)
    const { code, errors } = await desk.run('publish', file)
    expect(code).toBe(3)
    expect(errors).toContain('-title: What they wrote')
    expect(errors).toContain('+title: What I wrote')
    expect(desk.read(file)).toBe(text)
    expect((await desk.readDocument(`articles/${slug}`))!.fields.title).toBe('What they wrote')
  })

  it('overwrites someone else’s changes with --overwrite, and keeps them in the log', async () => {
    expect((await desk.run('publish', file, '--overwrite')).code).toBe(0)
    expect((await desk.readDocument(`articles/${slug}`))!.fields.title).toBe('What I wrote')
    const { out } = await desk.run('log', slug)
    const lines = out.trim().split('\n')
    const entries = [
      `${editorName} published`,
      '(outside the desk) changed',
      `${editorName} published: the first`,
    ]
    expect(lines.map((line) => line.split('  ').slice(2).join(' '))).toEqual(entries)
  })

  it('refuses a new manuscript for an existing article', async () => {
    desk.write(file, buildManuscript({ title: 'Another' }))
    expect((await desk.run('publish', file)).code).toBe(3)
    expect((await desk.run('preview', file)).code).toBe(3)
  })

  it('publishes several files, and reports when the site can’t be reached', async () => {
    for (const each of others) desk.write(`${each}.md`, buildManuscript({ title: each }))
    const nobody = { SITE_URL: 'http://127.0.0.1:9' }
    const files = others.map((each) => `${each}.md`)
    const away = await desk.runWith(nobody, 'publish', ...files)
    expect(away.code).toBe(4)
    const told = await desk.run('publish', ...files, '--wait')
    expect(told).toMatchObject({ code: 0, errors: '' })
    expect(told.out).toContain('The whole site is up to date')
    expect((await fetch(`${stack.siteUrl}/${others[0]}`)).status).toBe(200)
  })
})
