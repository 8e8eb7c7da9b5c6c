import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readBody } from '../../src/content/content-copy.ts'
import { minute } from '../../src/domain/duration.ts'
import {
  article,
  author,
  ContentSyncHarness,
  FakeSource,
  issue,
  start,
} from './testing/content-sync-harness.ts'

let content: ContentSyncHarness

beforeEach(() => {
  content = new ContentSyncHarness()
})
afterEach(() => content.close())

describe('the sync', () => {
  it('stores published articles, with their bodies in two parts', async () => {
    await content.sync()
    expect(content.load().articles.get('one')).toMatchObject({
      title: 'A title',
      words: 2,
    })
    expect(readBody(content.state, content.loadArticleOne())).toEqual({
      freePreview: '<p>Open.</p>\n',
      rest: '<p>Closed.</p>',
    })
  })

  it('treats a story at another address as a different story, because lists link to it', async () => {
    content.database.put('articles/two', article)
    await content.sync()
    const { articles } = content.load()
    expect(articles.get('two')!.digest).not.toBe(articles.get('one')!.digest)
  })

  it('stores issues, with the subscribers’ part separately', async () => {
    content.database.put('issues/2026-11-29', issue)
    await content.sync()
    expect(content.load().issues.get('2026-11-29')).toMatchObject({
      subject: 'A subject',
      html: '<p>For everybody.</p>\n',
      closedHtml: '<p>For subscribers.</p>',
    })
  })

  it('refuses an issue with pictures, or at one of the site’s own addresses', async () => {
    const figure = '::figure{image="a-0123456789abcdef" alt="A" width="3" height="2"}'
    content.database.put('issues/2026-11-29', { ...issue, body: figure })
    content.database.put('issues/feed', issue)
    content.database.put(`issues/${'a'.repeat(81)}`, issue)
    await content.sync()
    const problems = content.listProblems()
    expect(problems).toContain('issues/2026-11-29 is left out: body: can’t have pictures')
    expect(problems).toContain('issues/feed is left out: (key): is reserved for the site itself')
    expect(problems).toContain('a is left out: (key): is longer than 80 characters')
    expect(content.load().issues.size).toBe(0)
  })

  it('stores no body in the metadata', async () => {
    await content.sync()
    expect(readFileSync(join(content.state, 'content-copy')).includes('Closed')).toBe(false)
  })

  it('reads only what changed since ten minutes before the last sync', async () => {
    content.advanceClock(60)
    await content.sync()
    content.advanceClock(60)
    content.database.reads = 0
    expect(await content.sync()).toEqual({ documentsRead: 0, changed: 0 })
    content.database.put('articles/two', { ...article, title: 'Another' })
    expect(await content.sync()).toEqual({ documentsRead: 1, changed: 1 })
    content.advanceClock(5)
    // The sync reads the article again because of the overlap, and finds no change.
    expect(await content.sync()).toEqual({ documentsRead: 1, changed: 0 })
    expect(content.database.reads).toBe(2)
  })

  it.each(['draft', 'withdrawn', 'scheduled'])('stores nothing of a %s article', async (status) => {
    content.database.put('articles/hidden', { ...article, status })
    await content.sync()
    expect(content.load().articles.has('hidden')).toBe(false)
    expect(content.listBodyFiles()).toEqual([content.loadArticleOne().bodyPlace.file])
  })

  it('removes a withdrawn article with its body', async () => {
    await content.sync()
    content.advanceClock(60)
    content.database.put('articles/one', { ...article, status: 'withdrawn' })
    expect(await content.sync()).toMatchObject({ changed: 1 })
    expect(content.load().articles.size).toBe(0)
    expect(content.listBodyFiles()).toEqual([])
  })

  it('erases withdrawn and replaced bodies from a file that others share', async () => {
    content.database.put('articles/two', {
      ...article,
      body: 'Open.\n\n<!-- more -->\n\nWithdrawn.',
    })
    content.database.put('articles/three', {
      ...article,
      body: 'Open.\n\n<!-- more -->\n\nMistaken.',
    })
    await content.sync()
    const { file } = content.loadArticleOne().bodyPlace
    const readShared = () => readFileSync(join(content.state, 'bodies', file), 'utf8')
    expect(readShared()).toContain('Withdrawn')
    expect(readShared()).toContain('Mistaken')
    content.advanceClock(60)
    content.database.put('articles/two', { ...article, status: 'withdrawn' })
    content.database.put('articles/three', {
      ...article,
      body: 'Open.\n\n<!-- more -->\n\nMended.',
    })
    await content.sync()
    expect(readShared()).not.toMatch(/Withdrawn|Mistaken/)
    expect(readBody(content.state, content.loadArticleOne()).rest).toBe('<p>Closed.</p>')
    expect(readBody(content.state, content.load().articles.get('three')!).rest).toBe(
      '<p>Mended.</p>',
    )
  })

  it('replaces only bodies that changed', async () => {
    await content.sync()
    const first = content.loadArticleOne().bodyPlace
    content.advanceClock(60)
    content.database.put('articles/one', { ...article, title: 'Another title' })
    await content.sync()
    expect(content.loadArticleOne().bodyPlace).toEqual(first)
    content.advanceClock(60)
    content.database.put('articles/one', { ...article, body: 'Open.\n\n<!-- more -->\n\nMended.' })
    await content.sync()
    expect(content.loadArticleOne().bodyPlace.file).not.toBe(first.file)
    expect(content.listBodyFiles()).toEqual([content.loadArticleOne().bodyPlace.file])
    expect(readBody(content.state, content.loadArticleOne()).rest).toBe('<p>Mended.</p>')
  })

  it('saves recent changes in a separate file', async () => {
    await content.sync()
    const whole = readFileSync(join(content.state, 'content-copy'))
    for (const title of ['Second', 'Third']) {
      content.advanceClock(60)
      content.database.put('articles/one', { ...article, title })
      content.database.put(`articles/${title.toLowerCase()}`, { ...article, title })
      expect(await content.sync()).toMatchObject({ changed: 2 })
    }
    expect(readFileSync(join(content.state, 'content-copy')).equals(whole)).toBe(true)
    const titles = [...content.load().articles].map(([slug, { title }]) => [slug, title])
    expect(titles).toEqual([
      ['one', 'Third'],
      ['second', 'Second'],
      ['third', 'Third'],
    ])
    expect(content.load().syncedAt).toEqual(content.database.now)
  })

  it('leaves no trace of a withdrawn article, even if it was published recently', async () => {
    await content.sync()
    content.advanceClock(60)
    content.database.put('articles/two', { ...article, title: 'A name that must go' })
    await content.sync()
    content.advanceClock(60)
    content.database.put('articles/two', { ...article, status: 'withdrawn' })
    await content.sync()
    const kept = readdirSync(content.state).filter((name) => name.startsWith('content-copy'))
    expect(kept).toEqual(['content-copy'])
    expect(readFileSync(join(content.state, 'content-copy')).includes('must go')).toBe(false)
  })

  it('reads again what an interrupted save lost', async () => {
    await content.sync()
    content.advanceClock(60)
    content.database.put('articles/one', { ...article, body: 'Open.\n\n<!-- more -->\n\nMended.' })
    await content.sync()
    rmSync(join(content.state, 'content-copy.recent'))
    expect(await content.sync()).toMatchObject({ changed: 1 })
    expect(readBody(content.state, content.loadArticleOne()).rest).toBe('<p>Mended.</p>')
  })

  it('never uses the content copy of another project', async () => {
    await content.sync()
    content.advanceClock(60)
    content.database = new FakeSource()
    content.database.now = new Date(start.getTime() + 60 * minute)
    content.database.put('authors/a-writer', author)
    content.database.put('articles/other', article)
    content.advanceClock(60)
    await content.sync('incremental', 'another')
    expect([...content.load().articles.keys()]).toEqual(['other'])
  })

  it('detects a document deleted by hand if it’s a full sync', async () => {
    await content.sync()
    content.advanceClock(60)
    content.database.documents.delete('articles/one')
    expect(await content.sync()).toMatchObject({ changed: 0 })
    expect(await content.sync('full')).toMatchObject({ changed: 1 })
    expect(content.load().articles.size).toBe(0)
  })

  it('renders everything again if it’s a full sync', async () => {
    await content.sync()
    const whole = readBody(content.state, content.loadArticleOne())
    const path = join(content.state, 'bodies', content.loadArticleOne().bodyPlace.file)
    writeFileSync(path, readFileSync(path, 'utf8').replace('Open', 'Oxen'))
    content.advanceClock(60)
    await content.sync()
    expect(readBody(content.state, content.loadArticleOne()).freePreview).toBe('<p>Oxen.</p>\n')
    expect(await content.sync('full')).toMatchObject({ documentsRead: 2, changed: 0 })
    expect(readBody(content.state, content.loadArticleOne())).toEqual(whole)
    expect(content.listBodyFiles()).toEqual([content.loadArticleOne().bodyPlace.file])
  })

  it('leaves out every invalid document, and says why until it is fixed', async () => {
    await content.sync()
    content.advanceClock(60)
    content.database.put('articles/one', { ...article, title: '', category: 'gossip' })
    content.database.put('articles/Two', article)
    content.database.put('articles/three', { ...article, body: '::map{}' })
    content.database.put('articles/latest', article)
    content.database.put('articles/all-open', { ...article, body: 'Short.\n\n- and a list' })
    content.database.put('pages/one', {
      title: 'A page',
      dek: 'A dek',
      body: 'Text',
      revisedAt: start,
    })
    content.database.put('pages/four', {
      title: 'A page',
      dek: 'A dek',
      body: 'Text',
      revisedAt: start,
    })
    content.database.put('articles/four', article)
    content.database.put('articles/draft', { ...article, title: '', status: 'draft' })
    content.database.put('authors/a-writer', { ...author, name: 7 })
    await content.sync()
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
    for (const problem of expected) expect(content.listProblems()).toContain(problem)
    expect(content.listProblems()).not.toContain('draft')
    expect([...content.load().articles.keys()]).toEqual(['four'])
    // Problems are reported again even if nothing has changed since.
    content.advanceClock(60)
    await content.sync()
    for (const problem of expected) expect(content.listProblems()).toContain(problem)

    content.database.put('articles/one', { ...article, title: 'Mended' })
    content.database.put('authors/a-writer', author)
    for (const path of ['articles/Two', 'articles/three', 'articles/latest', 'articles/all-open'])
      content.database.put(path, { ...article, status: 'withdrawn' })
    for (const path of ['pages/one', 'pages/four']) content.database.documents.delete(path)
    await content.sync('full')
    expect(content.listProblems()).toBe('')
    expect(content.loadArticleOne().title).toBe('Mended')
  })

  it('shows a story without its missing category, tag or author', async () => {
    const named = { category: 'gossip', tags: ['atlantis'], authors: ['a-writer', 'nobody'] }
    content.database.put('articles/two', { ...article, ...named })
    await content.sync()
    expect([...content.load().articles.keys()]).toContain('two')
    expect(content.listProblems().split('\n')).toEqual([
      'articles/two is shown without category "gossip", which doesn’t exist',
      'articles/two is shown without tag "atlantis", which doesn’t exist',
      'articles/two is shown without author "nobody", which doesn’t exist',
    ])
    content.advanceClock(1)
    content.database.put('articles/two', { ...article, ...named, status: 'withdrawn' })
    await content.sync()
    expect([...content.load().articles.keys()]).not.toContain('two')
    expect(content.listProblems()).toBe('')
  })
})
