/** Imports sources again, one after the other, and after an interruption. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { hashRedirectPath } from '../../../src/domain/redirect.ts'
import { startTestServer } from '../../shared/testing/test-server.ts'
import { createPicture, type ImportRun, prepareImportRuns } from '../testing/import-run.ts'
import { generateWords } from './testing/convert-sample-post.ts'

const createImportRun = prepareImportRuns()

const buildPost = (title: string, date: string, body: string, more = '') =>
  `---\ntitle: ${title}\ndate: ${date}\nauthor: Jane Doe\ncategories: [News]\n${more}---\n${body}\n`
const long = `${generateWords(90)}\n\n![A cat](/cat.png)\n\nThe rest.`

const buildItem = (id: number, slug: string, title: string) => `<item><title>${title}</title>
  <link>http://site.example/2014/05/${slug}/</link><dc:creator>meher</dc:creator>
  <content:encoded><![CDATA[${title} ${generateWords(120)}]]></content:encoded>
  <wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2014-05-0${id} 08:30:00</wp:post_date_gmt>
  <wp:post_name>${slug}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`

const buildExport = (
  site: string,
  ...items: readonly string[]
) => `<rss><channel><link>${site}</link>
<wp:wxr_version>1.1</wp:wxr_version><wp:base_blog_url>${site}</wp:base_blog_url>${items.join('\n')}</channel></rss>`

/** Writes the mapping file, and answers its questions. */
async function plan(at: ImportRun, ...args: readonly string[]) {
  await at.run(...args, '--plan')
  at.fillMapping()
  at.write({
    'import.yaml': at.read('import.yaml').replace(/^ {2}author: $/m, '  author: /by/{slug}'),
  })
}

const answer = (at: ImportRun, otherAddresses: string) => {
  const mapping = at.read('import.yaml').replace(/^otherAddresses:.*$/m, '')
  at.write({ 'import.yaml': `${mapping}\notherAddresses: ${otherAddresses}\n` })
}

/** Replaces fields, as the desk would. */
async function rewrite({ desk }: ImportRun, path: string, fields: Fields) {
  const write = { set: path, fields, merge: true, serverTimes: ['updatedAt'] } as const
  expect(await desk.firestore.commit([write])).toMatchObject({ ok: true })
}

const everything = async (at: ImportRun) => (await at.everything()) as Record<string, Fields>

describe('the import of a folder of files', () => {
  let at: ImportRun
  const files = {
    'a.md': buildPost('One', '2020-01-01', long, 'tags: [cats]\naliases: [/old/one]\n'),
    'b/one.md': buildPost('One', '2020-01-02', `![Face](../cat.png)\n\n${long}`, 'slug: a\n'),
    'short.md': buildPost('Short', '2020-01-03', 'Too short.'),
    'later.md': buildPost('Later', '2999-01-01', long),
    'private.md': buildPost('Private', '2020-01-05', long, 'status: private\n'),
    'login.md': '---\ntitle: Login\n---\nA page.\n',
    'missing.md': buildPost('Missing', '2020-01-06', `${long}\n\n![Gone](gone.png "A gap")`),
  }
  const inFolder = (folder: string, given: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(given).map(([name, text]) => [`${folder}/${name}`, text]))

  beforeAll(async () => {
    const picture = { 'notes/cat.png': await createPicture('teal') }
    at = await createImportRun({ ...picture, ...inFolder('notes', files) })
    await plan(at, 'markdown', 'notes')
  })

  it('publishes, schedules or drafts each post, with its author and redirects', async () => {
    expect(await at.run('markdown', 'notes')).toMatchObject({ code: 0, errors: '' })
    const rows = at.rows()
    const row = (name: string) => rows[`markdown:${name}.md`]!
    expect(row('a')).toMatchObject({ path: 'articles/a', status: 'published' })
    expect(row('a').notes).toContain('tag cats not imported')
    expect(row('b/one').path).toBe('articles/a-2020')
    expect(row('short').notes.join()).toContain('too short for a closed part: made public')
    expect(row('later')).toMatchObject({ status: 'scheduled' })
    expect(row('private')).toMatchObject({ status: 'draft' })
    expect(row('login').path).toBe('pages/login-2')
    expect(row('missing').notes.join()).toContain('gone.png was not found')
    const stored = await everything(at)
    expect(stored['articles/a']).toMatchObject({
      authors: ['jane-doe'],
      category: 'politics',
      access: 'metered',
      importedFrom: expect.stringMatching(/^markdown:\w+#a\.md$/),
      image: { alt: 'A cat', width: 90, height: 60 },
    })
    expect(stored['authors/jane-doe']).toMatchObject({ name: 'Jane Doe', body: '' })
    const redirects = Object.values(stored).filter(({ from }) => from)
    expect(redirects).toContainEqual({ from: '/old/one', to: '/a' })
    expect(redirects).toContainEqual({ from: '/categories/news', to: '/category/politics' })
    expect(redirects).toContainEqual({ from: '/by/jane-doe', to: '/author/jane-doe' })
  })

  it('is completed after an interruption, with a report about everything', async () => {
    const [whole, rows] = [await at.everything(), at.rows()]
    const missing = [
      'articles/later',
      'articles/a-2020',
      `redirects/${await hashRedirectPath('/old/one')}`,
    ]
    await at.desk.firestore.commit(missing.map((remove) => ({ remove })))
    expect((await at.run('markdown', 'notes')).out).toMatch(/^2 imported, 0 updated, 6 unchanged/)
    expect(await at.everything()).toEqual(whole)
    for (const [source, { notes }] of Object.entries(at.rows()))
      expect(notes).toEqual(rows[source]!.notes)
  })

  it('updates changed posts, even after a move', async () => {
    const changed = { ...files, 'a.md': files['a.md'].replace('The rest.', 'The rest, revised.') }
    at.write({ 'moved/cat.png': await createPicture('teal'), ...inFolder('moved', changed) })
    expect((await at.run('markdown', 'moved')).out).toMatch(/^0 imported, 1 updated/)
    expect((await everything(at))['articles/a']!.body).toContain('The rest, revised.')
  })

  it('never restores posts withdrawn with the desk, and ends redirects from new posts', async () => {
    await rewrite(at, 'articles/a', { status: 'withdrawn' })
    const redirect = `redirects/${await hashRedirectPath('/coming')}`
    await rewrite(at, redirect, { from: '/coming', to: '/a' })
    at.write({ 'notes/coming.md': buildPost('Coming', '2020-02-01', long) })
    await at.run('markdown', 'notes', '--overwrite')
    const rows = at.rows()
    expect(rows['markdown:a.md']).toMatchObject({ importOutcome: 'preserved', status: 'withdrawn' })
    expect(rows['markdown:coming.md']).toMatchObject({ path: 'articles/coming' })
    expect(rows['markdown:coming.md']!.notes.join()).toMatch(/ to \/a removed/)
    const stored = await everything(at)
    expect(stored['articles/a']).toMatchObject({ status: 'withdrawn' })
    expect(stored[redirect]).toMatchObject({ from: '/coming', to: null })
  })

  it('counts as a different source if the mapping file gives it another name', async () => {
    const before = await everything(at)
    at.write({ 'import.yaml': at.read('import.yaml').replace(/^source: .*$/m, 'source: site-two') })
    answer(at, 'new')
    at.write(inFolder('other', { 'a.md': files['a.md'].replace('title: One', 'title: Other') }))
    expect((await at.run('markdown', 'other')).out).toMatch(/^1 imported, 0 updated/)
    expect(await at.everything()).toMatchObject(before)
  })
})

it('an import fetches a picture once, and retries unreachable pictures', async () => {
  const asked: string[] = []
  const picture = await createPicture('peru')
  const origin = await startTestServer(({ url = '' }, response) => {
    asked.push(url)
    if (url === '/uploads/dog.png') response.end(picture)
    else response.writeHead(503).end()
  })
  const body = `![A dog](/uploads/dog.png)\n\n${generateWords(90)}\n\n![Away](/uploads/away.png)\n\nThe rest.`
  const at = await createImportRun({
    'dogs/dog.md': buildPost('A dog', '2020-01-01', body),
  })
  await plan(at, 'markdown', 'dogs')
  at.write({ 'import.yaml': at.read('import.yaml').replace('oldSite:', `oldSite: ${origin}`) })
  for (const importOutcome of ['imported', 'unchanged']) {
    await at.runWithOrigin(origin, 'markdown', 'dogs')
    const { notes, ...row } = at.rows()['markdown:dog.md']!
    expect(row).toMatchObject({ importOutcome })
    expect(notes.join()).toContain('picture /uploads/away.png answers with status 503')
  }
  expect(asked.sort()).toEqual(['/uploads/away.png', '/uploads/away.png', '/uploads/dog.png'])
  expect((await everything(at))['articles/dog']).toMatchObject({ image: { width: 90 } })
})

it('an import leaves an address to the desk if the desk uses it, whatever the answer', async () => {
  const at = await createImportRun({
    'ferry.xml': buildExport('https://a.example', buildItem(1, 'water', 'Water')),
  })
  await plan(at, 'wordpress', 'ferry.xml')
  await at.run('wordpress', 'ferry.xml')
  await rewrite(at, 'articles/water', { importedFrom: null, title: 'Ours' })
  const outcomes = []
  for (const each of ['skip', 'same', 'new']) {
    answer(at, each)
    await at.run('wordpress', 'ferry.xml')
    const { importOutcome, path } = at.rows()['wordpress:1']!
    outcomes.push([importOutcome, path])
    expect((await everything(at))['articles/water']).toMatchObject({ title: 'Ours' })
  }
  expect(outcomes).toEqual([
    ['skipped', null],
    ['preserved', 'articles/water'],
    // The first run has stored this post's document.
    ['preserved', 'articles/water'],
  ])
})
