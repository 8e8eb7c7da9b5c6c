/** For tests: a folder of files, as the importer reads it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'
import { htmlToMarkdown } from '../../import/html-to-markdown.ts'
import type { ImportedItem, ImportedPost } from '../../import/imported.ts'
import { readMarkdown } from './read-markdown.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export type Files = Readonly<Record<string, string | Uint8Array>>

/** Gone after the test. */
export function siteOf(files: Files): string {
  const root = mkdtempSync(join(tmpdir(), 'markdown-'))
  folders.push(root)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  return root
}

export async function itemsIn(root: string, zone = 'UTC', now?: Date): Promise<ImportedItem[]> {
  const items: ImportedItem[] = []
  const read = readMarkdown({ zone, html: htmlToMarkdown, ...(now ? { now } : {}) })
  for await (const item of read(root)) {
    if (!item.ok) throw new Error(item.failure.reason)
    items.push(item.value)
  }
  return items
}

const nameOf = (sourceId: string) => sourceId.replace('markdown:', '')

/** By the names of their files. */
export function postsAmong(items: readonly ImportedItem[]): Record<string, ImportedPost> {
  const posts = items.flatMap((item) => (item.item === 'post' ? [item.post] : []))
  return Object.fromEntries(posts.map((post) => [nameOf(post.sourceId), post]))
}

/** Why each that is left out is, by its name. */
export function leftOutAmong(items: readonly ImportedItem[]): Record<string, string> {
  const rows = items.flatMap((item) => (item.item === 'left-out' ? [item] : []))
  return Object.fromEntries(rows.map(({ sourceId, reason }) => [nameOf(sourceId), reason]))
}

/** Throws where anything is left out. */
export async function postsOf(files: Files, zone?: string) {
  const items = await itemsIn(siteOf(files), zone)
  const leftOut = leftOutAmong(items)
  if (Object.keys(leftOut).length > 0) throw new Error(JSON.stringify(leftOut))
  return postsAmong(items)
}
