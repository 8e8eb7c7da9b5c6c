import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOverlap } from '../contracts/built.ts'
import type { PublicationCollection } from '../domain/publication.ts'
import { parseBuildEnvironment } from './environment.ts'
import { loadMirror, readBody } from './mirror.ts'
import type { ContentSource, SourceDocument } from './source.ts'
import { syncMirror } from './sync.ts'

const start = new Date('2026-11-01T00:00:00Z')
const minute = 60_000
const picture = { id: 'a-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 }

const author = {
  name: 'A. Writer',
  role: 'Writer',
  place: 'Dhaka',
  portrait: picture,
  body: 'Bio.',
}
const article = {
  title: 'A title',
  dek: 'A dek',
  body: 'Open.\n\n<!-- more -->\n\nClosed.',
  category: 'food',
  tags: [],
  authors: ['a-writer'],
  image: picture,
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
  dye: 'lac',
  image: picture,
  programme: [],
  body: 'Text',
}

/** A database in memory with a clock of its own, which counts what is read from it. */
class Database {
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
      .filter(({ updatedAt }) => !since || updatedAt.getTime() >= since.getTime() - readOverlap)
    this.reads += documents.length
    // In two portions, as a long collection comes.
    yield { documents: documents.slice(0, 1), readAt: this.now }
    yield { documents: documents.slice(1), readAt: this.now }
  }
}

let state: string
let database: Database

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
  return (await syncMirror(environment, source)).report
}

const bodyFiles = () => readdirSync(join(state, 'bodies'))
const articleOne = () => loadMirror(state)!.articles.get('one')!
const pass = (minutes: number) => {
  database.now = new Date(database.now.getTime() + minutes * minute)
}

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'mirror-'))
  database = new Database()
  database.put('authors/a-writer', author)
  database.put('articles/one', article)
})
afterEach(() => rmSync(state, { recursive: true }))

describe('the sync', () => {
  it('takes what is published, and its body in two parts', async () => {
    await sync()
    expect(loadMirror(state)?.articles.get('one')).toMatchObject({ title: 'A title', words: 2 })
    expect(readBody(state, articleOne())).toEqual({
      leadIn: '<p>Open.</p>\n',
      rest: '<p>Closed.</p>',
    })
  })

  it('keeps no body in the metadata', async () => {
    await sync()
    expect(readFileSync(join(state, 'mirror')).includes('Closed')).toBe(false)
  })

  it('reads only what changed since the last time, less ten minutes', async () => {
    pass(60)
    await sync()
    pass(60)
    database.reads = 0
    expect(await sync()).toEqual({ documentsRead: 0, changed: 0 })
    database.put('articles/two', { ...article, title: 'Another' })
    expect(await sync()).toEqual({ documentsRead: 1, changed: 1 })
    pass(5)
    // Read once more because of the overlap, and recognised.
    expect(await sync()).toEqual({ documentsRead: 1, changed: 0 })
    expect(database.reads).toBe(2)
  })

  it.each(['draft', 'withdrawn', 'scheduled'])('holds nothing of a %s article', async (status) => {
    database.put('articles/hidden', { ...article, status })
    await sync()
    expect(loadMirror(state)?.articles.has('hidden')).toBe(false)
    expect(bodyFiles()).toEqual([articleOne().bodyFile])
  })

  it('drops an article that is withdrawn, body and all', async () => {
    await sync()
    pass(60)
    database.put('articles/one', { ...article, status: 'withdrawn' })
    expect(await sync()).toMatchObject({ changed: 1 })
    expect(loadMirror(state)?.articles.size).toBe(0)
    expect(bodyFiles()).toEqual([])
  })

  it('leaves a body alone that did not change, and replaces one that did', async () => {
    await sync()
    const first = articleOne().bodyFile
    pass(60)
    database.put('articles/one', { ...article, title: 'Another title' })
    await sync()
    expect(articleOne().bodyFile).toBe(first)
    pass(60)
    database.put('articles/one', { ...article, body: 'Open.\n\n<!-- more -->\n\nMended.' })
    await sync()
    expect(articleOne().bodyFile).not.toBe(first)
    expect(bodyFiles()).toEqual([articleOne().bodyFile])
    expect(readBody(state, articleOne()).rest).toBe('<p>Mended.</p>')
  })

  it('saves what changed beside the rest, as often as it comes', async () => {
    await sync()
    const whole = readFileSync(join(state, 'mirror'))
    for (const title of ['Second', 'Third']) {
      pass(60)
      database.put('articles/one', { ...article, title })
      database.put(`articles/${title.toLowerCase()}`, { ...article, title })
      expect(await sync()).toMatchObject({ changed: 2 })
    }
    expect(readFileSync(join(state, 'mirror')).equals(whole)).toBe(true)
    const titles = [...loadMirror(state)!.articles].map(([slug, { title }]) => [slug, title])
    expect(titles).toEqual([
      ['one', 'Third'],
      ['second', 'Second'],
      ['third', 'Third'],
    ])
    expect(loadMirror(state)?.syncedAt).toEqual(database.now)
  })

  it('leaves no trace of what is withdrawn, however lately it came', async () => {
    await sync()
    pass(60)
    database.put('articles/two', { ...article, title: 'A name that must go' })
    await sync()
    pass(60)
    database.put('articles/two', { ...article, status: 'withdrawn' })
    await sync()
    const kept = readdirSync(state).filter((name) => name.startsWith('mirror'))
    expect(kept).toEqual(['mirror'])
    expect(readFileSync(join(state, 'mirror')).includes('must go')).toBe(false)
  })

  it('reads again what was lost when saving the whole was stopped half-way', async () => {
    await sync()
    pass(60)
    database.put('articles/one', { ...article, body: 'Open.\n\n<!-- more -->\n\nMended.' })
    await sync()
    rmSync(join(state, 'mirror.recent'))
    expect(await sync()).toMatchObject({ changed: 1 })
    expect(readBody(state, articleOne()).rest).toBe('<p>Mended.</p>')
  })

  it('never takes what is of another project for its own', async () => {
    await sync()
    pass(60)
    database = new Database()
    database.now = new Date(start.getTime() + 60 * minute)
    database.put('authors/a-writer', author)
    database.put('articles/other', article)
    pass(60)
    await sync('incremental', 'another')
    expect([...loadMirror(state)!.articles.keys()]).toEqual(['other'])
  })

  it('finds a document deleted by hand when it reconciles in full', async () => {
    await sync()
    pass(60)
    database.documents.delete('articles/one')
    expect(await sync()).toMatchObject({ changed: 0 })
    expect(await sync('full')).toMatchObject({ changed: 1 })
    expect(loadMirror(state)?.articles.size).toBe(0)
  })

  it('renders everything again when it reconciles in full', async () => {
    await sync()
    const path = join(state, 'bodies', articleOne().bodyFile)
    const whole = readFileSync(path, 'utf8')
    writeFileSync(path, JSON.stringify({ leadIn: '<p>Damaged.</p>', rest: '' }))
    pass(60)
    await sync()
    expect(readBody(state, articleOne()).leadIn).toBe('<p>Damaged.</p>')
    expect(await sync('full')).toMatchObject({ documentsRead: 2, changed: 0 })
    expect(readFileSync(path, 'utf8')).toBe(whole)
  })

  it('names every broken document with field and reason, and changes nothing', async () => {
    await sync()
    pass(60)
    database.put('articles/one', { ...article, title: 'Changed', category: 'gossip', dek: '' })
    database.put('articles/Two', article)
    database.put('articles/three', { ...article, body: '::map{}' })
    database.put('articles/latest', article)
    database.put('articles/all-open', { ...article, body: 'Short.\n\n- and a list' })
    database.put('pages/one', { title: 'A page', dek: 'A dek', body: 'Text', revisedAt: start })
    database.put('articles/four', { ...article, authors: ['nobody'] })
    database.put('authors/a-writer', { ...author, name: 7 })
    const message = await sync().then(
      () => '',
      (error: Error) => error.message,
    )
    expect(message).toContain('articles/one: category:')
    expect(message).toContain('articles/one: dek:')
    expect(message).toContain('articles/Two: (key):')
    expect(message).toContain('articles/three: body: line 1: there is no directive ::map')
    expect(message).toContain('articles/latest: (key): is an address of the site itself')
    expect(message).toContain('articles/all-open: body: has nothing behind its lead-in')
    expect(message).toContain('pages/one: (key): articles/one has the same address')
    expect(message).toContain('articles/four: authors: there is no author "nobody"')
    expect(message).toContain('authors/a-writer: name:')
    expect(loadMirror(state)?.articles.get('one')?.title).toBe('A title')
    expect(readBody(state, articleOne()).rest).toBe('<p>Closed.</p>')

    database.put('articles/one', { ...article, title: 'Mended' })
    const broken = ['articles/Two', 'articles/three', 'articles/four', 'articles/latest']
    for (const path of [...broken, 'articles/all-open', 'pages/one']) {
      database.documents.delete(path)
    }
    database.put('authors/a-writer', author)
    await sync()
    expect(articleOne().title).toBe('Mended')
    expect(bodyFiles()).toEqual([articleOne().bodyFile])
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
  const slugs = () => [...loadMirror(state)!.articles.keys()]
  const moves = () => [...loadMirror(state)!.redirects.values()].map(({ from, to }) => [from, to])

  it('takes a renamed article from its old address, which a read of changes does not see', async () => {
    await sync()
    pass(60)
    rename('one', 'two')
    expect(await sync()).toMatchObject({ changed: 3 })
    expect(slugs()).toEqual(['two'])
    expect(moves()).toEqual([['/one', '/two']])
    expect(bodyFiles()).toHaveLength(1)
    pass(5)
    expect(await sync()).toMatchObject({ changed: 0 })
    expect(await sync('full')).toMatchObject({ changed: 0 })
    expect(slugs()).toEqual(['two'])
  })

  it('does not outlive its end, and the article that took the address back stays', async () => {
    await sync()
    pass(60)
    rename('one', 'two')
    await sync()
    pass(1)
    rename('two', 'one')
    redirect('/one', null)
    for (const mode of ['incremental', 'incremental', 'full'] as const) {
      await sync(mode)
      expect(slugs()).toEqual(['one'])
      expect(moves()).toEqual([['/two', '/one']])
      pass(4)
    }
  })

  it('leaves an article alone that was written there after it, ended or not', async () => {
    redirect('/one', '/two')
    pass(1)
    database.put('articles/one', article)
    for (const minutes of [0, 5, 60]) {
      pass(minutes)
      await sync()
      expect(slugs()).toEqual(['one'])
    }
    // Somebody has touched the redirect since: a full read sees that the article is there.
    redirect('/one', '/three')
    await sync('full')
    expect(slugs()).toEqual(['one'])
  })

  it('of a page or an event moves it as well, and one that is ended before it was seen does nothing', async () => {
    database.put('pages/about', { title: 'A', dek: 'A', body: 'Text', revisedAt: start })
    database.put('events/ball', event)
    database.put('events/about', event)
    redirect('/nowhere', null)
    await sync()
    pass(60)
    database.documents.delete('pages/about')
    redirect('/about', '/latest')
    database.documents.delete('events/ball')
    database.put('events/dance', event)
    redirect('/events/ball', '/events/dance')
    expect(await sync()).toMatchObject({ changed: 5 })
    expect(loadMirror(state)!.pages.size).toBe(0)
    expect([...loadMirror(state)!.events.keys()]).toEqual(['about', 'dance'])
    expect(moves()).toEqual([
      ['/about', '/latest'],
      ['/events/ball', '/events/dance'],
    ])
  })

  it('is refused where it leads away, is not in its normal form or lies under another key', async () => {
    redirect('/a', '//elsewhere.example')
    redirect('/B/', '/c')
    redirect('/d', '/e', keyOf('/f'))
    await expect(sync()).rejects.toThrow(
      new RegExp(
        `${keyOf('/a')}: to: .*${keyOf('/B/')}: from: .*${keyOf('/f')}: from: belongs`,
        's',
      ),
    )
  })
})
