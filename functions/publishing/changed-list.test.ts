import { beforeEach, describe, expect, it } from 'vitest'
import { readOverlap } from '../../src/contracts/built.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { outagePause } from '../account/outage.ts'
import type { Query, QueryAnswer } from '../adapters/firestore.ts'
import {
  type ChangedList,
  createChangedList,
  mostChanges,
  mostWithdrawn,
  rememberedFor,
} from './changed-list.ts'

const built = new Date('2026-11-01T12:00:00Z')

/** Milliseconds since the build. */
let time: number
let list: ChangedList
let queries: Query[]
/** Slug, fields, and when they were written. */
let stored: [string, Record<string, unknown>, number][]
let isUp: boolean
/** Whether it is this query that fails. */
let failing: (query: Query) => boolean
/** Lets answers wait until they are let go. */
let held: (() => void)[] | null
let note: Date | null
let kept: Promise<unknown>[]

const at = (milliseconds: number) => new Date(built.getTime() + milliseconds)

async function answer(query: Query): Promise<QueryAnswer> {
  const { is, value } = query.where![0]!
  type Found = { id: string; fields: { updatedAt: Date; status?: unknown } }
  const latest = new Map<string, Found>()
  for (const [id, fields, writtenAt] of stored) {
    latest.set(id, { id, fields: { updatedAt: at(writtenAt), ...fields } })
  }
  const documents = [...latest.values()]
    .filter(({ id, fields }) =>
      is === 'EQUAL'
        ? fields.status === value && id > (query.afterId ?? '')
        : fields.updatedAt >= (value as Date),
    )
    .sort((one, other) =>
      query.newestFirst
        ? other.fields.updatedAt.getTime() - one.fields.updatedAt.getTime()
        : one.id.localeCompare(other.id),
    )
    .slice(0, query.limit)
    .map((document) => ({ ...document, updateTime: '' }))
  return { documents, readAt: at(time) }
}

beforeEach(() => {
  time = 60_000
  queries = []
  stored = []
  isUp = true
  failing = () => false
  held = null
  note = built
  kept = []
  list = createChangedList({
    firestore: {
      async query(query) {
        queries.push(query)
        const found = await answer(query)
        if (held) await new Promise<void>((resolve) => held!.push(resolve))
        return isUp && !failing(query)
          ? succeed(found)
          : fail({ kind: 'unavailable', reason: 'TimeoutError' })
      },
    },
    builtAt: async () => note,
    now: () => at(time),
    log: () => {},
  })
})

const find = (slug: string, patience = 10_000) =>
  list.find(slug, patience, (work) => kept.push(work))
const statusOf = async (slug: string) => (await find(slug))?.status ?? null
const put = (slug: string, status: string, writtenAt = time) =>
  void stored.push([slug, { status }, writtenAt])

describe('the list of what has changed since the build', () => {
  it('asks for the fields and the time that it needs, and no more', async () => {
    await find('anything')
    expect(queries).toMatchObject([
      {
        collection: 'articles',
        where: [{ is: 'GREATER_THAN_OR_EQUAL', value: at(-readOverlap) }],
        newestFirst: true,
        limit: mostChanges,
        fields: ['status', 'access'],
      },
    ])
  })

  it('knows what was published, withdrawn, or not touched', async () => {
    put('new', 'published')
    put('gone', 'withdrawn')
    expect([await statusOf('new'), await statusOf('gone'), await statusOf('other')]).toEqual([
      'published',
      'withdrawn',
      null,
    ])
  })

  it('answers everybody for five seconds, and sees what came then', async () => {
    await find('one')
    put('one', 'published')
    for (const wait of [0, 1, rememberedFor - 2]) {
      time += wait
      expect(await statusOf('one')).toBeNull()
    }
    time += 1
    expect(await statusOf('one')).toBe('published')
    expect(queries).toHaveLength(2)
  })

  it('is asked once for all who come meanwhile', async () => {
    put('one', 'published')
    held = []
    const all = Promise.all(Array.from({ length: 50 }, () => statusOf('one')))
    await expect.poll(() => held!.length).toBe(1)
    held[0]!()
    expect(new Set(await all)).toEqual(new Set(['published']))
    expect(queries).toHaveLength(1)
    // Whoever began it may be gone before it is over.
    expect(kept).toHaveLength(1)
  })

  it('reads again only what came lately, and forgets nothing', async () => {
    put('first', 'published')
    await find('first')
    time += 3_600_000
    put('second', 'published')
    expect(await statusOf('second')).toBe('published')
    expect(await statusOf('first')).toBe('published')
    time += rememberedFor
    put('first', 'withdrawn')
    expect(await statusOf('first')).toBe('withdrawn')
    expect((queries[2]!.where![0]!.value as Date) > at(0)).toBe(true)
  })

  it('finds out at once when it is told that something was published', async () => {
    await find('one')
    put('one', 'published')
    list.forget()
    expect(await statusOf('one')).toBe('published')
  })

  it('does not take an answer for news that was on its way before it was told', async () => {
    held = []
    const before = find('one')
    await expect.poll(() => held!.length).toBe(1)
    list.forget()
    put('one', 'published')
    const after = statusOf('one')
    await expect.poll(() => held!.length).toBe(2)
    for (const letGo of held.toReversed()) letGo()
    expect(await after).toBe('published')
    await before
    expect(await statusOf('one')).toBe('published')
    expect(queries).toHaveLength(2)
  })

  it('keeps the newest where more has changed than it holds', async () => {
    for (let count = 0; count < mostChanges + 100; count++) put(`a-${count}`, 'published', count)
    expect(await statusOf('a-99')).toBeNull()
    expect(await statusOf('a-100')).toBe('published')
    time += rememberedFor
    put('b', 'published')
    expect(await statusOf('b')).toBe('published')
    expect(await statusOf('a-100')).toBeNull()
    expect(await statusOf('a-101')).toBe('published')
  })

  /** One withdrawal, and so many publications after it, as an import makes them. */
  function withdrawAndImport(withdrawals = 1) {
    for (let count = 0; count < withdrawals; count++) {
      put(`gone-${String(count).padStart(4, '0')}`, 'withdrawn')
    }
    for (let count = 1; count <= 600; count++) put(`a-${count}`, 'published', time + count)
    time += 600
  }

  it('keeps what was withdrawn whatever is published after it: where it was known', async () => {
    put('gone-0000', 'withdrawn')
    expect(await statusOf('gone-0000')).toBe('withdrawn')
    time += rememberedFor
    withdrawAndImport()
    expect(await statusOf('gone-0000')).toBe('withdrawn')
    for (const _ of [1, 2, 3]) {
      time += 3_600_000
      withdrawAndImport()
      expect(await statusOf('gone-0000')).toBe('withdrawn')
      expect(await statusOf('a-600')).toBe('published')
    }
  })

  it.each([false, true])('and where it was not, on a list that has run: %s', async (hasRun) => {
    if (hasRun) await find('anything')
    time += rememberedFor
    queries = []
    withdrawAndImport()
    expect([await statusOf('gone-0000'), await statusOf('a-600')]).toEqual([
      'withdrawn',
      'published',
    ])
    const fields = ['status', 'access', 'updatedAt']
    const where = [{ is: 'EQUAL', value: 'withdrawn' }]
    expect(queries).toMatchObject([{}, { where, fields, limit: mostChanges }])
  })

  it('finds them page by page, and reads so many at most', async () => {
    withdrawAndImport(mostChanges + 1)
    put('zz-gone', 'withdrawn', 0)
    expect(await statusOf(`gone-0${mostChanges}`)).toBe('withdrawn')
    expect(await statusOf('zz-gone')).toBe('withdrawn')
    expect(queries).toHaveLength(3)
    withdrawAndImport(mostWithdrawn + 1)
    queries = []
    time += rememberedFor
    await find('anything')
    expect(queries).toHaveLength(1 + mostWithdrawn / mostChanges)
  })

  it('says nothing of what was withdrawn before the build, and of what has come back', async () => {
    put('before', 'withdrawn', -readOverlap - 1)
    put('back', 'withdrawn')
    withdrawAndImport()
    expect([await statusOf('before'), await statusOf('back')]).toEqual([null, 'withdrawn'])
    time += rememberedFor
    put('back', 'published')
    withdrawAndImport()
    expect(await statusOf('back')).toBeNull()
  })

  it('asks again where nobody said which are withdrawn', async () => {
    withdrawAndImport()
    failing = (query) => query.where![0]!.is === 'EQUAL'
    expect(await statusOf('gone-0000')).toBeNull()
    failing = () => false
    time += outagePause
    expect(await statusOf('gone-0000')).toBe('withdrawn')
  })

  it('says nothing of a document that is none, and none the less of the others', async () => {
    stored.push(['odd', { status: 7 }, time])
    put('one', 'published')
    expect([await statusOf('odd'), await statusOf('one')]).toEqual([null, 'published'])
  })

  it('asks nothing for a site that does not say when it was built', async () => {
    note = null
    expect(await statusOf('one')).toBeNull()
    expect(queries).toEqual([])
  })
})

describe('while Firestore is away', () => {
  it('the last known list stands, and one in a while finds out whether it is back', async () => {
    put('one', 'withdrawn')
    await find('one')
    isUp = false
    time += rememberedFor
    for (const wait of [0, 1, outagePause - 2]) {
      time += wait
      expect(await statusOf('one')).toBe('withdrawn')
    }
    expect(queries).toHaveLength(2)
    isUp = true
    put('two', 'published')
    time += 1
    expect(await statusOf('two')).toBe('published')
    expect(queries).toHaveLength(3)
  })

  it('and slow, nobody waits longer than they have patience, counted from the first', async () => {
    held = []
    expect(await find('one', 1)).toBeNull()
    time += 5
    // Asked for five milliseconds ago, and so over for whoever waits no longer.
    expect(await find('one', 1)).toBeNull()
    put('one', 'published')
    expect(queries).toHaveLength(1)
  })

  it('a query that is never answered is given up', async () => {
    held = []
    await find('one', 1)
    put('one', 'published')
    time += 60_000
    held = null
    expect(await statusOf('one')).toBe('published')
  })
})
