/** Reads Ghost 4 to 6, older exports in part. The file is one JSON text, so all of it is in memory. */
import { fail, succeed } from '../../../../src/domain/result.ts'
import type { ImportReader } from '../../items/imported-item.ts'
import { readGhostTables } from './ghost-export.ts'
import { convertGhostAuthor, convertGhostPost } from './ghost-post.ts'

export const readGhostExport: ImportReader = async function* (path) {
  const read = await readGhostTables(path)
  if (!read.ok) return yield fail(read.failure)
  const tables = read.value
  const likelyAddress = tables.likelySite
  yield succeed({ item: 'site', site: { address: null, likelyAddress } })
  for (const { table, number, reason } of tables.broken) {
    const sourceId = `ghost:${table}:row:${number}`
    yield succeed({ item: 'excluded', sourceId, title: `${table}, row ${number}`, reason })
  }
  const seenAuthors = new Set<string>()
  for (const [index, row] of tables.posts.entries()) {
    const { item, authors } = convertGhostPost(row, index + 1, tables)
    for (const user of authors) {
      if (seenAuthors.has(user.id)) continue
      seenAuthors.add(user.id)
      yield succeed({ item: 'author', author: convertGhostAuthor(user) })
    }
    yield succeed(item)
  }
}
