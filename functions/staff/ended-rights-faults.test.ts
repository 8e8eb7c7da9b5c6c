/** Roles, sessions and keys that end while a request is using them. */
import { describe, expect, it } from 'vitest'
import { minute, second } from '../../src/domain/duration.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { StaffHarness } from './testing/staff-harness.ts'

type End = (harness: StaffHarness, operator: Browser) => Promise<unknown>

it.each<[string, End]>([
  [
    'an open key that is revoked in the meantime',
    async (harness, operator) =>
      operator.send('DELETE', `/api/desk/keys/${await harness.getFirstKeyId(operator)}`),
  ],
  ['a key that isn’t open any more', async (harness) => harness.advance(30 * minute + second)],
])(
  'a caller who delays the request’s body has only the rights left at its end: %s',
  async (_, end) => {
    const harness = new StaffHarness()
    const operator = await harness.addStaff('olu', 'operator')
    const key = await harness.createKey(operator)
    await harness.addReader('mallory')
    const change = { account: 'mallory', role: 'operator' }
    const refused = await harness.callWithKey(key, 'PUT', '/api/desk/staff', change)
    expect((await harness.confirm(operator, refused)).status).toBe(204)
    const { body, finish } = holdBody(JSON.stringify(change))
    const init = {
      method: 'PUT',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Content-Length': String(JSON.stringify(change).length),
      },
      body,
      duplex: 'half',
    }
    const pending = harness.request('/api/desk/staff', init)
    await finish(() => end(harness, operator))
    expect((await pending).ok).toBe(false)
    expect(await harness.readRole('mallory')).toBeUndefined()
  },
)

/** Creates a request body that is incomplete until the Worker reads it and calls `finish`. */
function holdBody(text: string) {
  const read = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const source = {
    async pull(controller: ReadableStreamDefaultController) {
      read.resolve()
      await free.promise
      controller.enqueue(new TextEncoder().encode(text))
      controller.close()
    },
  }
  const finish = async (end: () => Promise<unknown>) => {
    await read.promise
    await end()
    free.resolve()
  }
  return { body: new ReadableStream(source, { highWaterMark: 0 }), finish }
}

describe('a key whose creation has begun', () => {
  let eva: Browser

  it.each<[string, End]>([
    [
      'the role is taken away',
      (_, operator) => operator.send('PUT', '/api/desk/staff', { account: 'eva', role: null }),
    ],
    [
      'its owner logs out everywhere',
      async (harness) => {
        harness.advance(second)
        await harness.copyBrowser(eva).send('DELETE', '/api/sessions')
      },
    ],
  ])('isn’t created if %s in the meantime', async (_, end) => {
    const harness = new StaffHarness()
    const operator = await harness.addStaff('olu', 'operator')
    eva = await harness.addStaff('eva', 'editor')
    harness.meter.maxAttempts = 2
    const { firestore } = harness.database
    const { commit } = firestore
    firestore.commit = async (writes) => {
      firestore.commit = commit
      await end(harness, operator)
      return commit(writes)
    }
    const created = eva.send('POST', '/api/desk/keys', { name: 'A laptop' })
    await expectRefusal(created, 404, 'not_found')
    expect(await harness.queryAll({ collection: 'accessKeys' })).toEqual([])
  })
})

it('removing a role that somebody doesn’t have removes leftover keys', async () => {
  const harness = new StaffHarness()
  const operator = await harness.addStaff('olu', 'operator')
  await harness.createKey(await harness.addStaff('eva', 'editor'))
  await harness.merge('users/eva', { role: null })
  const change = { account: 'eva', role: null }
  expect((await operator.send('PUT', '/api/desk/staff', change)).status).toBe(200)
  expect(await harness.queryAll({ collection: 'accessKeys' })).toEqual([])
})
