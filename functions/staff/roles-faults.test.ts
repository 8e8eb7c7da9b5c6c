/** Permissions to change roles and read acts, and operators who remove each other's roles. */
import { beforeEach, describe, expect, it } from 'vitest'
import { second } from '../../src/domain/duration.ts'
import { interruptEachCall } from '../testing/interrupt-each-call.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { changeRole } from './change-role.ts'
import { StaffHarness } from './testing/staff-harness.ts'

let harness: StaffHarness
let operator: Browser
async function open() {
  harness = new StaffHarness()
  operator = await harness.addStaff('olu', 'operator')
  await harness.addReader('ravi')
}
beforeEach(open)

const putRole = ({ send }: Browser, account: string, role: unknown, others = {}) =>
  send('PUT', '/api/desk/staff', { account, role, ...others })

describe('an operator', () => {
  it.each(['ravi', 'ravi@example.com', ' Ravi@Example.com '])(
    'grants a role to %s, and revokes the role',
    async (account) => {
      const given = await putRole(operator, account, 'writer')
      expect(await given.json()).toEqual({ uid: 'ravi', before: null, after: 'writer' })
      expect(await harness.readRole('ravi')).toBe('writer')
      expect((await putRole(operator, account, 'writer')).status).toBe(200)
      harness.advance(second)
      expect((await putRole(operator, account, null)).status).toBe(200)
      expect(await harness.readRole('ravi')).toBeNull()
      expect((await harness.listActs()).map(({ before, after }) => [before, after])).toEqual([
        [null, 'writer'],
        ['writer', null],
      ])
    },
  )

  it('lists who has a role', async () => {
    await harness.addStaff('eva', 'editor')
    const listed = await (await operator.send('GET', '/api/desk/staff')).json()
    expect(listed).toEqual({
      staff: [
        { uid: 'eva', name: 'eva', email: 'eva@example.com', role: 'editor' },
        { uid: 'olu', name: 'olu', email: 'olu@example.com', role: 'operator' },
      ],
    })
  })

  it('reads what staff have done, latest first, without email addresses', async () => {
    await putRole(operator, 'ravi', 'writer')
    harness.advance(second)
    const { now } = harness
    await putRole(operator, 'ravi', 'editor')
    const read = async (query = '') => {
      const response = await operator.send('GET', `/api/desk/acts${query}`)
      return ((await response.json()) as { acts: object[] }).acts
    }
    const acts = await read()
    expect(acts).toMatchObject([
      {
        by: 'olu',
        byName: 'olu',
        kind: 'roleChanged',
        subject: 'ravi',
        before: 'writer',
        after: 'editor',
      },
      { before: null, after: 'writer' },
    ])
    expect(JSON.stringify(acts)).not.toContain('@')
    expect(await read(`?before=${now.toISOString()}`)).toHaveLength(1)
    // An act of a kind that only a newer version supports.
    const { at, expiresAt } = { at: harness.now, expiresAt: harness.now }
    const act = { at, expiresAt, by: 'olu', key: null, subject: 'x', before: null, after: null }
    await harness.store({ 'acts/new': { ...act, kind: 'moneyMoved' } })
    expect(await read()).toHaveLength(3)
  })

  it.each([
    [
      'an unknown account',
      () => putRole(operator, 'nobody@example.com', 'editor'),
      404,
      'not_found',
    ],
    ['a path', () => putRole(operator, '../users/ravi', 'editor'), 404, 'not_found'],
    ['an unknown role', () => putRole(operator, 'ravi', 'owner'), 400, 'bad_request'],
    [
      'more than the role',
      () => putRole(operator, 'ravi', 'writer', { emailVerified: true }),
      400,
      'bad_request',
    ],
    ['the last operator', () => putRole(operator, 'olu', 'editor'), 409, 'not_possible'],
  ] as const)('is refused: %s', async (_, call, status, code) => {
    await expectRefusal(call(), status, code)
    expect(await harness.readRole('olu')).toBe('operator')
    expect(await harness.listActs()).toEqual([])
  })

  it('can’t grant a role to an account whose address isn’t confirmed', async () => {
    await harness.addReader('mallory', { emailVerified: false, email: 'ravi@example.com' })
    // The owner's account changes, not the one created with the same address.
    expect(await (await putRole(operator, 'ravi@example.com', 'editor')).json()).toMatchObject({
      uid: 'ravi',
    })
    await expectRefusal(putRole(operator, 'mallory', 'editor'), 409, 'not_possible')
  })

  it('has to name the account by its uid if several accounts have the address', async () => {
    await harness.addReader('former', { email: 'ravi@example.com' })
    for (const role of ['editor', null])
      await expectRefusal(putRole(operator, 'ravi@example.com', role), 409, 'not_possible')
    expect((await putRole(operator, 'ravi', 'editor')).status).toBe(200)
  })

  it('finds the confirmed account, however many others have its address', async () => {
    for (let index = 0; index < 25; index++)
      await harness.addReader(`a${index}`, { emailVerified: false, email: 'ravi@example.com' })
    const given = await putRole(operator, 'ravi@example.com', 'editor')
    expect(await given.json()).toMatchObject({ uid: 'ravi' })
    await expectRefusal(putRole(operator, 'a1@example.com', null), 404, 'not_found')
  })

  it.each<[string, () => unknown]>([
    ['is deleted', () => harness.accounts.delete('ravi')],
    ['is disabled', () => harness.disabledUids.add('ravi')],
    ['has another address', () => harness.accounts.set('ravi', 'r@example.com')],
  ])('can’t grant a role to an account that %s in Firebase', async (_, change) => {
    change()
    await expectRefusal(putRole(operator, 'ravi', 'operator'), 409, 'not_possible')
    expect(await harness.readRole('ravi')).toBeUndefined()
  })

  it.each<[string, () => unknown]>([
    [
      'is deleting the account',
      () => harness.merge('users/eva', { deletionRequestedAt: harness.now }),
    ],
    ['is disabled', () => harness.disabledUids.add('eva')],
    ['is deleted in Firebase', () => harness.accounts.delete('eva')],
  ])('is the last operator if the other operator %s', async (_, change) => {
    await harness.addStaff('eva', 'operator')
    await change()
    await expectRefusal(putRole(operator, 'olu', null), 409, 'not_possible')
  })

  it('can delete their account only after somebody else has become an operator', async () => {
    harness.verifiedUids.add('olu')
    const remove = () => operator.send('DELETE', '/api/account', { idToken: 'olu' })
    await expectRefusal(remove(), 409, 'not_possible')
    const other = await harness.addStaff('eva', 'operator')
    await expectRefusal(remove(), 409, 'not_possible')
    expect((await putRole(other, 'olu', null)).status).toBe(200)
    expect((await remove()).status).toBe(204)
  })
})

it('staff get their acts and role changes with a copy of their data', async () => {
  await putRole(operator, 'ravi', 'writer')
  const writer = await harness.addReader('ravi', { role: 'writer' })
  // A key's name that looks like a uid.
  await harness.createKey(writer, 'olu')
  const copyActs = async ({ send }: Browser) => {
    const copy = (await (await send('GET', '/api/account/data')).json()) as { acts: object }
    return Object.values(copy.acts)
  }
  const change = { kind: 'roleChanged', subject: 'ravi' }
  expect(await copyActs(operator)).toMatchObject([{ ...change, by: 'olu' }])
  const acts = await copyActs(writer)
  expect(acts).toMatchObject([change, { kind: 'keyCreated', by: 'ravi' }])
  expect(JSON.stringify(acts[0])).not.toContain('olu')
})

it('a reader gets no role by sending one to other endpoints', async () => {
  const reader = await harness.addReader('nimal')
  const role = 'operator'
  await reader.send('PATCH', '/api/user', { first_name: 'N', last_name: '', role })
  await reader.send('PATCH', '/api/preferences', { isHistoryEnabled: true, role })
  await reader.send('POST', '/api/session', { idToken: 'nimal', role })
  expect(await harness.readFields('users/nimal')).toMatchObject({ first_name: 'N' })
  expect((await harness.readRole('nimal')) ?? null).toBeNull()
})

it('if two operators remove each other’s role at the same time, one remains', async () => {
  const other = await harness.addStaff('eva', 'operator')
  const answers = await Promise.all([putRole(operator, 'eva', null), putRole(other, 'olu', null)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  const roles = [await harness.readRole('olu'), await harness.readRole('eva')]
  expect(roles.sort()).toEqual(['operator', null].sort())
})

it('if all operators give up the role at the same time, one remains', async () => {
  const others = await Promise.all(
    ['eva', 'mira', 'anu'].map((uid) => harness.addStaff(uid, 'operator')),
  )
  const uids = ['olu', 'eva', 'mira', 'anu']
  await Promise.all(
    [operator, ...others].map((browser, index) => putRole(browser, uids[index]!, 'editor')),
  )
  const roles = await Promise.all(uids.map(harness.readRole))
  expect(roles.filter((role) => role === 'operator')).toHaveLength(1)
})

it('the first operator is appointed with the service account', async () => {
  await harness.merge('users/olu', { role: null })
  const { firestore } = harness.database
  const changed = await changeRole(
    firestore,
    { uid: 'ravi', role: 'operator' },
    null,
    harness.now,
    null,
  )
  expect(changed).toMatchObject({ ok: true, value: { before: null } })
  expect(await harness.listActs()).toMatchObject([{ by: null, subject: 'ravi', after: 'operator' }])
})

it.each([
  ['grants', 'writer'],
  ['revokes', null],
] as const)(
  'a Worker that is interrupted while it %s a role changes the role once',
  async (_, role) => {
    const prepare = async () => {
      await open()
      await harness.addStaff('eva', 'editor')
      return { harness, run: () => putRole(operator, 'eva', role) }
    }
    await interruptEachCall(prepare, async (run) => {
      expect((await run()).status).toBe(200)
      expect(await harness.readRole('eva')).toBe(role)
      expect(await harness.listActs()).toMatchObject([{ before: 'editor', after: role }])
    })
  },
)
