import { afterAll, describe, expect, it } from 'vitest'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { stack } from '../edge-client.ts'

const firestore = connectFirestore(stack.buildEnvironment)
const paths = (count: number) =>
  Array.from({ length: count }, (_, index) => `cursor-test/${String(index).padStart(4, '0')}`)

/** A whole page of a query, which is also the most that one commit takes. */
const page = 500

describe('a query of more than one page', () => {
  afterAll(async () => {
    await firestore.commit(paths(page).map((remove) => ({ remove })))
    await firestore.commit([{ remove: 'cursor-test/last' }])
  })

  it('passes a full page of documents that share one microsecond exactly once', async () => {
    const write = (set: string) => ({ set, fields: {}, serverTimes: ['updatedAt'] })
    expect(await firestore.commit(paths(page).map(write))).toMatchObject({ ok: true })
    expect(await firestore.commit([write('cursor-test/last')])).toMatchObject({ ok: true })
    const sizes: number[] = []
    const ids: string[] = []
    const query = { collection: 'cursor-test', orderBy: 'updatedAt' }
    for await (const answer of firestore.pages(query)) {
      if (!answer.ok || sizes.length > 2) throw new Error('the pages do not end')
      sizes.push(answer.value.documents.length)
      ids.push(...answer.value.documents.map(({ id }) => id))
    }
    expect(sizes).toEqual([page, 1])
    expect(new Set(ids).size).toBe(page + 1)
    expect(ids.at(-1)).toBe('last')
  })
})
