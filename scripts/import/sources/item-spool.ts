/**
 * Holds the items of a source on disk between the two times that an import needs them: it surveys a source first,
 * and converts it only once. The import gets exactly the surveyed items.
 */
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, rmSync, type WriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Result } from '../../../src/domain/result.ts'
import type { ImportedItem, ImportedPost, ImportFailure } from '../items/imported-item.ts'

export type Items = AsyncIterable<Result<ImportedItem, ImportFailure>>

export type ItemSpool = Disposable & {
  /** Passes items on and stores them. Must be read to the end once, before `read`. */
  store(items: Items): AsyncGenerator<Result<ImportedItem, ImportFailure>>
  read(): AsyncGenerator<ImportedItem>
}

export function createItemSpool(): ItemSpool {
  const folder = mkdtempSync(join(tmpdir(), 'desk-import-items-'))
  const path = join(folder, 'items.jsonl')
  return {
    async *store(items) {
      const file = createWriteStream(path, { mode: 0o600 })
      try {
        for await (const item of items) {
          if (item.ok) await writeLine(file, item.value)
          yield item
        }
      } finally {
        file.end()
        await once(file, 'close')
      }
    },
    async *read() {
      const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity })
      for await (const line of lines) yield reviveItem(JSON.parse(line))
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function writeLine(file: WriteStream, item: ImportedItem): Promise<void> {
  // node:readline also ends lines at these characters.
  const line = JSON.stringify(item).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  if (!file.write(`${line}\n`)) await once(file, 'drain')
}

/** JSON has no dates. */
function reviveItem(item: ImportedItem): ImportedItem {
  if (item.item !== 'post') return item
  const { publishedAt, updatedAt } = item.post as unknown as Record<string, string | null>
  const post: ImportedPost = {
    ...item.post,
    publishedAt: publishedAt ? new Date(publishedAt) : null,
    updatedAt: updatedAt ? new Date(updatedAt) : null,
  }
  return { item: 'post', post }
}
