/** Access keys: what they give access to, and when they end. */
import { beforeEach, describe, expect, it } from 'vitest'
import { day, hour, minute, second } from '../../src/domain/duration.ts'
import { maxAccessKeys } from '../../src/domain/staff/access-key.ts'
import { createCountingLimits } from '../testing/fake-rate-limits.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { siteUrl } from '../testing/worker-harness.ts'
import { StaffHarness } from './testing/staff-harness.ts'

let harness: StaffHarness
let operator: Browser
let key: string
async function open(limits?: object) {
  harness = new StaffHarness(limits ? { rateLimits: limits } : {})
  operator = await harness.addStaff('olu', 'operator')
  key = await harness.createKey(operator)
}
beforeEach(() => open())

const getMe = (text = key) => harness.callWithKey(text, 'GET', '/api/desk/me')
const putRole = (account: string, role: string | null, text = key) =>
  harness.callWithKey(text, 'PUT', '/api/desk/staff', { account, role })
const expectMissing = (pending: Promise<Response>) => expectRefusal(pending, 404, 'not_found')

describe('an access key', () => {
  it('names its owner, and is stored as a hash', async () => {
    expect(key).toMatch(/^desk_olu_[a-z0-9]{32}$/)
    expect(await (await getMe()).json()).toEqual({
      uid: 'olu',
      name: 'olu',
      email: 'olu@example.com',
      role: 'operator',
      key: 'A laptop',
    })
    const stored = JSON.stringify(await harness.queryAll({ collection: 'accessKeys' }))
    expect(stored).toContain('A laptop')
    expect(stored).not.toContain(key.slice(-32))
  })

  it('stores the day of its last use, with at most one write a day', async () => {
    const readDay = async () => (await harness.listKeys(operator))[0]
    expect(await readDay()).toMatchObject({ lastUsedOn: null })
    await getMe()
    const { writes } = harness.meter.total
    await getMe()
    expect(harness.meter.total.writes).toBe(writes)
    expect(await readDay()).toMatchObject({ lastUsedOn: '2026-03-01' })
    harness.advance(day)
    await getMe()
    expect(await readDay()).toMatchObject({ lastUsedOn: '2026-03-02' })
  })

  it('ends straight away when it’s revoked, even repeatedly', async () => {
    const id = await harness.getFirstKeyId(operator)
    harness.advance(second)
    for (let call = 0; call < 2; call++)
      expect((await operator.send('DELETE', `/api/desk/keys/${id}`)).status).toBe(204)
    await expectMissing(getMe())
    expect(await harness.listActs()).toMatchObject([{ kind: 'keyCreated' }, { kind: 'keyRevoked' }])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['its owner has lost the role', () => harness.merge('users/olu', { role: null })],
    [
      'its owner has logged out everywhere',
      async () => {
        harness.advance(second)
        await operator.send('DELETE', '/api/sessions')
      },
    ],
    [
      'its owner is deleting the account',
      () => harness.merge('users/olu', { deletionRequestedAt: harness.now }),
    ],
    ['its owner’s account is disabled', async () => harness.disabledUids.add('olu')],
    ['its owner’s account is deleted in Firebase', async () => harness.accounts.delete('olu')],
  ])('ends straight away if %s', async (_, end) => {
    expect((await getMe()).status).toBe(200)
    await end()
    await expectMissing(getMe())
  })

  it('is no longer listed or counted once its owner has logged out everywhere', async () => {
    for (let index = 1; index < maxAccessKeys; index++)
      await harness.createKey(operator, `Key ${index}`)
    harness.advance(second)
    await operator.send('DELETE', '/api/sessions')
    harness.advance(second)
    await harness.logIn('olu', operator)
    expect(await harness.listKeys(operator)).toEqual([])
    await harness.createKey(operator, 'Another')
    expect(await harness.listKeys(operator)).toMatchObject([{ name: 'Another' }])
  })

  it('is removed with the account, and with the role', async () => {
    await harness.addStaff('eva', 'operator')
    expect(
      (await operator.send('PUT', '/api/desk/staff', { account: 'olu', role: null })).status,
    ).toBe(200)
    expect(await harness.queryAll({ collection: 'accessKeys' })).toEqual([])
    const eva = await harness.addStaff('eva', 'editor')
    await harness.createKey(eva)
    expect((await eva.send('DELETE', '/api/account', { idToken: 'eva' })).status).toBe(204)
    expect(await harness.queryAll({ collection: 'accessKeys' })).toEqual([])
    // The record of acts outlives the account.
    expect((await harness.listActs()).length).toBe(3)
  })

  it.each([
    '',
    'desk_',
    'desk_olu_',
    `desk_olu_${'b'.repeat(32)}`,
    `desk_nobody_${'b'.repeat(32)}`,
    `desk___all___${'b'.repeat(32)}`,
    `desk_../users/olu_${'b'.repeat(32)}`,
    'x'.repeat(8000),
  ])('can’t be %j', async (text) => {
    await expectMissing(getMe(text))
  })

  it('grants no access to another person’s account, and isn’t accepted in an address or a cookie', async () => {
    const eva = await harness.addStaff('eva', 'editor')
    const evas = await harness.createKey(eva)
    await expectMissing(getMe(`desk_olu_${evas.slice(-32)}`))
    for (const path of [`/api/desk/me?key=${key}`, `/api/desk/me?access_token=${key}`]) {
      await expectMissing(harness.request(path, { method: 'GET' }))
    }
    const cookie = { Cookie: `__Host-session=${key}` }
    await expectMissing(harness.request('/api/desk/me', { method: 'GET', headers: cookie }))
  })

  it('can’t be seen or revoked by another person', async () => {
    const eva = await harness.addStaff('eva', 'editor')
    const id = await harness.getFirstKeyId(operator)
    expect(await harness.listKeys(eva)).toEqual([])
    expect((await eva.send('DELETE', `/api/desk/keys/${id}`)).status).toBe(204)
    expect((await getMe()).status).toBe(200)
  })

  it('alone decides who the caller is, whatever cookies are sent with it', async () => {
    const { send } = operator
    const headers = { Authorization: 'Bearer nonsense' }
    await expectMissing(send('GET', '/api/desk/me', undefined, headers))
    await expectMissing(send('PUT', '/api/desk/staff', { account: 'olu', role: null }, headers))
  })

  it('can’t be guessed by a network above its ceiling', async () => {
    await open(createCountingLimits())
    const statuses = new Set<number>()
    for (let guess = 0; guess < 1000; guess++) {
      const { status } = await getMe(
        `desk_olu_${String(guess).replaceAll(/[01]/g, 'b').padStart(32, 'c')}`,
      )
      statuses.add(status)
    }
    expect(statuses).toEqual(new Set([404, 429]))
    expect((await operator.send('GET', '/api/desk/me')).status).toBe(200)
  })

  it('is accepted on a network where others guess keys if it was accepted there within the last hour', async () => {
    await open(createCountingLimits())
    expect((await getMe()).status).toBe(200)
    const guess = async () => (await getMe(`desk_olu_${'c'.repeat(32)}`)).status
    while ((await guess()) === 404);
    expect(await guess()).toBe(429)
    expect((await getMe()).status).toBe(200)
    harness.advance(hour)
    expect((await getMe()).status).toBe(429)
  })
})

describe('creating a key', () => {
  let created = 0
  const create = (browser = operator, body: unknown = { name: `Key ${++created}` }) =>
    browser.send('POST', '/api/desk/keys', body)

  it('is possible ten times, even in several tabs at the same time', async () => {
    const created = await Promise.all(Array.from({ length: 12 }, () => create()))
    const statuses = created.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
    expect(await harness.listKeys(operator)).toHaveLength(maxAccessKeys)
    await expectRefusal(create(), 409, 'list_full')
  })

  it.each([
    {},
    { name: '' },
    { name: ' ' },
    { name: 'a\u0000b' },
    { name: 'x'.repeat(61) },
    { name: 'A', uid: 'eva' },
    { name: 'A', openUntil: { control: '2030-01-01T00:00:00Z' } },
  ])('is refused with %j', async (body) => {
    await expectRefusal(create(operator, body), 400, 'bad_request')
  })

  it('is refused with the name of another key', async () => {
    await expectRefusal(create(operator, { name: ' A laptop ' }), 409, 'not_possible')
  })

  it('requires a browser, and a sign-in within the last 30 minutes', async () => {
    harness.advance(30 * minute)
    expect((await create()).status).toBe(200)
    harness.advance(second)
    await expectRefusal(create(), 403, 'confirmation_required')
    const id = await harness.getFirstKeyId(operator)
    await harness.logIn('olu', operator)
    expect((await create()).status).toBe(200)
    const byKey = [
      harness.callWithKey(key, 'POST', '/api/desk/keys', { name: 'A' }),
      harness.callWithKey(key, 'DELETE', `/api/desk/keys/${id}`),
    ]
    for (const call of byKey) await expectRefusal(call, 403, 'forbidden')
    harness.advance(day)
    // Revoking a key doesn't require a recent sign-in.
    expect((await operator.send('DELETE', `/api/desk/keys/${id}`)).status).toBe(204)
    await expectMissing(getMe())
  })
})

describe('a key that its owner confirms in a browser', () => {
  it('may change roles for 30 minutes, and list staff for eight hours', async () => {
    await harness.addReader('ravi')
    harness.advance(second)
    expect((await harness.confirm(operator, await putRole('ravi', 'writer'))).status).toBe(204)
    harness.advance(second)
    expect((await putRole('ravi', 'writer')).status).toBe(200)
    const list = () => harness.callWithKey(key, 'GET', '/api/desk/staff')
    expect((await list()).status).toBe(200)
    harness.advance(30 * minute + second)
    await expectRefusal(putRole('ravi', 'editor'), 403, 'confirmation_required')
    const refused = await list()
    await harness.logIn('olu', operator)
    expect((await harness.confirm(operator, refused)).status).toBe(204)
    expect((await harness.confirm(operator, await putRole('ravi', 'writer'))).status).toBe(204)
    harness.advance(8 * hour)
    expect((await list()).status).toBe(200)
    await expectRefusal(putRole('ravi', 'editor'), 403, 'confirmation_required')
    harness.advance(second)
    await expectRefusal(list(), 403, 'confirmation_required')
    expect(await harness.readRole('ravi')).toBe('writer')
    expect(await harness.listActs()).toMatchObject([
      { kind: 'keyCreated', by: 'olu', key: null },
      { kind: 'keyOpened', subject: 'A laptop', key: null },
      { kind: 'roleChanged', subject: 'ravi', key: 'A laptop', before: null, after: 'writer' },
      { kind: 'keyOpened' },
      { kind: 'keyOpened' },
    ])
  })

  it('doesn’t reveal what it’s confirmed for, except to its owner', async () => {
    await harness.addReader('ravi')
    expect((await harness.confirm(operator, await putRole('ravi', 'writer'))).status).toBe(204)
    const listed = await harness.callWithKey(key, 'GET', '/api/desk/keys')
    expect(await listed.json()).toMatchObject({ keys: [{ openUntil: null }] })
    expect(await harness.listKeys(operator)).toMatchObject([
      { openUntil: { control: expect.any(String) } },
    ])
  })

  it('can’t be confirmed by anybody else, too late, or without a recent sign-in', async () => {
    await harness.addReader('ravi')
    const refused = () => putRole('ravi', 'writer')
    const thief = await harness.addStaff('eva', 'operator')
    expect((await harness.confirm(thief, await refused())).status).toBe(401)
    const reader = await harness.addReader('nimal')
    expect((await harness.confirm(reader, await refused())).status).toBe(404)
    const late = await refused()
    harness.advance(10 * minute + second)
    expect((await harness.confirm(operator, late)).status).toBe(401)
    harness.advance(30 * minute)
    expect((await harness.confirm(operator, await refused())).status).toBe(403)
    const { error } = (await (await refused()).json()) as { error: { page: string } }
    const token = new URL(error.page, siteUrl).searchParams.get('confirm')!
    // A key can be confirmed neither by itself nor with another key.
    await expectRefusal(
      harness.callWithKey(key, 'POST', '/api/desk/confirmation', { token }),
      403,
      'forbidden',
    )
    await expectRefusal(refused(), 403, 'confirmation_required')
    expect(await harness.readRole('ravi')).toBeUndefined()
  })

  it('confirms no other key, and grants nothing once it’s revoked', async () => {
    await harness.addReader('ravi')
    const other = await harness.createKey(operator, 'Another')
    const refused = await putRole('ravi', 'writer', other)
    expect((await harness.confirm(operator, refused)).status).toBe(204)
    await expectRefusal(putRole('ravi', 'writer'), 403, 'confirmation_required')
    const pending = await putRole('ravi', 'writer')
    const id = await harness.getFirstKeyId(operator)
    await operator.send('DELETE', `/api/desk/keys/${id}`)
    expect((await harness.confirm(operator, pending)).status).toBe(401)
  })
})
