/** A reader's public page as everyone sees it, its cost, and its removal. */
import { beforeEach, describe, expect, it } from 'vitest'
import { maxAuthors } from '../../src/domain/article.ts'
import {
  hiddenHandleRetention,
  maxRecommendations,
} from '../../src/domain/profile/profile-limits.ts'
import { hashRedirectPath } from '../../src/domain/redirect.ts'
import type { SavedCard } from '../../src/domain/saved-articles-record.ts'
import { createRetentionJob } from '../app/retention-job.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { unwrap } from '../testing/unwrap.ts'
import { profilePageLifetime } from './profile-page-cache.ts'
import { handlePath, profilePath, reportsPath } from './profile-records.ts'
import { ProfileHarness, recommend, save } from './testing/profile-harness.ts'

let harness: ProfileHarness
/** The browser of the harness's default reader. */
let ama: Browser
beforeEach(async () => {
  harness = new ProfileHarness()
  harness.setAuthorNames({ 'mira-bai': 'Mira Bai' })
  ama = await harness.addReader('ama')
})

describe('a profile page', () => {
  it('is looked up once a minute, whether it exists or not', async () => {
    await save(ama)
    harness.advance(1)
    for (const [handle, status] of [
      ['ama-reads', 200],
      ['nobody', 404],
    ] as const) {
      expect((await harness.visit(handle)).status).toBe(status)
      harness.calls = 0
      expect((await harness.visit(handle)).status).toBe(status)
      expect(harness.calls).toBe(0)
      harness.advance(profilePageLifetime)
      expect((await harness.visit(handle)).status).toBe(status)
      expect(harness.calls).toBeGreaterThan(0)
    }
  })

  it('has the declared cost, even if all its stories were renamed and have many authors', async () => {
    await save(ama)
    const authorsOf = (at: number) => Array.from({ length: maxAuthors }, (_, n) => `a-${at}-${n}`)
    const slugs = Array.from({ length: maxRecommendations }, (_, at) => at)
    const names = slugs.flatMap(authorsOf).map((slug) => [slug, `Name of ${slug}`])
    harness.setAuthorNames(Object.fromEntries(names))
    for (const at of slugs) {
      await harness.storeStory(`new-${at}`, { authors: authorsOf(at) })
      const redirect = `redirects/${await hashRedirectPath(`/old-${at}`)}`
      await harness.commit({ set: redirect, fields: { from: `/old-${at}`, to: `/new-${at}` } })
    }
    const recommended = slugs.map((at) => ({ slug: `old-${at}`, title: 'Old' }))
    await harness.commit({ set: profilePath('ama'), fields: { recommended }, merge: true })
    harness.advance(1)
    // The harness fails if the page costs more than declared.
    const page = (await (await harness.visit('ama-reads')).json()) as { stories: SavedCard[] }
    expect(page.stories).toHaveLength(maxRecommendations)
    expect(page.stories.at(-1)!.authors.at(-1)!.name).toBe('Name of a-19-11')
  })

  it('names an author who is newer than the build', async () => {
    await save(ama)
    await harness.storeStory('dal', { authors: ['mira-bai', 'ravi'] })
    await harness.commit({ set: 'authors/ravi', fields: { name: 'Ravi' } })
    await recommend(ama, 'dal')
    harness.advance(1)
    const page = (await (await harness.visit('ama-reads')).json()) as { stories: SavedCard[] }
    expect(page.stories[0]!.authors.map(({ name }) => name)).toEqual(['Mira Bai', 'Ravi'])
  })

  it('contains no uid and no email address', async () => {
    await save(ama)
    const text = await (await harness.visit('ama-reads')).text()
    expect(text).toContain('Ama S.')
    expect(text).not.toContain('"ama"')
    expect(text).not.toContain('example.com')
  })

  it('changes straight away in the data centre where the reader changed it', async () => {
    await harness.visit('ama-reads')
    await save(ama)
    expect((await harness.visit('ama-reads')).status).toBe(200)
    await save(ama, { isPublic: false })
    expect((await harness.visit('ama-reads')).status).toBe(404)
  })

  it('can’t be distinguished from a missing page by its response or its reads if it’s off or hidden', async () => {
    const nimal = await harness.addReader('nimal')
    await save(ama, { isPublic: false })
    await save(nimal, { handle: 'nimal' })
    const hidden = { at: harness.now, by: 'An editor', reason: null }
    await harness.commit({ set: profilePath('nimal'), fields: { hidden }, merge: true })
    harness.advance(profilePageLifetime)
    const answers = []
    for (const handle of ['ama-reads', 'nimal', 'nobody']) {
      harness.calls = 0
      const { status, headers } = await harness.visit(handle)
      answers.push({ status, headers: [...headers], calls: harness.calls })
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    // The page's owner is informed that the page is hidden, and can't change that.
    expect(await (await save(nimal, { handle: 'nimal-2' })).json()).toMatchObject({
      isHidden: true,
    })
    expect((await harness.visit('nimal-2')).status).toBe(404)
  })

  it('has a single address', async () => {
    await save(ama)
    const response = await harness.visit('AMA-Reads')
    expect([response.status, response.headers.get('Location')]).toEqual([301, '/reader/ama-reads'])
    for (const handle of ['a', 'ama_reads', '%00', 'ama-reads/more']) {
      expect((await harness.visit(handle)).status).toBe(404)
    }
  })

  it('stays out of search engines until the reader allows it', async () => {
    await save(ama)
    expect((await harness.visit('ama-reads')).headers.get('X-Robots-Tag')).toBe('noindex')
    await save(ama, { isIndexed: true })
    expect((await harness.visit('ama-reads')).headers.get('X-Robots-Tag')).toBeNull()
  })

  it('says that it’s unavailable during an outage, and isn’t cached', async () => {
    await save(ama)
    harness.unavailableService = 'firestore'
    harness.callsBeforeOutage = 0
    expect((await harness.visit('ama-reads')).status).toBe(503)
    harness.unavailableService = null
    expect((await harness.visit('ama-reads')).status).toBe(200)
  })

  it('is deleted with the account, the handles and the reports, and the handles can be claimed again', async () => {
    await save(ama)
    await save(ama, { handle: 'ama-two' })
    await harness.openBrowser().send('POST', '/api/profiles/ama-two/report', { reason: 'spam' })
    expect(await harness.queryAll({ collection: 'profileReports' })).toHaveLength(1)
    await harness.requestDeletion()
    unwrap(await harness.remove())
    for (const path of [
      profilePath('ama'),
      handlePath('ama-two'),
      handlePath('ama-reads'),
      reportsPath('ama'),
    ])
      expect(unwrap(await harness.database.firestore.get(path))).toBeNull()
    harness.advance(profilePageLifetime)
    expect((await harness.visit('ama-two')).status).toBe(404)
    expect((await save(await harness.addReader('nimal'), { handle: 'ama-two' })).status).toBe(200)
  })
})

describe('a hidden page', () => {
  it('keeps its addresses from others for twelve months after the account is deleted', async () => {
    await save(ama)
    await save(ama, { handle: 'ama-two' })
    const hidden = { at: harness.now, by: 'An editor', reason: null }
    await harness.commit({ set: profilePath('ama'), fields: { hidden }, merge: true })
    await harness.requestDeletion()
    unwrap(await harness.remove())
    expect(unwrap(await harness.database.firestore.get(profilePath('ama')))).toBeNull()
    const removeExpired = async () => {
      const job = createRetentionJob({ ...harness.deps, log: () => {} })
      unwrap(await job.run({ startedAt: harness.now, hasTime: () => true }))
    }
    harness.advance(hiddenHandleRetention - 1000)
    await removeExpired()
    const nimal = await harness.addReader('nimal')
    for (const handle of ['ama-reads', 'ama-two']) {
      const stored = unwrap(await harness.database.firestore.get(handlePath(handle)))
      expect(Object.keys(stored!.fields).sort()).toEqual(['expiresAt', 'uid'])
      expect(stored!.fields.uid).not.toBe('ama')
      await expectRefusal(save(nimal, { handle }), 409, 'handle_taken')
    }
    harness.advance(1000)
    await removeExpired()
    expect((await save(nimal, { handle: 'ama-two' })).status).toBe(200)
  })
})
