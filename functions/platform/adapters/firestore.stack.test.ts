import { afterAll, describe, expect, it } from 'vitest'
import { connectFirestore } from '../../../scripts/shared/connect-firestore.ts'
import { stack } from '../../testing/edge-client.ts'

const firestore = connectFirestore(stack.buildEnvironment)
const paths = (count: number) =>
  Array.from({ length: count }, (_, index) => `cursor-test/${String(index).padStart(4, '0')}`)

/** The size of a query's page, and the maximum number of writes in a commit. */
const page = 500

describe('a query of more than one page', () => {
  afterAll(async () => {
    await firestore.commit(paths(page).map((remove) => ({ remove })))
    await firestore.commit([{ remove: 'cursor-test/last' }])
  })

  it('returns each document once, even if a full page shares one microsecond', async () => {
    const write = (set: string) => ({ set, fields: {}, serverTimes: ['updatedAt'] })
    expect(await firestore.commit(paths(page).map(write))).toMatchObject({ ok: true })
    expect(await firestore.commit([write('cursor-test/last')])).toMatchObject({ ok: true })
    const sizes: number[] = []
    const ids: string[] = []
    const query = { collection: 'cursor-test', orderBy: 'updatedAt' }
    for await (const result of firestore.pages(query)) {
      if (!result.ok || sizes.length > 2) throw new Error('the pages do not end')
      sizes.push(result.value.documents.length)
      ids.push(...result.value.documents.map(({ id }) => id))
    }
    expect(sizes).toEqual([page, 1])
    expect(new Set(ids).size).toBe(page + 1)
    expect(ids.at(-1)).toBe('last')
    const newest = await firestore.query({ ...query, newestFirst: true, limit: 2 })
    if (!newest.ok) throw new Error('not answered')
    expect(newest.value.documents.map(({ id }) => id)).toEqual(['last', ids.at(-2)])
    expect(await firestore.count(query)).toEqual({ ok: true, value: page + 1 })
  })
})

describe('a subcollection', () => {
  const parent = 'cursor-test/parent'
  const child = (name: string) => `${parent}/children/${name}`
  afterAll(async () => {
    await firestore.commit(['one', 'two'].map((name) => ({ remove: child(name) })))
  })

  it('is queried below its document, with selected fields', async () => {
    const stored = await firestore.commit([
      { set: child('one'), fields: { order: 2, large: 'x' } },
      { set: child('two'), fields: { order: 1, large: 'y' } },
    ])
    if (!stored.ok) throw new Error('not stored')
    const query = { collection: 'children', parent, orderBy: 'order', fields: [] }
    const result = await firestore.query(query)
    if (!result.ok) throw new Error('not answered')
    expect(result.value.documents).toMatchObject([
      { id: 'two', fields: { order: 1 }, updateTime: stored.value.updateTimes[1] },
      { id: 'one', fields: { order: 2 }, updateTime: stored.value.updateTimes[0] },
    ])
    expect(result.value.documents[0]!.fields).not.toHaveProperty('large')
    expect(result.value.readAt.getTime()).toBeGreaterThanOrEqual(Date.parse(stored.value.at))
  })

  it('returns several documents in one call, with selected fields', async () => {
    await firestore.commit([{ set: child('one'), fields: { order: 2, large: 'x' } }])
    const result = await firestore.getAll([child('none'), child('one')], ['order'])
    if (!result.ok) throw new Error('not answered')
    expect(result.value).toMatchObject([null, { id: 'one', fields: { order: 2 } }])
    expect(result.value[1]!.fields).not.toHaveProperty('large')
    expect(await firestore.getAll([])).toEqual({ ok: true, value: [] })
  })

  it('deletes a document only if it’s still the given version', async () => {
    const stored = await firestore.commit([{ set: child('one'), fields: { order: 3 } }])
    if (!stored.ok) throw new Error('not stored')
    const remove = child('one')
    const stale = await firestore.commit([{ remove, ifUpdatedAt: '2020-01-01T00:00:00Z' }])
    expect(stale).toEqual({ ok: false, failure: { kind: 'conflict' } })
    const [ifUpdatedAt] = stored.value.updateTimes
    expect(await firestore.commit([{ remove, ifUpdatedAt: ifUpdatedAt! }])).toMatchObject({
      ok: true,
    })
    expect(await firestore.get(remove)).toEqual({ ok: true, value: null })
  })
})
