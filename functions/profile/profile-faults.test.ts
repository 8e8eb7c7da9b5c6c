/** Readers who change their public page (its settings, handle and recommendations), and interruptions of the Worker. */
import { beforeEach, describe, expect, it } from 'vitest'
import { hashRedirectPath } from '../../src/domain/redirect.ts'
import { interruptEachCall } from '../testing/interrupt-each-call.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { profilePageLifetime } from './profile-page-cache.ts'
import { ProfileHarness, readOwn, recommend, save, settings } from './testing/profile-harness.ts'

let harness: ProfileHarness
/** The browser of the harness's default reader. */
let ama: Browser
beforeEach(async () => {
  harness = new ProfileHarness()
  harness.setAuthorNames({ 'mira-bai': 'Mira Bai' })
  ama = await harness.addReader('ama')
})

/** Checks that every handle, current or former, is claimed for its reader, and no other handle is. */
async function expectAgreement() {
  const profiles = await harness.queryAll({ collection: 'readerProfiles' })
  const expected = profiles.flatMap(({ id, fields }) =>
    [fields.handle, ...(fields.formerHandles as string[])].map((handle) => `${handle} ${id}`),
  )
  const claims = await harness.queryAll({ collection: 'readerHandles' })
  expect(claims.map(({ id, fields }) => `${id} ${fields.uid}`).sort()).toEqual(expected.sort())
}

describe('the settings of a reader’s public page', () => {
  it('are off, with the account’s name, until they are stored, and reading them stores nothing', async () => {
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

  it('are stored in lower case, and unchanged when they are stored again', async () => {
    const stored = await (await save(ama, { handle: 'Ama-Reads' })).json()
    expect(stored).toMatchObject(settings)
    expect(await (await save(ama)).json()).toEqual(stored)
    expect(await readOwn(ama)).toEqual(stored)
    await expectAgreement()
  })

  it('belong to the session’s reader, and require a session', async () => {
    await save(ama)
    await expectRefusal(save(harness.openBrowser()), 401, 'signed_out')
    await expectRefusal(recommend(harness.openBrowser(), 'a'), 401, 'signed_out')
    const elsewhere = { Origin: 'https://elsewhere.example' }
    const forged = ama.send('PUT', '/api/profile', settings, elsewhere)
    await expectRefusal(forged, 403, 'forbidden')
    const nimal = await harness.addReader('nimal')
    await expectRefusal(save(nimal, { name: 'Nimal P.' }), 409, 'handle_taken')
    // The request can't name another account.
    await expectRefusal(save(nimal, { uid: 'ama' } as never), 400, 'bad_request')
    expect((await readOwn(ama)).name).toBe('Ama S.')
    await expectAgreement()
  })

  it.each([
    [{ handle: 'editors' }, 409, 'not_possible'],
    [{ handle: 'mira-bai' }, 409, 'not_possible'],
    [{ name: 'The Verandah' }, 409, 'not_possible'],
    [{ handle: 'a' }, 400, 'bad_request'],
    [{ name: ' ' }, 400, 'bad_request'],
    [{ bio: 'x'.repeat(301) }, 400, 'bad_request'],
  ])('can’t be %j', async (change, status, code) => {
    await expectRefusal(save(ama, change), status, code)
    expect(await harness.queryAll({ collection: 'readerHandles' })).toEqual([])
  })

  it('keep a name that a new writer also has', async () => {
    await save(ama)
    harness.setAuthorNames({ 'ama-reads': 'Ama S.' })
    expect((await save(ama, { bio: 'More.' })).status).toBe(200)
  })

  it('fail if the writers’ names can’t be read', async () => {
    harness.assets.clear()
    await expectRefusal(save(ama), 503, 'unavailable')
  })

  it('let only readers with a confirmed address make a page public', async () => {
    const nimal = await harness.addReader('nimal', { emailVerified: false })
    await expectRefusal(save(nimal), 409, 'not_possible')
    expect((await save(nimal, { isPublic: false })).status).toBe(200)
  })
})

describe('a handle', () => {
  it('is given to only one of many readers who request it at the same time', async () => {
    const readers = await Promise.all(['b', 'c', 'd', 'e'].map((uid) => harness.addReader(uid)))
    const answers = await Promise.all([ama, ...readers].map((reader) => save(reader)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    await expectAgreement()
  })

  it('stays reserved for two changes without leading anywhere, and is free after the third', async () => {
    const nimal = await harness.addReader('nimal')
    await save(ama)
    for (const handle of ['ama-two', 'ama-three']) await save(ama, { handle })
    expect((await harness.visit('ama-reads')).status).toBe(404)
    await expectRefusal(save(nimal), 409, 'handle_taken')
    await save(ama, { handle: 'ama-four' })
    expect((await save(nimal)).status).toBe(200)
    await expectRefusal(save(ama), 409, 'handle_taken')
    // Changing back to a former handle is allowed.
    expect((await save(ama, { handle: 'ama-two' })).status).toBe(200)
    await expectAgreement()
  })

  it('is changed by a repeated call, wherever the first call was interrupted', async () => {
    await save(ama)
    for (const handle of ['ama-two', 'ama-three']) await save(ama, { handle })
    let changes = 0
    const prepare = async () => {
      const handle = `ama-change-${++changes}`
      return { harness, run: () => save(ama, { handle }) }
    }
    await interruptEachCall(prepare, async (run) => {
      await expectAgreement()
      expect((await run()).status).toBe(200)
      await expectAgreement()
    })
    expect(await harness.queryAll({ collection: 'readerHandles' })).toHaveLength(3)
  })

  it('stays claimed by its reader during changes in several tabs at the same time', async () => {
    await save(ama)
    const handles = ['one', 'two', 'three', 'four'].map((name) => `ama-${name}`)
    await Promise.all(handles.map((handle) => save(ama, { handle })))
    await expectAgreement()
  })
})

describe('recommendations', () => {
  it('require a page, and a published story', async () => {
    await harness.storeStory('dal')
    await harness.storeStory('gone', { status: 'withdrawn' })
    await harness.storeStory('draft', { status: 'draft' })
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

  it('are limited to twenty, even if several are sent at the same time', async () => {
    await save(ama)
    const slugs = Array.from({ length: 22 }, (_, index) => `story-${index}`)
    for (const slug of slugs) await harness.storeStory(slug)
    for (const slug of slugs.slice(0, 18)) await recommend(ama, slug)
    const answers = await Promise.all(slugs.slice(18).map((slug) => recommend(ama, slug)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    expect((await readOwn(ama)).recommended).toHaveLength(20)
    expect(await harness.readStories('ama-reads')).toHaveLength(20)
  })

  it('show each story as it is now', async () => {
    await save(ama)
    for (const slug of ['dal', 'rice', 'tea']) await harness.storeStory(slug)
    for (const slug of ['dal', 'rice', 'tea']) await recommend(ama, slug)
    harness.advance(1)
    expect(await harness.readStories('ama-reads')).toEqual([
      'tea: On tea',
      'rice: On rice',
      'dal: On dal',
    ])
    await harness.storeStory('tea', { status: 'withdrawn' })
    await harness.storeStory('lentils', { title: 'On lentils' })
    const redirect = `redirects/${await hashRedirectPath('/dal')}`
    const moved = { from: '/dal', to: '/lentils', updatedAt: harness.now }
    await harness.commit({ remove: 'articles/dal' }, { set: redirect, fields: moved })
    // Other people's changes appear within a minute.
    expect(await harness.readStories('ama-reads')).toHaveLength(3)
    harness.advance(profilePageLifetime)
    expect(await harness.readStories('ama-reads')).toEqual(['rice: On rice', 'lentils: On lentils'])
  })
})
