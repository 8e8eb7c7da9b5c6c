import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, stack } from '../../functions/edge-client.ts'
import { deskFolder, manuscriptOf } from './desk-process.ts'

const desk = deskFolder(stack)
const slug = 'a-trial-of-the-desk'
const file = `${slug}.md`
const others = ['a-second-trial', 'a-third-trial']
const inside = '::figure{src="inside.png" alt="Another colour" caption="Behind the wall"}'

beforeAll(async () => {
  const colour = (background: string) => ({
    create: { width: 900, height: 600, channels: 3, background } as const,
  })
  desk.write('lead.jpg', await sharp(colour('#356')).jpeg().toBuffer())
  desk.write('inside.png', await sharp(colour('#653')).png().toBuffer())
})
afterAll(() => desk.clear([slug, ...others].map((each) => `articles/${each}`)))

describe('desk publish', () => {
  it('says every problem with file, line and column, and writes nothing', async () => {
    desk.write(file, manuscriptOf())
    desk.write(
      `${others[0]}.md`,
      manuscriptOf({ category: 'gossip', authors: '[nobody]' }, 'Open.'),
    )
    const { code, errors } = await desk.run('publish', file, `${others[0]}.md`)
    expect(code).toBe(1)
    expect(errors).toMatch(/^a-second-trial\.md:5:11: category: must be one of editors-picks/m)
    expect(errors).toMatch(/^a-second-trial\.md:11:1: .*has nothing behind its lead-in/m)
    expect(await desk.stored(`articles/${slug}`)).toBeNull()
    expect(desk.read(file)).toBe(manuscriptOf())
  })

  it('knows authors that nobody has described, and addresses that are taken', async () => {
    desk.write(`${others[0]}.md`, manuscriptOf({ authors: '[thiri-hlaing, nobody]' }))
    desk.write('about.md', manuscriptOf())
    const { code, errors } = await desk.run('publish', `${others[0]}.md`, 'about.md')
    expect(code).toBe(1)
    expect(errors).toMatch(/^a-second-trial\.md:7:25: authors\.1: there is no author "nobody"/m)
    expect(errors).toContain('pages/about has the address /about already')
  })

  it('shows in a dry run what it would write, and leaves everything as it was', async () => {
    const text = manuscriptOf({}, `A lead-in.\n\n<!-- more -->\n\n${inside}\n\nThe rest.`)
    desk.write(file, text)
    const { code, out } = await desk.run('publish', file, '--dry-run')
    expect(code).toBe(0)
    expect(out).toContain('title: A trial of the desk')
    expect(out).toMatch(/^picture inside-[0-9a-f]{16}: .*900 by 600, for entitled readers alone/m)
    expect(await desk.stored(`articles/${slug}`)).toBeNull()
    expect(await desk.revisions(`articles/${slug}`)).toEqual([])
    expect(desk.read(file)).toBe(text)
  })

  it('stores article, pictures and revision, tells the site, and the article is readable', async () => {
    const { code, out, errors } = await desk.run('publish', file, '--message', 'the first')
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(out).toMatch(/\/a-trial-of-the-desk was readable after \d/)
    const stored = await desk.stored(`articles/${slug}`)
    const { image, body, status, publishedAt } = stored!.fields as Record<string, unknown> & {
      body: string
      image: { id: string }
    }
    expect(status).toBe('published')
    expect(image).toMatchObject({ width: 900, height: 600 })
    const closed = /image="(inside-[0-9a-f]{16})" width="900" height="600"/.exec(body)![1]
    expect((await fetch(`${stack.siteUrl}/images/${image.id}/640`)).status).toBe(200)
    const subscriber = await signedIn('subscriber')
    expect((await subscriber.request(`/images/${closed}/640`)).status).toBe(200)
    expect((await fetch(`${stack.siteUrl}/images/${closed}/640`)).status).toBe(404)
    const page = await (await fetch(`${stack.siteUrl}/${slug}`)).text()
    expect(page).toContain('A lead-in.')
    expect(page).not.toContain('The rest.')
    expect(await desk.revisions(`articles/${slug}`)).toMatchObject([
      { fields: { by: 'Tests', action: 'published', message: 'the first', fields: { status } } },
    ])
    const marked = desk.read(file)
    expect(marked).toContain(`version: "${stored!.updateTime}"`)
    expect(marked).toContain(`publishedAt: ${(publishedAt as Date).toISOString()}`)
    expect(marked).toContain('# kept')
    expect(marked).toContain('file: lead.jpg')
  })

  it('changes nothing when it is said again', async () => {
    const [text, before] = [desk.read(file), await desk.stored(`articles/${slug}`)]
    const { code, out } = await desk.run('publish', file)
    expect(code).toBe(0)
    expect(out).toContain('is stored so already')
    expect(await desk.stored(`articles/${slug}`)).toEqual(before)
    expect(await desk.revisions(`articles/${slug}`)).toHaveLength(1)
    expect(desk.read(file)).toBe(text)
  })

  it('refuses to write over what somebody else has written, and shows both', async () => {
    const theirs = await desk.stored(`articles/${slug}`)
    const fields = { ...theirs!.fields, title: 'What they wrote' }
    await desk.commit({ set: `articles/${slug}`, fields, serverTimes: ['updatedAt'] })
    const text = desk.read(file).replace('A trial of the desk', 'What I wrote')
    desk.write(file, text)
    const { code, errors } = await desk.run('publish', file)
    expect(code).toBe(3)
    expect(errors).toContain('-title: What they wrote')
    expect(errors).toContain('+title: What I wrote')
    expect(desk.read(file)).toBe(text)
    expect((await desk.stored(`articles/${slug}`))!.fields.title).toBe('What they wrote')
  })

  it('does so when told, and keeps in the log what it was written over', async () => {
    expect((await desk.run('publish', file, '--overwrite')).code).toBe(0)
    expect((await desk.stored(`articles/${slug}`))!.fields.title).toBe('What I wrote')
    const { out } = await desk.run('log', slug)
    const words = out
      .trim()
      .split('\n')
      .map((line) => line.split('  ').slice(2).join(' '))
    expect(words).toEqual(['Tests published', 'by other means found', 'Tests published: the first'])
  })

  it('lets one of two through that are based on the same version', async () => {
    const first = desk.read(file)
    const answers = await Promise.all(
      ['one', 'two'].map((who) => {
        mkdirSync(join(desk.path, who))
        desk.write(join(who, file), first.replace(/^title: .*/m, `title: By ${who} of two`))
        // Their pictures are stored already, and named from another folder.
        desk.write(
          join(who, file),
          desk.read(join(who, file)).replaceAll(/(lead|inside)\./g, '../$1.'),
        )
        return desk.run('publish', join(who, file))
      }),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 3])
  })

  it('refuses a new manuscript for an address that has an article', async () => {
    desk.write(file, manuscriptOf({ title: 'Another' }))
    expect((await desk.run('publish', file)).code).toBe(3)
    expect(await desk.run('preview', file)).toMatchObject({ code: 1 })
  })

  it('takes many at once, and says who may not be asked', async () => {
    for (const each of others) desk.write(`${each}.md`, manuscriptOf({ title: each }))
    const nobody = { SITE_URL: 'http://127.0.0.1:9' }
    const away = await desk.runWith(nobody, 'publish', ...others.map((each) => `${each}.md`))
    // The pictures could not be stored, so no document names them.
    expect(away.code).toBe(4)
    expect(await desk.stored(`articles/${others[0]}`)).toBeNull()
    const noPictures = {
      image: '{ id: x-0123456789abcdef, alt: A, credit: B, width: 3, height: 2 }',
    }
    for (const each of others)
      desk.write(`${each}.md`, manuscriptOf({ title: each, ...noPictures }))
    const untold = await desk.runWith(nobody, 'publish', ...others.map((each) => `${each}.md`))
    expect(untold.code).toBe(5)
    expect((await desk.stored(`articles/${others[1]}`))!.fields.status).toBe('published')
    const told = await desk.run('publish', ...others.map((each) => `${each}.md`), '--wait')
    expect(told).toMatchObject({ code: 0, errors: '' })
    expect(told.out).toContain('The whole site has it')
    expect((await fetch(`${stack.siteUrl}/${others[0]}`)).status).toBe(200)
  })

  it('ends with 4 where the database does not answer', async () => {
    const { code, errors } = await desk.runWith({ FIRESTORE_URL: 'http://127.0.0.1:9' }, 'list')
    expect(code).toBe(4)
    expect(errors).toContain('out of reach')
  })
})
