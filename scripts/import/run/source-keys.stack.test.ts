/** Imports sources whose posts have the same ids, addresses and authors, one after the other. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import { createProjectId, openTestDesk, readPublication } from '../testing/empty-project.ts'
import { buildPost, createImportHarness, generateWords } from '../testing/import-harness.ts'
import { upsertDocuments } from './upsert-documents.ts'

type Publication = Record<string, Record<string, unknown>>
const read = async (desk: Desk) => (await readPublication(desk)) as Publication

const buildItem = (
  id: number,
  slug: string,
  title: string,
  type = 'post',
) => `<item><title>${title}</title><link>http://site.example/2014/05/${slug}/</link>
  <dc:creator>meher</dc:creator><content:encoded><![CDATA[${title} ${generateWords(120)}]]></content:encoded>
  <category domain="category" nicename="river">River</category>
  <wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2014-05-0${id} 08:30:00</wp:post_date_gmt>
  <wp:post_name>${slug}</wp:post_name><wp:status>publish</wp:status><wp:post_type>${type}</wp:post_type></item>`

const buildExport = (site: string, items: readonly string[]) => `<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.1/"><channel>
<link>${site}</link><wp:wxr_version>1.1</wp:wxr_version><wp:base_site_url>http://network.example</wp:base_site_url>
<wp:base_blog_url>${site}</wp:base_blog_url>${items.join('\n')}</channel></rss>`

describe('two WordPress sites with the same ids', () => {
  const folder = createImportHarness()
  let desk: Desk
  const importFile = (wordpress: string, base: string, answers = '') =>
    folder.importFolder(desk, base, { wordpress, answers })

  beforeAll(async () => {
    desk = await openTestDesk(createProjectId())
    folder.write({
      'ferry.xml': buildExport('http://network.example/ferry', [
        buildItem(1, 'water', 'Water'),
        buildItem(2, 'mud', 'Mud'),
        buildItem(3, 'about', 'About the ferry', 'page'),
      ]),
      'ice.xml': buildExport('https://network.example/ice/', [
        buildItem(1, 'saws', 'Saws'),
        buildItem(2, 'mud', 'Frozen mud'),
        buildItem(3, 'about', 'About ice', 'page'),
      ]),
    })
  })

  it('are both complete, and the second asks about addresses of the first', async () => {
    await importFile('ferry.xml', 'ferry')
    const ferry = await read(desk)
    expect(ferry['articles/water']).toMatchObject({
      title: 'Water',
      importedFrom: 'wordpress:network.example/ferry#1',
    })
    const { report, rows, questions } = await importFile('ice.xml', 'ice', 'otherAddresses: new')
    expect(questions).toEqual([])
    expect(report.totals()).toMatchObject({ imported: 3, updated: 0, preserved: 0, skipped: 0 })
    expect(rows['wordpress:2']).toMatchObject({ path: 'articles/mud-2014' })
    expect(rows['wordpress:3']).toMatchObject({ path: 'pages/about-ice' })
    const both = await read(desk)
    expect(both).toMatchObject(ferry)
    expect(both['articles/mud-2014']).toMatchObject({
      title: 'Frozen mud',
      importedFrom: 'wordpress:network.example/ice#2',
    })
  })

  it('change nothing the second time, and need no answer again', async () => {
    const before = await read(desk)
    for (const site of ['ferry', 'ice']) {
      const again = await importFile(`${site}.xml`, `${site}-again`)
      expect(again.questions).toEqual([])
      expect(again.report.totals()).toMatchObject({ imported: 0, updated: 0, preserved: 0 })
    }
    expect(await read(desk)).toEqual(before)
  })
})

describe('documents of an earlier version', () => {
  const folder = createImportHarness()
  let desk: Desk
  const site = 'https://ferry.example'
  const importFile = (base: string, answers = '') =>
    folder.importFolder(desk, base, { wordpress: 'ferry.xml', answers })

  /** Replaces fields, as an earlier version or the desk had written them. */
  async function rewrite(path: string, fields: Fields) {
    await desk.firestore.commit([{ set: path, fields, merge: true }])
  }

  beforeEach(async () => {
    desk = await openTestDesk(createProjectId())
    folder.write({
      'ferry.xml': buildExport(site, [buildItem(1, 'water', 'Water'), buildItem(2, 'mud', 'Mud')]),
    })
    await importFile('first')
    await rewrite('articles/water', { importedFrom: 'wordpress:1' })
    await rewrite('articles/mud', { importedFrom: 'wordpress:2' })
    await rewrite('authors/meher', { importedFrom: 'wordpress:author:meher' })
  })

  it('get the key of the site if the date or the old address agrees', async () => {
    await rewrite('articles/water', { title: 'Edited with the desk' })
    const { report, rows } = await importFile('second')
    expect(report.totals()).toMatchObject({ imported: 0, skipped: 0 })
    expect(rows['wordpress:1']).toMatchObject({
      importOutcome: 'preserved',
      notes: expect.arrayContaining([expect.stringContaining('edited with the desk')]),
    })
    const stored = await read(desk)
    expect(stored['articles/water']).toMatchObject({
      title: 'Edited with the desk',
      importedFrom: 'wordpress:ferry.example#1',
    })
    expect(stored['articles/mud']).toMatchObject({ importedFrom: 'wordpress:ferry.example#2' })
    const again = await importFile('third')
    expect(again.report.totals()).toMatchObject({ imported: 0, updated: 0 })
    expect(await read(desk)).toEqual(stored)
  })

  it('are asked about if neither agrees, and stay as they are', async () => {
    const before = await read(desk)
    const other = buildExport('https://ice.example', [
      buildItem(2, 'saws', 'Saws').replace('2014-05-02', '2020-01-01'),
    ])
    folder.write({ 'ferry.xml': other })
    const { rows, questions } = await importFile('other')
    expect(questions).toMatchObject([{ slug: 'mud', importedFrom: 'wordpress:2' }])
    expect(rows['wordpress:2']).toMatchObject({ path: 'articles/saws' })
    expect(await read(desk)).toMatchObject(before)
  })
})

describe('an address that the desk uses', () => {
  const folder = createImportHarness()

  it('stays the desk’s, whatever the answer', async () => {
    const desk = await openTestDesk(createProjectId())
    folder.write({
      'ferry.xml': buildExport('https://a.example', [buildItem(1, 'water', 'Water')]),
    })
    const importFile = (base: string, answers = '') =>
      folder.importFolder(desk, base, { wordpress: 'ferry.xml', answers })
    await importFile('first')
    const { importedFrom: _, ...fields } = (await desk.firestore.get('articles/water')).ok
      ? (await read(desk))['articles/water']!
      : {}
    await desk.firestore.commit([
      { set: 'articles/water', fields: { ...fields, title: 'Ours' }, serverTimes: ['updatedAt'] },
    ])
    const outcomes = []
    for (const answer of ['skip', 'same', 'new']) {
      const { rows } = await importFile(answer, `otherAddresses: ${answer}`)
      const { importOutcome, path } = rows['wordpress:1']!
      outcomes.push([importOutcome, path])
      expect((await read(desk))['articles/water']).toMatchObject({ title: 'Ours' })
    }
    expect(outcomes).toEqual([
      ['skipped', null],
      ['preserved', 'articles/water'],
      // Its document is known by now.
      ['preserved', 'articles/water'],
    ])
  })
})

describe('a document that another import stores meanwhile', () => {
  const folder = createImportHarness()

  it('stays, and the post waits for the next run', async () => {
    const desk = await openTestDesk(createProjectId())
    folder.write({
      'ferry.xml': buildExport('https://a.example', [buildItem(1, 'water', 'Water')]),
    })
    await folder.importFolder(desk, 'first', { wordpress: 'ferry.xml' })
    const before = await read(desk)
    const other = {
      collection: 'articles' as const,
      slug: 'water',
      fields: { ...before['articles/water']!, importedFrom: 'wordpress:b.example#1', title: 'B' },
      isNew: true,
      relatedWrites: [],
      missingImageCount: 0,
    }
    const upserted = await upsertDocuments(desk, [other], { overwrite: true, dryRun: false })
    expect(upserted).toMatchObject({
      ok: true,
      value: { results: [{ importOutcome: 'skipped', status: null }], committedAt: null },
    })
    expect(await read(desk)).toEqual(before)
  })
})

describe('a folder', () => {
  const [old, moved, other] = [createImportHarness(), createImportHarness(), createImportHarness()]

  it('is the same source after a move, and another with another identity', async () => {
    const desk = await openTestDesk(createProjectId())
    const cat = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const files = {
      'cat.png': cat,
      'a.md': buildPost('One', '2020-01-01', `${generateWords(90)}\n\n![A cat](cat.png)\n\nMore.`),
    }
    old.write(files)
    moved.write(files)
    other.write({ ...files, 'a.md': files['a.md'].replace('title: One', 'title: Another') })
    await old.importFolder(desk, 'old')
    rmSync(join(old.root, 'a.md'))
    const before = await read(desk)
    const again = await moved.importFolder(desk, 'moved')
    expect(again.questions).toEqual([])
    expect(again.report.totals()).toMatchObject({ imported: 0, updated: 0, preserved: 0 })
    expect(await read(desk)).toEqual(before)

    const answers = 'otherAddresses: new'
    const second = await other.importFolder(desk, 'other', { source: 'site-two', answers })
    expect(second.report.totals()).toMatchObject({ imported: 1, updated: 0 })
    expect(second.rows['markdown:a.md']).toMatchObject({ path: 'articles/a-2020' })
    expect(await read(desk)).toMatchObject(before)
  })
})
