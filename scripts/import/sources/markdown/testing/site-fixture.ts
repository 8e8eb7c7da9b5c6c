import { createTestFolder, type TestFiles } from '../../../../shared/testing/test-folder.ts'
import { htmlToMarkdown } from '../../../html-to-markdown/html-to-markdown.ts'
import type { ImportedItem, ImportedPost } from '../../../items/imported-item.ts'
import { formatNote } from '../../../items/note.ts'
import { createMarkdownReader } from '../read-markdown.ts'

export async function readItems(root: string, zone = 'UTC', now?: Date): Promise<ImportedItem[]> {
  const items: ImportedItem[] = []
  const read = createMarkdownReader({ zone, html: htmlToMarkdown, ...(now ? { now } : {}) })
  for await (const item of read(root)) {
    if (!item.ok) throw new Error(item.failure.reason)
    if (item.value.item !== 'site') items.push(item.value)
  }
  return items
}

const fileNameFromId = (sourceId: string) => sourceId.replace('markdown:', '')

/** A post whose notes are formatted as text. */
type ReadPost = Omit<ImportedPost, 'notes'> & { readonly notes: readonly string[] }

export function groupPostsByFile(items: readonly ImportedItem[]): Record<string, ReadPost> {
  const posts = items.flatMap((item) => (item.item === 'post' ? [item.post] : []))
  return Object.fromEntries(
    posts.map((post) => [
      fileNameFromId(post.sourceId),
      { ...post, notes: post.notes.map(formatNote) },
    ]),
  )
}

/** Returns the reason why each file is left out, by file name. */
export function groupExcludedByFile(items: readonly ImportedItem[]): Record<string, string> {
  const rows = items.flatMap((item) => (item.item === 'excluded' ? [item] : []))
  return Object.fromEntries(
    rows.map(({ sourceId, line, reason }) => [
      fileNameFromId(sourceId),
      line === undefined ? reason : `line ${line}: ${reason}`,
    ]),
  )
}

/** Throws if anything is left out. */
export async function readPosts(files: TestFiles, zone?: string) {
  const items = await readItems(createTestFolder(files), zone)
  const leftOut = groupExcludedByFile(items)
  if (Object.keys(leftOut).length > 0) throw new Error(JSON.stringify(leftOut))
  return groupPostsByFile(items)
}
