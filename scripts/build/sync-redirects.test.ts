import { hash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { article, ContentSyncHarness, event, start } from './testing/content-sync-harness.ts'

let content: ContentSyncHarness

beforeEach(() => {
  content = new ContentSyncHarness()
})
afterEach(() => content.close())

describe('a redirect', () => {
  const keyOf = (from: string) => hash('sha256', from).slice(0, 32)
  const redirect = (from: string, to: string | null, key = keyOf(from)) =>
    content.database.put(`redirects/${key}`, { from, to })
  const rename = (from: string, to: string) => {
    content.database.put(`articles/${to}`, article)
    content.database.documents.delete(`articles/${from}`)
    redirect(`/${from}`, `/${to}`)
  }
  const slugs = () => [...content.load().articles.keys()]
  const redirectPairs = () =>
    [...content.load().redirects.values()].map(({ from, to }) => [from, to])

  it('removes a renamed article from its old address', async () => {
    await content.sync()
    content.advanceClock(60)
    rename('one', 'two')
    expect(await content.sync()).toMatchObject({ changed: 3 })
    expect(slugs()).toEqual(['two'])
    expect(redirectPairs()).toEqual([['/one', '/two']])
    expect(content.listBodyFiles()).toHaveLength(1)
    content.advanceClock(5)
    expect(await content.sync()).toMatchObject({ changed: 0 })
    expect(await content.sync('full')).toMatchObject({ changed: 0 })
    expect(slugs()).toEqual(['two'])
  })

  it('ends when an article uses the address again', async () => {
    await content.sync()
    content.advanceClock(60)
    rename('one', 'two')
    await content.sync()
    content.advanceClock(1)
    rename('two', 'one')
    redirect('/one', null)
    for (const mode of ['incremental', 'incremental', 'full'] as const) {
      await content.sync(mode)
      expect(slugs()).toEqual(['one'])
      expect(redirectPairs()).toEqual([['/two', '/one']])
      content.advanceClock(4)
    }
  })

  it('keeps an article published at its address later', async () => {
    redirect('/one', '/two')
    content.advanceClock(1)
    content.database.put('articles/one', article)
    for (const minutes of [0, 5, 60]) {
      content.advanceClock(minutes)
      await content.sync()
      expect(slugs()).toEqual(['one'])
    }
    // The redirect was written again since; a full read finds the article.
    redirect('/one', '/three')
    await content.sync('full')
    expect(slugs()).toEqual(['one'])
  })

  it('moves pages and events too, and has no effect if it ended before the sync', async () => {
    content.database.put('pages/about', { title: 'A', dek: 'A', body: 'Text', revisedAt: start })
    content.database.put('events/ball', event)
    content.database.put('events/about', event)
    redirect('/nowhere', null)
    await content.sync()
    content.advanceClock(60)
    content.database.documents.delete('pages/about')
    redirect('/about', '/latest')
    content.database.documents.delete('events/ball')
    content.database.put('events/dance', event)
    redirect('/events/ball', '/events/dance')
    expect(await content.sync()).toMatchObject({ changed: 5 })
    expect(content.load().pages.size).toBe(0)
    expect([...content.load().events.keys()]).toEqual(['about', 'dance'])
    expect(redirectPairs()).toEqual([
      ['/about', '/latest'],
      ['/events/ball', '/events/dance'],
    ])
  })

  it('is left out if it leads to another site, or has an invalid path or the wrong key', async () => {
    redirect('/a', '//elsewhere.example')
    redirect('/B/', '/c')
    redirect('/d', '/e', keyOf('/f'))
    await content.sync()
    expect(redirectPairs()).toEqual([])
    const places = [
      `${keyOf('/a')}.*: to: `,
      `${keyOf('/B/')}.*: from: `,
      `${keyOf('/f')}.*: from: must`,
    ]
    for (const place of places) expect(content.listProblems()).toMatch(new RegExp(place))
  })
})
