/** Runs `desk import` for each source system, with an empty database. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashRedirectPath } from '../../src/domain/redirect.ts'
import { buildZip } from './sources/testing/zip-fixture.ts'
import {
  buildSitePost,
  type FakeSite,
  startFakeSite,
} from './sources/wordpress-site/testing/fake-site.ts'
import { type ImportRun, prepareImportRuns } from './testing/import-run.ts'

const createImportRun = prepareImportRuns()

const samples = join(import.meta.dirname, 'sources/testing/samples')

const readSample = (name: string) => readFileSync(join(samples, name), 'utf8')
const storyOfMedium = (
  title: string,
  text: string,
) => `<article class="h-entry"><h1 class="p-name">${title}</h1>
  <div class="e-content">${text}</div><p class="p-tags"><a class="p-tag" href="https://medium.com/tag/ice">Ice</a></p>
  <p>By <a class="p-author" href="https://medium.com/@meher">Meher Bano</a> on <time class="dt-published" datetime="2018-08-11T11:23:34Z"></time></p>
  <a class="p-canonical" href="https://ice.example/on-ice-efefef121212">Canonical link</a></article>`

describe.each([
  {
    name: 'wordpress',
    file: 'classic-1.1.xml',
    // The sample's addresses are replaced, so that no request leaves this machine.
    content: readSample('classic-1.1.xml').replaceAll(
      'http://ferry.example/wp-',
      'http://127.0.0.1:9/wp-',
    ),
    article: 'articles/water',
    expectedNote: 'is on a private network',
    from: '/2014/05/water',
    to: '/water',
  },
  {
    name: 'ghost',
    file: 'ghost-5.json',
    content: readSample('ghost-5.json'),
    article: 'articles/on-ice',
    expectedNote: 'is on a private network',
    from: '/tag/work',
    to: '/category/culture',
  },
  {
    name: 'substack',
    file: 'substack.zip',
    content: buildZip([
      {
        name: 'posts.csv',
        content:
          'post_id,post_date,is_published,type,audience,title\n12.on-ice,2023-04-05T06:07:08Z,true,newsletter,everyone,On ice',
      },
      {
        name: 'posts/12.on-ice.html',
        content: '<p>Night work.</p><div class="subscription-widget-wrap"><form></form></div>',
      },
    ]),
    article: 'articles/on-ice',
    expectedNote: 'a subscription form was removed',
    from: '/p/on-ice',
    to: '/on-ice',
  },
  {
    name: 'medium',
    file: 'medium.zip',
    content: buildZip([
      {
        name: 'posts/2018-08-11_On-ice-efefef121212.html',
        content: storyOfMedium(
          'On ice',
          `<h3>Ice</h3>${'<p>Night work, and day trade.</p>'.repeat(40)}`,
        ),
      },
      {
        name: 'posts/2018-08-12_So-true-ababab121212.html',
        content: storyOfMedium('So true', '<p>So true.</p>'),
      },
    ]),
    article: 'articles/on-ice',
    expectedNote: 'is a response to another story',
    from: '/on-ice-efefef121212',
    to: '/on-ice',
  },
  {
    name: 'blogger',
    file: 'feed.atom',
    content:
      '<feed><entry><id>tag:blogger.com,1999:blog-1.post-2</id><blogger:type>POST</blogger:type><blogger:status>LIVE</blogger:status><title>On ice</title><published>2023-04-05T06:07:08Z</published><content>Night work.</content><blogger:filename>/2023/04/on-ice.html</blogger:filename></entry></feed>',
    article: 'articles/on-ice',
    expectedNote: 'no excerpt',
    from: '/2023/04/on-ice.html',
    to: '/on-ice',
  },
])('desk import $name', ({ name, file, content, article, expectedNote, from, to }) => {
  let at: ImportRun
  beforeAll(async () => {
    at = await createImportRun({ [file]: content })
  })

  it('creates a mapping, imports, and changes nothing the second time', async () => {
    expect((await at.run(name, file)).code).toBe(1)
    expect(await at.everything()).toEqual({})
    at.fillMapping()
    const first = await at.run(name, file)
    expect(first.code, first.errors).toBe(0)
    const stored = await at.everything()
    expect(stored[article]).toMatchObject({ image: { alt: 'Plain cotton' } })
    expect(stored[`redirects/${await hashRedirectPath(from)}`]).toEqual({ from, to })
    const lost = at.rows()
    expect(JSON.stringify(lost)).toContain(expectedNote)

    const second = await at.run(name, file)
    expect(second).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^0 imported, 0 updated, .*; 0 redirects/m),
    })
    expect(await at.everything()).toEqual(stored)
    const notes = (rows: typeof lost) =>
      Object.entries(rows).map(([source, row]) => [source, row.notes])
    expect(notes(at.rows())).toEqual(notes(lost))
  })
})

it('desk import writes only its own report in a dry run', async () => {
  const at = await createImportRun({ 'ghost-5.json': readSample('ghost-5.json') })
  const dry = await at.run('ghost', 'ghost-5.json', '--dry-run')
  expect(dry.code).toBe(1)
  expect([dry.out.includes('import.yaml would be:'), at.has('import.yaml')]).toEqual([true, false])

  // The second run uses the mapping file that the dry run printed.
  const plan = dry.out.slice(dry.out.indexOf('\n\n# How'), dry.out.indexOf('import.yaml maps'))
  at.write({ 'import.yaml': plan })
  at.fillMapping()
  at.write({ 'import.report.md': 'What was lost in earnest' })
  expect(await at.run('ghost', 'ghost-5.json', '--dry-run')).toMatchObject({
    code: 0,
    out: expect.stringContaining('notes in import.dry-run.report.md'),
  })
  expect(at.read('import.report.md')).toBe('What was lost in earnest')
  expect(await at.everything()).toEqual({})
})

describe('desk import wordpress, from a running site', () => {
  let site: FakeSite
  beforeAll(async () => {
    site = await startFakeSite()
  })

  it('sends no request to a private network', async () => {
    const at = await createImportRun()
    const refused = await at.run('wordpress', site.origin, '--plan')
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('private network') })
    expect([site.asked, at.has('import.yaml')]).toEqual([[], false])
  })

  it('creates a mapping, imports, and reads the site again only to refresh the copy', async () => {
    const at = await createImportRun()
    const content = { rendered: '<p>Night work, and day trade.</p>'.repeat(40), protected: false }
    site.items.posts = [buildSitePost(1, { content })]
    const run = (...args: string[]) =>
      at.runWithOrigin(site.origin, 'wordpress', site.origin, ...args)
    expect((await run()).code).toBe(1)
    at.fillMapping()
    site.asked = []
    const first = await run()
    expect(first.code, first.errors).toBe(0)
    expect([site.asked, first.out]).toEqual([[], expect.stringContaining('add --refresh')])
    const stored = await at.everything()
    expect(stored['articles/post-1']).toMatchObject({ title: 'Post 1', category: 'culture' })
    const from = '/2020/01/post-1'
    expect(stored[`redirects/${await hashRedirectPath(from)}`]).toEqual({ from, to: '/post-1' })

    site.items.posts!.push(buildSitePost(2))
    expect(await run('--refresh')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^1 imported, 0 updated/m),
    })
  })
})

it('desk import wordpress imports an export with bare ampersands only when asked to repair it', async () => {
  const paragraph = '<p>Salt pans are worked by night, and the boats wait.</p>'
  const at = await createImportRun({
    'salt.xml': `<rss version="2.0"><channel><wp:wxr_version>1.2</wp:wxr_version>
<item><title>Tea & salt</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type>
<wp:status>publish</wp:status><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt>
<content:encoded><![CDATA[${paragraph.repeat(30)}]]></content:encoded></item></channel></rss>`,
  })
  const broken = await at.run('wordpress', 'salt.xml', '--plan')
  expect(broken).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^salt\.xml:2: .*--repair/),
  })
  expect((await at.run('wordpress', 'salt.xml', '--plan', '--repair')).code).toBe(0)
  at.fillMapping()
  const repaired = await at.run('wordpress', 'salt.xml', '--repair')
  expect(repaired.code, repaired.errors).toBe(0)
  expect(await at.everything()).toMatchObject({ 'articles/tea-salt': { title: 'Tea & salt' } })
  expect(at.read('import.report.md')).toContain('was escaped, in line `2`')

  // A description whose key isn't a picture's address stops the import.
  const key = 'https://old.example/a.jpg'
  const mapping = at
    .read('import.yaml')
    .replace(/^descriptions:.*$/m, `descriptions:\n  ${key}: Salt pans`)
  at.write({ 'import.yaml': mapping })
  const line = mapping.slice(0, mapping.indexOf(key)).split('\n').length
  expect(await at.run('wordpress', 'salt.xml', '--repair', '--dry-run')).toMatchObject({
    code: 1,
    errors: expect.stringContaining(`import.yaml:${line}: descriptions → ${key}: `),
  })
})

it('desk import wordpress names the right command for another system’s export', async () => {
  const at = await createImportRun({
    'salt.json': '{"db": []}',
    'salt.xml': '<rss></rss>',
  })
  expect((await at.run('wordpress', 'salt.json', '--plan')).errors).toContain('import ghost FILE')
  expect((await at.run('ghost', 'salt.xml', '--plan')).errors).toContain('import wordpress FILE')
  expect((await at.run('ghost', 'salt.json', '--repair')).code).toBe(2)
  expect((await at.run('wordpress', 'salt.xml', '--refresh')).code).toBe(2)
})

it('desk import asks for another address if a second source’s post has the address of an imported one', async () => {
  const at = await createImportRun({ 'ferry.xml': readSample('oldest-1.0.xml') })
  await at.run('wordpress', 'ferry.xml')
  at.fillMapping()
  expect((await at.run('wordpress', 'ferry.xml')).code).toBe(0)
  const ferry = await at.everything()
  expect(ferry['articles/old']).toMatchObject({ importedFrom: 'wordpress:ferry.example#3' })

  const other = readSample('oldest-1.0.xml').replaceAll('ferry.example', 'ice.example')
  at.write({ 'ice.xml': other.replaceAll('An old crossing', 'Old ice') })
  const refused = await at.run('wordpress', 'ice.xml')
  expect(refused).toMatchObject({
    code: 1,
    errors: expect.stringContaining(
      '1 post has an address that your publication already uses. Run the import with --plan',
    ),
  })
  const inOwnFile = ['wordpress', 'ice.xml', '--mapping', 'ice.yaml']
  expect(await at.run(...inOwnFile)).toMatchObject({
    code: 1,
    out: expect.stringContaining('otherAddresses: replace “choose”'),
  })
  expect(at.read('ice.yaml')).toContain(
    '#   old: imported from wordpress:ferry.example#3; here “Old ice”\naddresses:',
  )
  const decided = at.read('ice.yaml').replace('otherAddresses: choose', 'otherAddresses: new')
  at.write({ 'ice.yaml': decided })
  at.fillMapping('ice.yaml')
  const imported = await at.run(...inOwnFile)
  expect(imported.out).toContain('1 imported, 0 updated')
  const both = await at.everything()
  expect(both).toMatchObject(ferry)
  expect(both['articles/old-2009']).toMatchObject({ title: 'Old ice' })

  at.write({ 'notes/a.md': '---\ntitle: A note\ndate: 2020-01-01\n---\nWords.' })
  expect(await at.run('markdown', 'notes')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('import.yaml: source is missing. Run the import with --plan'),
  })
})

it('desk import refuses an unknown option before it does anything', async () => {
  const at = await createImportRun()
  const answers = await Promise.all([
    at.run('wordpress', 'there-is-none.xml', '--overwrit'),
    at.runDeskCommand('export', 'out', '--histories'),
  ])
  expect(answers.map(({ code }) => code)).toEqual([2, 2])
  expect(answers[0]!.errors).toContain('--overwrit')
  expect(at.has('out')).toBe(false)
})
