/** Readers' public pages: who may change them, what everyone sees, and a Worker that is interrupted. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProfileResponse } from '../../src/contracts/endpoints/profile-endpoints.ts'
import { botCheckActions } from '../../src/contracts/settings/bot-check-config.ts'
import { maxAuthors } from '../../src/domain/article.ts'
import {
  hiddenHandleRetention,
  maxRecommendations,
} from '../../src/domain/profile/profile-limits.ts'
import { maxReportEmails } from '../../src/domain/profile/profile-report.ts'
import { hashRedirectPath } from '../../src/domain/redirect.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import type { SavedCard } from '../../src/domain/saved-articles-record.ts'
import { createRetentionJob } from '../app/retention-job.ts'
import type { Write } from '../platform/adapters/firestore.ts'
import type { BotCheck } from '../platform/adapters/recaptcha.ts'
import { unwrap } from '../testing/unwrap.ts'
import { FaultError, WorkerHarness } from '../testing/worker-harness.ts'
import { profilePageLifetime } from './profile-page-cache.ts'
import { handlePath, profilePath, reportsPath } from './profile-records.ts'
import { createProfileReportsJob } from './profile-reports-job.ts'

type Browser = ReturnType<WorkerHarness['openBrowser']>

let harness: WorkerHarness
/** The browser of the harness's own reader. */
let ama: Browser
beforeEach(async () => {
  harness = new WorkerHarness()
  harness.assets.set('/author-names.json', JSON.stringify({ 'mira-bai': 'Mira Bai' }))
  ama = await addReader('ama')
})
afterEach(() => harness.database.close())

const commit = async (...writes: Write[]) => unwrap(await harness.database.firestore.commit(writes))

async function addReader(uid: string, { emailVerified = true } = {}): Promise<Browser> {
  const email = `${uid}@example.com`
  const fields = { first_name: uid, last_name: '', email, emailVerified, createdAt: harness.now }
  await commit({ set: `users/${uid}`, fields })
  const browser = harness.openBrowser()
  const session = await harness.tokens.issueSession(uid, harness.now, harness.now)
  browser.cookies.set('__Host-session', session)
  return browser
}

const settings = { handle: 'ama-reads', name: 'Ama S.', bio: '', isPublic: true, isIndexed: false }

const save = (browser: Browser, change: Partial<typeof settings> = {}) =>
  browser.send('PUT', '/api/profile', { ...settings, ...change })
const readOwn = async (browser: Browser) =>
  (await (await browser.send('GET', '/api/profile')).json()) as ProfileResponse
const recommend = (browser: Browser, slug: string) =>
  browser.send('PUT', `/api/profile/recommendations/${slug}`)
const visit = (handle: string) => harness.openBrowser().send('GET', `/reader/${handle}`)
const readStories = async (handle: string) => {
  const page = (await (await visit(handle)).json()) as {
    stories: { slug: string; title: string }[]
  }
  return page.stories.map(({ slug, title }) => `${slug}: ${title}`)
}
async function expectRefusal(pending: Promise<Response>, status: number, code: string) {
  const response = await pending
  expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }])
}
const advance = (milliseconds: number) => {
  harness.now = new Date(harness.now.getTime() + milliseconds)
}

/** Every handle, current or former, is claimed for its reader, and nothing else is. */
async function expectAgreement() {
  const profiles = await harness.queryAll({ collection: 'readerProfiles' })
  const expected = profiles.flatMap(({ id, fields }) =>
    [fields.handle, ...(fields.formerHandles as string[])].map((handle) => `${handle} ${id}`),
  )
  const claims = await harness.queryAll({ collection: 'readerHandles' })
  expect(claims.map(({ id, fields }) => `${id} ${fields.uid}`).sort()).toEqual(expected.sort())
}

async function storeStory(slug: string, fields: object = {}) {
  const story = {
    title: `On ${slug}`,
    dek: '',
    category: 'food',
    authors: ['mira-bai'],
    image: { id: 'a-pot-0123456789abcdef', alt: 'A pot', credit: 'Us', width: 1200, height: 800 },
    access: 'metered',
    status: 'published',
    publishedAt: harness.now,
    ...fields,
  }
  await commit({ set: `articles/${slug}`, fields: story })
}

describe('settings', () => {
  it('are off, with the account’s name, until they are stored; looking stores nothing', async () => {
    expect(await readOwn(ama)).toEqual({
      handle: null,
      name: 'ama',
      bio: '',
      isPublic: false,
      isIndexed: false,
      isHidden: false,
      canBePublic: true,
      recommended: [],
    })
    expect(await harness.queryAll({ collection: 'readerProfiles' })).toEqual([])
  })

  it('are stored in lower case, and again without a change', async () => {
    const stored = await (await save(ama, { handle: 'Ama-Reads' })).json()
    expect(stored).toMatchObject(settings)
    expect(await (await save(ama)).json()).toEqual(stored)
    expect(await readOwn(ama)).toEqual(stored)
    await expectAgreement()
  })

  it('are the session’s own, and need one', async () => {
    await save(ama)
    await expectRefusal(save(harness.openBrowser()), 401, 'signed_out')
    await expectRefusal(recommend(harness.openBrowser(), 'a'), 401, 'signed_out')
    const elsewhere = { Origin: 'https://elsewhere.example' }
    const forged = ama.send('PUT', '/api/profile', settings, elsewhere)
    await expectRefusal(forged, 403, 'forbidden')
    const nimal = await addReader('nimal')
    await expectRefusal(save(nimal, { name: 'Nimal P.' }), 409, 'handle_taken')
    // No field names another account.
    await expectRefusal(save(nimal, { uid: 'ama' } as never), 400, 'bad_request')
    expect((await readOwn(ama)).name).toBe('Ama S.')
    await expectAgreement()
  })

  it.each([
    [{ handle: 'editors' }, 409, 'not_possible'],
    [{ handle: 'mira-bai' }, 409, 'not_possible'],
    [{ name: 'Mira  BAI' }, 409, 'not_possible'],
    [{ name: 'The Verandah' }, 409, 'not_possible'],
    [{ name: 'Mira BaI' }, 409, 'not_possible'],
    [{ name: 'M\u0131ra Ba1' }, 409, 'not_possible'],
    [{ name: 'Edltor' }, 409, 'not_possible'],
    [{ name: 'Customer Care' }, 409, 'not_possible'],
    [{ handle: 'm1ra-bai' }, 409, 'not_possible'],
    [{ handle: 'refunds-desk' }, 409, 'not_possible'],
    [{ handle: 'a' }, 400, 'bad_request'],
    [{ name: ' ' }, 400, 'bad_request'],
    [{ name: 'evil\uff0ecom' }, 400, 'bad_request'],
    [{ bio: 'x'.repeat(301) }, 400, 'bad_request'],
  ])('refuse %j', async (change, status, code) => {
    await expectRefusal(save(ama, change), status, code)
    expect(await harness.queryAll({ collection: 'readerHandles' })).toEqual([])
  })

  it('keep a name that a new writer has too', async () => {
    await save(ama)
    harness.assets.set('/author-names.json', JSON.stringify({ 'ama-reads': 'Ama S.' }))
    expect((await save(ama, { bio: 'More.' })).status).toBe(200)
  })

  it('fail if the writers’ names can’t be read', async () => {
    harness.assets.clear()
    await expectRefusal(save(ama), 503, 'unavailable')
  })

  it('are public for readers with a confirmed address only', async () => {
    const nimal = await addReader('nimal', { emailVerified: false })
    await expectRefusal(save(nimal), 409, 'not_possible')
    expect((await save(nimal, { isPublic: false })).status).toBe(200)
  })
})

describe('a handle', () => {
  it('belongs to one of many who want it at once', async () => {
    const readers = await Promise.all(['b', 'c', 'd', 'e'].map((uid) => addReader(uid)))
    const answers = await Promise.all([ama, ...readers].map((reader) => save(reader)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    await expectAgreement()
  })

  it('stays reserved after two changes, leads nowhere, and is free after the third', async () => {
    const nimal = await addReader('nimal')
    await save(ama)
    for (const handle of ['ama-two', 'ama-three']) await save(ama, { handle })
    expect((await visit('ama-reads')).status).toBe(404)
    await expectRefusal(save(nimal), 409, 'handle_taken')
    await save(ama, { handle: 'ama-four' })
    expect((await save(nimal)).status).toBe(200)
    await expectRefusal(save(ama), 409, 'handle_taken')
    // Back to a former one.
    expect((await save(ama, { handle: 'ama-two' })).status).toBe(200)
    await expectAgreement()
  })

  it('is the same after an interruption at any call, once the reader repeats it', async () => {
    await save(ama)
    for (const handle of ['ama-two', 'ama-three']) await save(ama, { handle })
    harness.calls = 0
    await save(ama, { handle: 'ama-four' })
    const { calls } = harness
    expect(calls).toBeGreaterThan(3)
    for (let call = 1; call <= calls; call++) {
      for (const isCallMade of [false, true]) {
        const handle = `ama-${call}-${isCallMade}`
        harness.calls = 0
        harness.fault = { call, isCallMade }
        await expect(save(ama, { handle }), `call ${call}`).rejects.toThrow(FaultError)
        harness.clearFault()
        await expectAgreement()
        expect((await save(ama, { handle })).status).toBe(200)
        await expectAgreement()
      }
    }
    expect(await harness.queryAll({ collection: 'readerHandles' })).toHaveLength(3)
  })

  it('survives two tabs', async () => {
    await save(ama)
    const handles = ['one', 'two', 'three', 'four'].map((name) => `ama-${name}`)
    await Promise.all(handles.map((handle) => save(ama, { handle })))
    await expectAgreement()
  })
})

describe('recommendations', () => {
  it('need a page, and a story that is published', async () => {
    await storeStory('dal')
    await storeStory('gone', { status: 'withdrawn' })
    await storeStory('draft', { status: 'draft' })
    await expectRefusal(recommend(ama, 'dal'), 409, 'not_possible')
    await save(ama)
    await expectRefusal(recommend(ama, 'gone'), 410, 'withdrawn')
    await expectRefusal(recommend(ama, 'draft'), 404, 'not_found')
    await expectRefusal(recommend(ama, 'unknown'), 404, 'not_found')
    expect((await recommend(ama, 'dal')).status).toBe(200)
    expect((await recommend(ama, 'dal')).status).toBe(200)
    expect((await readOwn(ama)).recommended).toEqual([{ slug: 'dal', title: 'On dal' }])
    for (let time = 0; time < 2; time++) {
      const stopped = await ama.send('DELETE', '/api/profile/recommendations/dal')
      expect(stopped.status).toBe(200)
    }
    expect((await readOwn(ama)).recommended).toEqual([])
  })

  it('are twenty at most, at once too', async () => {
    await save(ama)
    const slugs = Array.from({ length: 22 }, (_, index) => `story-${index}`)
    for (const slug of slugs) await storeStory(slug)
    for (const slug of slugs.slice(0, 18)) await recommend(ama, slug)
    const answers = await Promise.all(slugs.slice(18).map((slug) => recommend(ama, slug)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    expect((await readOwn(ama)).recommended).toHaveLength(20)
    expect(await readStories('ama-reads')).toHaveLength(20)
  })

  it('show the stories as they are now', async () => {
    await save(ama)
    for (const slug of ['dal', 'rice', 'tea']) await storeStory(slug)
    for (const slug of ['dal', 'rice', 'tea']) await recommend(ama, slug)
    advance(1)
    expect(await readStories('ama-reads')).toEqual(['tea: On tea', 'rice: On rice', 'dal: On dal'])
    await storeStory('tea', { status: 'withdrawn' })
    await storeStory('lentils', { title: 'On lentils' })
    const redirect = `redirects/${await hashRedirectPath('/dal')}`
    const moved = { from: '/dal', to: '/lentils', updatedAt: harness.now }
    await commit({ remove: 'articles/dal' }, { set: redirect, fields: moved })
    // What others have changed appears within a minute.
    expect(await readStories('ama-reads')).toHaveLength(3)
    advance(profilePageLifetime)
    expect(await readStories('ama-reads')).toEqual(['rice: On rice', 'lentils: On lentils'])
  })
})

describe('the page', () => {
  it('costs no reads again for a minute, whether there is one or not', async () => {
    await save(ama)
    advance(1)
    for (const [handle, status] of [
      ['ama-reads', 200],
      ['nobody', 404],
    ] as const) {
      expect((await visit(handle)).status).toBe(status)
      harness.calls = 0
      expect((await visit(handle)).status).toBe(status)
      expect(harness.calls).toBe(0)
      advance(profilePageLifetime)
      expect((await visit(handle)).status).toBe(status)
      expect(harness.calls).toBeGreaterThan(0)
    }
  })

  it('costs what is declared, even if all its stories were renamed and have many authors', async () => {
    await save(ama)
    const authorsOf = (at: number) => Array.from({ length: maxAuthors }, (_, n) => `a-${at}-${n}`)
    const slugs = Array.from({ length: maxRecommendations }, (_, at) => at)
    const names = slugs.flatMap(authorsOf).map((slug) => [slug, `Name of ${slug}`])
    harness.assets.set('/author-names.json', JSON.stringify(Object.fromEntries(names)))
    for (const at of slugs) {
      await storeStory(`new-${at}`, { authors: authorsOf(at) })
      const redirect = `redirects/${await hashRedirectPath(`/old-${at}`)}`
      await commit({ set: redirect, fields: { from: `/old-${at}`, to: `/new-${at}` } })
    }
    const recommended = slugs.map((at) => ({ slug: `old-${at}`, title: 'Old' }))
    await commit({ set: profilePath('ama'), fields: { recommended }, merge: true })
    advance(1)
    // The harness fails if the page costs more than it says.
    const page = (await (await visit('ama-reads')).json()) as { stories: SavedCard[] }
    expect(page.stories).toHaveLength(maxRecommendations)
    expect(page.stories.at(-1)!.authors.at(-1)!.name).toBe('Name of a-19-11')
  })

  it('names an author who is newer than the build', async () => {
    await save(ama)
    await storeStory('dal', { authors: ['mira-bai', 'ravi'] })
    await commit({ set: 'authors/ravi', fields: { name: 'Ravi' } })
    await recommend(ama, 'dal')
    advance(1)
    const page = (await (await visit('ama-reads')).json()) as { stories: SavedCard[] }
    expect(page.stories[0]!.authors.map(({ name }) => name)).toEqual(['Mira Bai', 'Ravi'])
  })

  it('has no uid, and no address', async () => {
    await save(ama)
    const text = await (await visit('ama-reads')).text()
    expect(text).toContain('Ama S.')
    expect(text).not.toContain('"ama"')
    expect(text).not.toContain('example.com')
  })

  it('changes at once where the reader has changed it', async () => {
    await visit('ama-reads')
    await save(ama)
    expect((await visit('ama-reads')).status).toBe(200)
    await save(ama, { isPublic: false })
    expect((await visit('ama-reads')).status).toBe(404)
  })

  it('isn’t told from a missing one if it’s off or hidden, by the answer or its reads', async () => {
    const nimal = await addReader('nimal')
    await save(ama, { isPublic: false })
    await save(nimal, { handle: 'nimal' })
    const hidden = { at: harness.now, by: 'An editor', reason: null }
    await commit({ set: profilePath('nimal'), fields: { hidden }, merge: true })
    advance(profilePageLifetime)
    const answers = []
    for (const handle of ['ama-reads', 'nimal', 'nobody']) {
      harness.calls = 0
      const { status, headers } = await visit(handle)
      answers.push({ status, headers: [...headers], calls: harness.calls })
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    // Its reader learns it, and can't change it.
    expect(await (await save(nimal, { handle: 'nimal-2' })).json()).toMatchObject({
      isHidden: true,
    })
    expect((await visit('nimal-2')).status).toBe(404)
  })

  it('has one address', async () => {
    await save(ama)
    const response = await visit('AMA-Reads')
    expect([response.status, response.headers.get('Location')]).toEqual([301, '/reader/ama-reads'])
    for (const handle of ['a', 'ama_reads', '%00', 'ama-reads/more']) {
      expect((await visit(handle)).status).toBe(404)
    }
  })

  it('keeps out of search engines until the reader allows it', async () => {
    await save(ama)
    expect((await visit('ama-reads')).headers.get('X-Robots-Tag')).toBe('noindex')
    await save(ama, { isIndexed: true })
    expect((await visit('ama-reads')).headers.get('X-Robots-Tag')).toBeNull()
  })

  it('says that it’s unavailable during an outage, and isn’t cached', async () => {
    await save(ama)
    harness.unavailableService = 'firestore'
    harness.callsBeforeOutage = 0
    expect((await visit('ama-reads')).status).toBe(503)
    harness.unavailableService = null
    expect((await visit('ama-reads')).status).toBe(200)
  })

  it('is deleted with the account, with handles and reports, and can be claimed', async () => {
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
    advance(profilePageLifetime)
    expect((await visit('ama-two')).status).toBe(404)
    expect((await save(await addReader('nimal'), { handle: 'ama-two' })).status).toBe(200)
  })
})

describe('a hidden page', () => {
  it('keeps its addresses from others for twelve months after the account is deleted', async () => {
    await save(ama)
    await save(ama, { handle: 'ama-two' })
    const hidden = { at: harness.now, by: 'An editor', reason: null }
    await commit({ set: profilePath('ama'), fields: { hidden }, merge: true })
    await harness.requestDeletion()
    unwrap(await harness.remove())
    expect(unwrap(await harness.database.firestore.get(profilePath('ama')))).toBeNull()
    const removeExpired = async () => {
      const job = createRetentionJob({ ...harness.deps, log: () => {} })
      unwrap(await job.run({ startedAt: harness.now, hasTime: () => true }))
    }
    advance(hiddenHandleRetention - 1000)
    await removeExpired()
    const nimal = await addReader('nimal')
    for (const handle of ['ama-reads', 'ama-two']) {
      const stored = unwrap(await harness.database.firestore.get(handlePath(handle)))
      expect(Object.keys(stored!.fields).sort()).toEqual(['expiresAt', 'uid'])
      expect(stored!.fields.uid).not.toBe('ama')
      await expectRefusal(save(nimal, { handle }), 409, 'handle_taken')
    }
    advance(1000)
    await removeExpired()
    expect((await save(nimal, { handle: 'ama-two' })).status).toBe(200)
  })
})

describe('a report', () => {
  let networks = 0
  /** From another network each time. */
  const report = (handle: string, body: object, browser = harness.openBrowser()) => {
    const network = { 'CF-Connecting-IP': `10.${networks >> 8}.${networks++ & 255}.1` }
    return browser.send('POST', `/api/profiles/${handle}/report`, body, network)
  }
  const impersonation = { reason: 'impersonation', details: 'I’m Ama.' }

  it('is stored once, with nothing about the caller but a hash of their network', async () => {
    await save(ama)
    // After the page was stored, by the database's clock.
    harness.now = new Date(Date.now() + 1000)
    for (let time = 0; time < 2; time++) {
      expect((await report('ama-reads', impersonation)).status).toBe(204)
    }
    const [stored, ...others] = await harness.queryAll({ collection: 'profileReports' })
    expect(others).toEqual([])
    const page = { handle: 'ama-reads', name: 'Ama S.', bio: '' }
    expect(stored!.fields).toEqual({
      reports: [{ ...impersonation, page, at: harness.now }],
      toldAt: null,
      dueAt: harness.now,
      attempts: 0,
      networks: [expect.stringMatching(/^[0-9a-f]{16}$/)],
      more: {},
      isUrgent: true,
    })
  })

  it('gets the same answer about a page that isn’t shown, or unknown, or belongs to nobody any more', async () => {
    await save(ama, { isPublic: false })
    await commit({ set: handlePath('nimal'), fields: { uid: 'deleted' } })
    for (const handle of ['ama-reads', 'nimal', 'nobody']) {
      expect((await report(handle, impersonation)).status).toBe(204)
    }
    const stored = await harness.queryAll({ collection: 'profileReports' })
    expect(stored.map(({ id }) => id)).toEqual(['ama'])
  })

  it.each([{}, { reason: 'rude' }, { ...impersonation, details: 'x'.repeat(501) }])(
    'can’t be %j',
    async (body) => {
      await save(ama)
      await expectRefusal(report('ama-reads', body), 400, 'bad_request')
    },
  )

  it('loses none of several at once', async () => {
    await save(ama)
    await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        report('ama-reads', { reason: 'other', details: `Number ${index}` }),
      ),
    )
    const [stored] = await harness.queryAll({ collection: 'profileReports' })
    expect(stored!.fields.reports).toHaveLength(5)
  })

  it('of a guest needs a bot check, and changes nothing without', async () => {
    const { browser, tokens } = await useBotCheck()
    await expectRefusal(report('ama-reads', impersonation), 403, 'bot_check_failed')
    const forged = { ...impersonation, botCheck: 'forged' }
    await expectRefusal(report('ama-reads', forged), 403, 'bot_check_failed')
    expect(await harness.queryAll({ collection: 'profileReports' })).toEqual([])
    tokens.set('fresh', botCheckActions.report)
    const checked = await report('ama-reads', { ...impersonation, botCheck: 'fresh' })
    expect(checked.status).toBe(204)
    // A reader who is logged in is limited by their account.
    expect((await report('ama-reads', { reason: 'spam' }, browser)).status).toBe(204)
    const [stored] = await harness.queryAll({ collection: 'profileReports' })
    expect(stored!.fields.reports).toHaveLength(2)
  })

  it('can’t be one of a thousand that fill the editors’ inbox', async () => {
    for (let index = 0; index < 40; index++) {
      const handle = `nimal-${index}`
      await save(await addReader(handle), { handle })
      await report(handle, impersonation)
      await report(handle, { reason: 'spam', details: `Number ${index}` })
    }
    const { emailConfig } = harness
    const job = createProfileReportsJob({ ...harness.deps, emailConfig, log: () => {} })
    for (let minute = 0; minute < 30; minute++) {
      unwrap(await job.run({ startedAt: harness.now, hasTime: () => true }))
      advance(60_000)
    }
    expect(harness.sentEmails).toHaveLength(maxReportEmails + 1)
    expect(harness.sentEmails.at(-1)!.text).toContain('/reader/nimal-9 (')
  })
})

/** A Worker whose bot check accepts the actions of these tokens, with a page of Ama's, and another reader. */
async function useBotCheck() {
  const tokens = new Map<string, string>()
  const verify: BotCheck['verify'] = async (token, { action }) =>
    tokens.get(token ?? '') === action
      ? succeed(undefined)
      : fail({ kind: 'refused', reason: 'no token' })
  harness.database.close()
  harness = new WorkerHarness({ services: { botCheck: { verify } } })
  harness.assets.set('/author-names.json', '{}')
  expect((await save(await addReader('ama'))).status).toBe(200)
  return { tokens, browser: await addReader('nimal') }
}
