import { beforeEach, describe, expect, it } from 'vitest'
import { hour, second } from '../../src/domain/duration.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { DocumentsHarness, openDesk, textFields } from './testing/documents-harness.ts'

type Item = {
  slug: string
  title: string
  state: string
  updatedAt: string
  needsAlt: boolean
  draft: { revision: number; editing: { uid: string } | null } | null
}

let harness: DocumentsHarness
let editor: Browser
beforeEach(async () => {
  harness = await new DocumentsHarness().prepare()
  editor = await harness.addStaff('eva', 'editor')
})

async function readPage(query: object, browser = editor) {
  const text = new URLSearchParams({ ...query })
  const response = await browser.send('GET', `/api/desk/documents?${text}`)
  expect(response.status).toBe(200)
  return (await response.json()) as { documents: Item[]; next: string | null }
}

async function readAll(query: object = {}, browser = editor) {
  const items: Item[] = []
  let pages = 0
  let after: string | null = null
  do {
    const page = await readPage({ ...query, ...(after ? { after } : {}) }, browser)
    items.push(...page.documents)
    after = page.next
    if (after) expect(after.length).toBeLessThan(400)
    pages++
  } while (after !== null && pages < 50)
  expect(after).toBeNull()
  return items
}

const listSlugs = (items: readonly Item[]) => items.map(({ slug }) => slug)

describe('a list', () => {
  it('contains each document and draft once, latest change first, across several pages', async () => {
    const at = new Date(harness.now)
    // Like an import, stores many documents with the same time.
    for (let index = 0; index < 120; index++)
      await harness.storeStory(`story-${index}`, { updatedAt: at })
    for (let index = 120; index < 130; index++) {
      harness.advance(second)
      await harness.storeStory(`story-${index}`)
    }
    harness.advance(second)
    for (const index of [3, 60, 125]) {
      const story = openDesk(editor, `story-${index}`)
      const { stored } = await story.read()
      await story.save({ base: stored!.version })
    }
    for (let index = 0; index < 60; index++) {
      harness.advance(second)
      await openDesk(editor, `draft-${index}`).save()
    }
    // The document changes after its draft.
    harness.advance(second)
    await harness.merge('articles/story-60', { updatedAt: harness.now })
    const all = await readAll()
    expect(listSlugs(all).toSorted()).toEqual(
      [
        ...Array.from({ length: 130 }, (_, index) => `story-${index}`),
        ...Array.from({ length: 60 }, (_, index) => `draft-${index}`),
      ].toSorted(),
    )
    const times = all.map(({ updatedAt }) => updatedAt)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(all[0]).toMatchObject({ slug: 'story-60', state: 'published', draft: { revision: 1 } })
    expect(all[1]).toMatchObject({ slug: 'draft-59', state: 'draft' })
  })

  it('reads only one page of documents, however many there are', async () => {
    for (let index = 0; index < 200; index++) await harness.storeStory(`story-${index}`)
    const { reads } = harness.meter.total
    expect((await readPage({})).documents.length).toBe(50)
    expect(harness.meter.total.reads - reads).toBeLessThan(120)
  })

  it('contains drafts stored by an earlier version, which the first save moves', async () => {
    await harness.storeStory('old', { status: 'draft', importedFrom: 'old:1' })
    const listed = [{ slug: 'old', state: 'draft', draft: { revision: 0 } }]
    expect(await readAll()).toMatchObject(listed)
    expect(await readAll({ state: 'draft' })).toMatchObject(listed)
    const old = openDesk(editor, 'old')
    const { stored, draft } = await old.read()
    expect([stored, draft]).toMatchObject([null, { revision: 0, fields: { title: 'On old' } }])
    expect((await old.save()).status).toBe(200)
    expect(await harness.readFields('articles/old')).toBeUndefined()
    expect(await readAll({ state: 'draft' })).toMatchObject([
      { slug: 'old', draft: { revision: 1 } },
    ])
    expect((await old.post('publish', { revision: 1 })).status).toBe(200)
    expect(await harness.readFields('articles/old')).toMatchObject({
      importedFrom: 'old:1',
      status: 'published',
    })
  })

  it('shows who else is writing', async () => {
    const other = await harness.addStaff('ola', 'editor')
    await openDesk(other).save()
    expect(await readAll()).toMatchObject([{ draft: { editing: { uid: 'ola' } } }])
    expect(await readAll({}, other)).toMatchObject([{ draft: { editing: null } }])
    harness.advance(hour)
    expect(await readAll()).toMatchObject([{ draft: { editing: null } }])
  })

  it.each<[object, string[]]>([
    [{ category: 'music' }, ['of-music']],
    [{ author: 'nila-roy' }, ['by-nila', 'draft-by-nila']],
    [{ tag: 'rivers' }, ['of-rivers']],
    [{ author: 'nila-roy', category: 'music' }, []],
    [{ author: 'nila-roy', state: 'draft' }, ['draft-by-nila']],
    [{ needs: 'alt' }, ['needs-alt', 'needs-alt-in-text']],
    [{ state: 'deleted' }, ['in-the-bin']],
    [{ collection: 'authors' }, ['mira-bai', 'new-author']],
    [{ collection: 'authors', state: 'published' }, ['mira-bai']],
    [{ search: 'a title' }, ['of-music']],
    [{ search: 'of ri' }, ['of-rivers']],
    [{ search: 'of-music' }, ['of-music']],
    [{ search: 'ink nila' }, ['draft-by-nila']],
    [{ search: 'two title' }, ['of-music']],
    [{ picture: 'nothing-ffffffffffffffff' }, []],
    [{ search: '…' }, []],
  ])('filtered by %j contains %j', async (query, expected) => {
    const picture = textFields.image
    await harness.storeStory('of-music', { category: 'music', title: 'A title of two' })
    await harness.storeStory('by-nila', { authors: ['mira-bai', 'nila-roy'] })
    await harness.storeStory('of-rivers', { tags: ['rivers'] })
    await harness.storeStory('needs-alt', { image: { ...picture, altNeeded: true } })
    await harness.storeStory('needs-alt-in-text', {
      body: `::figure{image="${picture.id}" alt="" width="3" height="2" altNeeded="true"}`,
    })
    const fields = { ...textFields, authors: ['nila-roy'], title: 'Ink' }
    await openDesk(editor, 'draft-by-nila').save({ fields })
    const binned = openDesk(editor, 'in-the-bin')
    await binned.save()
    await binned.remove()
    await openDesk(editor, 'new-author', 'authors').save({ fields: { name: 'New' } })
    expect(listSlugs(await readAll(query)).toSorted()).toEqual(expected)
  })

  it('shows no more authors than a story can have', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `author-${index}`)
    const fields = { ...textFields, authors: ['../users/eva', '', ...names] }
    await openDesk(editor).save({ fields })
    const listed = await editor.send('GET', '/api/desk/documents')
    expect(await listed.json()).toMatchObject({ documents: [{ authors: names.slice(0, 12) }] })
  })

  it.each([
    { collection: 'users' },
    { state: 'hidden' },
    { search: 'x'.repeat(101) },
    { other: '1' },
  ])('refuses the query %j', async (query) => {
    const text = new URLSearchParams(query as unknown as Record<string, string>)
    await expectRefusal(editor.send('GET', `/api/desk/documents?${text}`), 400, 'bad_request')
  })
})
