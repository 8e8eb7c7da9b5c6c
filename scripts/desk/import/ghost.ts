/**
 * Reads an export of Ghost 4 to 6 (older ones as far as they agree), from the HTML that it carries.
 * The file is one JSON text and held as a whole; posts are converted one at a time.
 */
import { fail, succeed } from '../../../src/domain/result.ts'
import { readExportFile } from './ghost/export-file.ts'
import { authorOf, authorsOf, readPost } from './ghost/post.ts'
import type { ImportReader } from './imported.ts'

async function* readExport(path: string): ReturnType<ImportReader> {
  const read = await readExportFile(path)
  if (!read.ok) return yield fail(read.failure)
  const tables = read.value
  for (const { table, number, reason } of tables.broken) {
    const sourceId = `ghost:${table}:row:${number}`
    yield succeed({ item: 'left-out', sourceId, title: `${table}, row ${number}`, reason })
  }
  const known = new Set<string>()
  for (const [index, row] of tables.posts.entries()) {
    const item = readPost(row, index + 1, tables)
    if (item.item === 'post') {
      const { id, author_id } = row as { id: string | number; author_id?: string | number | null }
      for (const user of authorsOf(
        { id: String(id), author_id: author_id == null ? null : String(author_id) },
        tables,
      )) {
        if (known.has(user.id)) continue
        known.add(user.id)
        yield succeed({ item: 'author', author: authorOf(user) })
      }
    }
    yield succeed(item)
  }
}

export function readGhost(): ImportReader {
  return readExport
}
