import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { ImportedItem, ImportFailure } from '../items/imported-item.ts'
import { noteLoss } from '../items/note.ts'
import { buildImportedPost } from '../items/testing/build-imported-post.ts'
import { createItemSpool } from './item-spool.ts'

const post = buildImportedPost({
  title: 'A\u2028line, "quoted"',
  body: 'One.\n\nTwo.\r\n',
  publishedAt: new Date('2020-01-02T03:04:05Z'),
  notes: [noteLoss('a')],
})
const items: ImportedItem[] = [
  { item: 'excluded', sourceId: 'a:2', title: '', reason: 'b' },
  { item: 'post', post },
  { item: 'post', post: { ...post, body: 'word '.repeat(100_000) } },
]

const collect = <Item>(source: AsyncIterable<Item>): Promise<Item[]> =>
  Readable.from(source).toArray()

async function* yieldItems(): AsyncGenerator<Result<ImportedItem, ImportFailure>> {
  for (const item of items) yield succeed(item)
}

it('the spool returns the stored items every time it’s read', async () => {
  using spool = createItemSpool()
  expect(await collect(spool.store(yieldItems()))).toEqual(items.map(succeed))
  expect(await collect(spool.read())).toEqual(items)
  expect(await collect(spool.read())).toEqual(items)
})

it('the spool passes on a failure', async () => {
  using spool = createItemSpool()
  const failure = fail({ reason: 'broken' })
  async function* yieldFailure() {
    yield failure
  }
  expect(await collect(spool.store(yieldFailure()))).toEqual([failure])
})
