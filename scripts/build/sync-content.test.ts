import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseBuildEnvironment } from '../../src/content/build-environment.ts'
import { loadContentCopy, readBody } from '../../src/content/content-copy.ts'
import { syncOverlap } from '../../src/contracts/site-files/build-timestamp.ts'
import { minute } from '../../src/domain/duration.ts'
import type { PublicationCollection } from '../../src/domain/publication.ts'
import { listContentProblems } from './content-problems.ts'
import type { ContentSource, SourceDocument } from './content-source.ts'
import { syncContent } from './sync-content.ts'

const start = new Date('2026-11-01T00:00:00Z')
const image = { id: 'a-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 }

const author = {
  name: 'A. Writer',
  role: 'Writer',
  place: 'Dhaka',
  portrait: image,
  body: 'Bio.',
}
const article = {
  title: 'A title',
  dek: 'A dek',
  body: 'Open.\n\n<!-- more -->\n\nClosed.',
  category: 'food',
  tags: [],
  authors: ['a-writer'],
  image,
  status: 'published',
  publishedAt: start,
}

const event = {
  title: 'A ball',
  dek: 'A dek',
  startsAt: start,
  endsAt: new Date(start.getTime() + minute),
  place: 'A house, Dhaka',
  timeZone: 'Asia/Dhaka',
  accentColour: 'lac',
  image,
  programme: [],
  body: 'Text',
}

const issue = {
  subject: 'A subject',
  preheader: 'A preheader',
  date: '2026-11-29',
  lead: { slug: 'one' },
  stories: [{ slug: 'two' }, { slug: 'three' }, { slug: 'four' }],
  body: 'For everybody.\n\n<!-- more -->\n\nFor subscribers.',
}

/** An in-memory database with its own clock, which counts reads. */
class FakeSource {
  now = start
  reads = 0
  readonly documents = new Map<string, SourceDocument & { updatedAt: Date }>()

  put(path: string, fields: Record<string, unknown>) {
    const id = path.slice(path.indexOf('/') + 1)
    this.documents.set(path, {
      id,
      fields: { ...fields, updatedAt: this.now },
      updatedAt: this.now,
    })
  }

  async *source(collection: PublicationCollection, since: Date | null) {
    const documents = [...this.documents]
      .filter(([path]) => path.startsWith(`${collection}/`))
      .map(([, document]) => document)
      .filter(({ updatedAt }) => !since || updatedAt.getTime() >= since.getTime() - syncOverlap)
    this.reads += documents.length
    yield { documents: documents.slice(0, 1), readAt: this.now }
    yield { documents: documents.slice(1), readAt: this.now }
  }
}

let state: string
let database: FakeSource

async function sync(mode: 'incremental' | 'full' = 'incremental', project = 'demo') {
  const environment = parseBuildEnvironment({
    SITE_URL: 'http://localhost',
    FIREBASE_PROJECT_ID: project,
    FIREBASE_API_KEY: 'key',
    FIREBASE_SERVICE_ACCOUNT: '{}',
    SEALING_KEYS: `1:${Buffer.alloc(32).toString('base64url')}`,
    BUILD_STATE: state,
    CONTENT_SYNC: mode,
  })
  const source: ContentSource = (collection, since) => database.source(collection, since)
  return (await syncContent(environment, source)).report
}

const listBodyFiles = () => readdirSync(join(state, 'bodies'))
const listProblems = () => listContentProblems(loadContentCopy(state)!).join('\n')
const loadArticleOne = () => loadContentCopy(state)!.articles.get('one')!
const advanceClock = (minutes: number) => {
  database.now = new Date(database.now.getTime() + minutes * minute)
}

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'content-copy-'))
  database = new FakeSource()
  database.put('authors/a-writer', author)
  database.put('articles/one', article)
})
afterEach(() => rmSync(state, { recursive: true }))

describe('the sync', () => {
  it('stores published articles, with their bodies in two parts', async () => {
    await sync()
    expect(loadContentCopy(state)?.articles.get('one')).toMatchObject({
      title: 'A title',
      words: 2,
    })
    expect(readBody(state, loadArticleOne())).toEqual({
      freePreview: '<p>Open.</p>\n',
      rest: '<p>Closed.</p>',
    })
  })

  it('stores issues, with the part for subscribers apart', async () => {
    database.put('issues/2026-11-29', issue)
    await sync()
    expect(loadContentCopy(state)!.issues.get('2026-11-29')).toMatchObject({
      subject: 'A subject',
      html: '<p>For everybody.</p>\n',
      closedHtml: '<p>For subscribers.</p>',
    })
  })

  it('refuses an issue with pictures, or at an address of the site', async () => {
    const figure = '::figure{image="a-0123456789abcdef" alt="A" width="3" height="2"}'
    database.put('issues/2026-11-29', { ...issue, body: figure })
    database.put('issues/feed', issue)
    database.put(`issues/${'a'.repeat(81)}`, issue)
    await sync()
    const problems = listProblems()
    expect(problems).toContain('issues/2026-11-29 is left out: body: can’t have pictures')
    expect(problems).toContain('issues/feed is left out: (key): is reserved for the site itself')
    expect(problems).toContain('a is left out: (key): is longer than 80 characters')
    expect(loadContentCopy(state)!.issues.size).toBe(0)
  })

  it('stores no body in the metadata', async () => {
    await sync()
    expect(readFileSync(join(state, 'content-copy')).includes('Closed')).toBe(false)
  })

  it('reads only what changed since ten minutes before the last sync', async () => {
    advanceClock(60)
    await sync()
    advanceClock(60)
    database.reads = 0
    expect(await sync()).toEqual({ documentsRead: 0, changed: 0 })
    database.put('articles/two', { ...article, title: 'Another' })
    expect(await sync()).toEqual({ documentsRead: 1, changed: 1 })
    advanceClock(5)
    // Read again because of the overlap, and recognised.
    expect(await sync()).toEqual({ documentsRead: 1, changed: 0 })
    expect(database.reads).toBe(2)
  })

  it.each(['draft', 'withdrawn', 'scheduled'])('stores nothing of a %s article', async (status) => {
    database.put('articles/hidden', { ...article, status })
    await sync()
    expect(loadContentCopy(state)?.articles.has('hidden')).toBe(false)
    expect(listBodyFiles()).toEqual([loadArticleOne().bodyPlace.file])
  })

  it('removes a withdrawn article with its body', async () => {
    await sync()
    advanceClock(60)
    database.put('articles/one', { ...article, status: 'withdrawn' })
    expect(await sync()).toMatchObject({ changed: 1 })
    expect(loadContentCopy(state)?.articles.size).toBe(0)
    expect(listBodyFiles()).toEqual([])
  })

  it('erases withdrawn and replaced bodies from a file that others share', async () => {
    database.put('articles/two', { ...article, body: 'Open.\n\n<!-- more -->\n\nWithdrawn.' })
    database.put('articles/three', { ...article, body: 'Open.\n\n<!-- more -->\n\nMistaken.' })
    await sync()
    const { file } = loadArticleOne().bodyPlace
    const readShared = () => readFileSync(join(state, 'bodies', file), 'utf8')
    expect(readShared()).toContain('Withdrawn')
    expect(readShared()).toContain('Mistaken')
    advanceClock(60)
    database.put('articles/two', { ...article, status: 'withdrawn' })
    database.put('articles/three', { ...article, body: 'Open.\n\n<!-- more -->\n\nMended.' })
    await sync()
    expect(readShared()).not.toMatch(/Withdrawn|Mistaken/)
    expect(readBody(state, loadArticleOne()).rest).toBe('<p>Closed.</p>')
    expect(readBody(state, loadContentCopy(state)!.articles.get('three')!).rest).toBe(
      '<p>Mended.</p>',
    )
  })

  it('replaces only bodies that changed', async () => {
    await sync()
    const first = loadArticleOne().bodyPlace
    advanceClock(60)
    database.put('articles/one', { ...article, title: 'Another title' })
    await sync()
    expect(loadArticleOne().bodyPlace).toEqual(first)
    advanceClock(60)
    database.put('articles/one', { ...article, body: 'Open.\n\n<!-- more -->\n\nMended.' })
    await sync()
    expect(loadArticleOne().bodyPlace.file).not.toBe(first.file)
    expect(listBodyFiles()).toEqual([loadArticleOne().bodyPlace.file])
    expect(readBody(state, loadArticleOne()).rest).toBe('<p>Mended.</p>')
  })

  it('saves recent changes in their own file', async () => {
    await sync()
    const whole = readFileSync(join(state, 'content-copy'))
    for (const title of ['Second', 'Third']) {
      advanceClock(60)
      database.put('articles/one', { ...article, title })
      database.put(`articles/${title.toLowerCase()}`, { ...article, title })
      expect(await sync()).toMatchObject({ changed: 2 })
    }
    expect(readFileSync(join(state, 'content-copy')).equals(whole)).toBe(true)
    const titles = [...loadContentCopy(state)!.articles].map(([slug, { title }]) => [slug, title])
    expect(titles).toEqual([
      ['one', 'Third'],
      ['second', 'Second'],
      ['third', 'Third'],
    ])
    expect(loadContentCopy(state)?.syncedAt).toEqual(database.now)
  })

  it('leaves no trace of a withdrawn article, even a recent one', async () => {
    await sync()
    advanceClock(60)
    database.put('articles/two', { ...article, title: 'A name that must go' })
    await sync()
    advanceClock(60)
    database.put('articles/two', { ...article, status: 'withdrawn' })
    await sync()
    const kept = readdirSync(state).filter((name) => name.startsWith('content-copy'))
    expect(kept).toEqual(['content-copy'])
    expect(readFileSync(join(state, 'content-copy')).includes('must go')).toBe(false)
  })

  it('reads again what an interrupted save lost', async () => {
    await sync()
    advanceClock(60)
    database.put('articles/one', { ...article, body: 'Open.\n\n<!-- more -->\n\nMended.' })
    await sync()
    rmSync(join(state, 'content-copy.recent'))
    expect(await sync()).toMatchObject({ changed: 1 })
    expect(readBody(state, loadArticleOne()).rest).toBe('<p>Mended.</p>')
  })

  it('never uses the content copy of another project', async () => {
    await sync()
    advanceClock(60)
    database = new FakeSource()
    database.now = new Date(start.getTime() + 60 * minute)
    database.put('authors/a-writer', author)
    database.put('articles/other', article)
    advanceClock(60)
    await sync('incremental', 'another')
    expect([...loadContentCopy(state)!.articles.keys()]).toEqual(['other'])
  })

  it('finds a document deleted by hand in a full sync', async () => {
    await sync()
    advanceClock(60)
    database.documents.delete('articles/one')
    expect(await sync()).toMatchObject({ changed: 0 })
    expect(await sync('full')).toMatchObject({ changed: 1 })
    expect(loadContentCopy(state)?.articles.size).toBe(0)
  })

  it('renders everything again in a full sync', async () => {
    await sync()
    const whole = readBody(state, loadArticleOne())
    const path = join(state, 'bodies', loadArticleOne().bodyPlace.file)
    writeFileSync(path, readFileSync(path, 'utf8').replace('Open', 'Oxen'))
    advanceClock(60)
    await sync()
    expect(readBody(state, loadArticleOne()).freePreview).toBe('<p>Oxen.</p>\n')
    expect(await sync('full')).toMatchObject({ documentsRead: 2, changed: 0 })
    expect(readBody(state, loadArticleOne())).toEqual(whole)
    expect(listBodyFiles()).toEqual([loadArticleOne().bodyPlace.file])
  })

  it('leaves out every invalid document, and says why until it is mended', async () => {
    await sync()
    advanceClock(60)
    database.put('articles/one', { ...article, title: '', category: 'gossip' })
    database.put('articles/Two', article)
    database.put('articles/three', { ...article, body: '::map{}' })
    database.put('articles/latest', article)
    database.put('articles/all-open', { ...article, body: 'Short.\n\n- and a list' })
    database.put('pages/one', { title: 'A page', dek: 'A dek', body: 'Text', revisedAt: start })
    database.put('pages/four', { title: 'A page', dek: 'A dek', body: 'Text', revisedAt: start })
    database.put('articles/four', article)
    database.put('articles/draft', { ...article, title: '', status: 'draft' })
    database.put('authors/a-writer', { ...author, name: 7 })
    await sync()
    const expected = [
      'articles/one is left out: title:',
      'articles/Two is left out: (key):',
      'articles/three is left out: body: line 1: unknown directive ::map',
      'articles/latest is left out: (key): is reserved for the site itself',
      'articles/all-open is left out: body: has no text behind its free preview',
      'pages/four is left out: articles/four has the same address',
      'authors/a-writer is left out: name:',
      'articles/four is shown without author "a-writer"',
    ]
    for (const problem of expected) expect(listProblems()).toContain(problem)
    expect(listProblems()).not.toContain('draft')
    expect([...loadContentCopy(state)!.articles.keys()]).toEqual(['four'])
    // They are remembered although nothing has changed since.
    advanceClock(60)
    await sync()
    for (const problem of expected) expect(listProblems()).toContain(problem)

    database.put('articles/one', { ...article, title: 'Mended' })
    database.put('authors/a-writer', author)
    for (const path of ['articles/Two', 'articles/three', 'articles/latest', 'articles/all-open'])
      database.put(path, { ...article, status: 'withdrawn' })
    for (const path of ['pages/one', 'pages/four']) database.documents.delete(path)
    await sync('full')
    expect(listProblems()).toBe('')
    expect(loadArticleOne().title).toBe('Mended')
  })

  it('shows a story without a category, tag or author that doesn’t exist', async () => {
    const named = { category: 'gossip', tags: ['atlantis'], authors: ['a-writer', 'nobody'] }
    database.put('articles/two', { ...article, ...named })
    await sync()
    expect([...loadContentCopy(state)!.articles.keys()]).toContain('two')
    expect(listProblems().split('\n')).toEqual([
      'articles/two is shown without category "gossip", which doesn’t exist',
      'articles/two is shown without tag "atlantis", which doesn’t exist',
      'articles/two is shown without author "nobody", which doesn’t exist',
    ])
    advanceClock(1)
    database.put('articles/two', { ...article, ...named, status: 'withdrawn' })
    await sync()
    expect([...loadContentCopy(state)!.articles.keys()]).not.toContain('two')
    expect(listProblems()).toBe('')
  })
})

describe('a redirect', () => {
  const keyOf = (from: string) => hash('sha256', from).slice(0, 32)
  const redirect = (from: string, to: string | null, key = keyOf(from)) =>
    database.put(`redirects/${key}`, { from, to })
  const rename = (from: string, to: string) => {
    database.put(`articles/${to}`, article)
    database.documents.delete(`articles/${from}`)
    redirect(`/${from}`, `/${to}`)
  }
  const slugs = () => [...loadContentCopy(state)!.articles.keys()]
  const redirectPairs = () =>
    [...loadContentCopy(state)!.redirects.values()].map(({ from, to }) => [from, to])

  it('removes a renamed article from its old address', async () => {
    await sync()
    advanceClock(60)
    rename('one', 'two')
    expect(await sync()).toMatchObject({ changed: 3 })
    expect(slugs()).toEqual(['two'])
    expect(redirectPairs()).toEqual([['/one', '/two']])
    expect(listBodyFiles()).toHaveLength(1)
    advanceClock(5)
    expect(await sync()).toMatchObject({ changed: 0 })
    expect(await sync('full')).toMatchObject({ changed: 0 })
    expect(slugs()).toEqual(['two'])
  })

  it('ends when an article uses the address again', async () => {
    await sync()
    advanceClock(60)
    rename('one', 'two')
    await sync()
    advanceClock(1)
    rename('two', 'one')
    redirect('/one', null)
    for (const mode of ['incremental', 'incremental', 'full'] as const) {
      await sync(mode)
      expect(slugs()).toEqual(['one'])
      expect(redirectPairs()).toEqual([['/two', '/one']])
      advanceClock(4)
    }
  })

  it('keeps an article published at its address later', async () => {
    redirect('/one', '/two')
    advanceClock(1)
    database.put('articles/one', article)
    for (const minutes of [0, 5, 60]) {
      advanceClock(minutes)
      await sync()
      expect(slugs()).toEqual(['one'])
    }
    // The redirect was written again since; a full read finds the article.
    redirect('/one', '/three')
    await sync('full')
    expect(slugs()).toEqual(['one'])
  })

  it('moves pages and events too, and has no effect if it ended before the sync', async () => {
    database.put('pages/about', { title: 'A', dek: 'A', body: 'Text', revisedAt: start })
    database.put('events/ball', event)
    database.put('events/about', event)
    redirect('/nowhere', null)
    await sync()
    advanceClock(60)
    database.documents.delete('pages/about')
    redirect('/about', '/latest')
    database.documents.delete('events/ball')
    database.put('events/dance', event)
    redirect('/events/ball', '/events/dance')
    expect(await sync()).toMatchObject({ changed: 5 })
    expect(loadContentCopy(state)!.pages.size).toBe(0)
    expect([...loadContentCopy(state)!.events.keys()]).toEqual(['about', 'dance'])
    expect(redirectPairs()).toEqual([
      ['/about', '/latest'],
      ['/events/ball', '/events/dance'],
    ])
  })

  it('is left out with another site, an invalid path or the wrong key', async () => {
    redirect('/a', '//elsewhere.example')
    redirect('/B/', '/c')
    redirect('/d', '/e', keyOf('/f'))
    await sync()
    expect(redirectPairs()).toEqual([])
    const places = [
      `${keyOf('/a')}.*: to: `,
      `${keyOf('/B/')}.*: from: `,
      `${keyOf('/f')}.*: from: must`,
    ]
    for (const place of places) expect(listProblems()).toMatch(new RegExp(place))
  })
})
