/**
 * Reads Blogger's Atom: the file of “Back up content”, or Google Takeout's `feed.atom`. Takes two passes, and holds one
 * post in memory at a time.
 */
import { fail, succeed } from '../../../../src/domain/result.ts'
import { createAuthorFilter, type ImportReader } from '../../items/imported-item.ts'
import { noteForEditor } from '../../items/note.ts'
import { readXmlRecords, type XmlFormat } from '../wordpress/xml-records.ts'
import {
  convertEntry,
  findEntryKind,
  findEntryUrl,
  findParentId,
  readEntryId,
} from './blogger-entry.ts'

const atom: XmlFormat = { name: 'a Blogger export', root: 'feed', depth: 1 }
const readRecords = (path: string) => readXmlRecords(path, false, undefined, atom)

const privacyFinding =
  'the file doesn’t say whether the blog was private: its published posts are published here too'

type BloggerIndex = {
  readonly site: string | undefined
  /** The number of comments, by the post's id. */
  readonly comments: ReadonlyMap<string, number>
}

/** Stops at an error of the file, which the second pass reports. */
async function indexFeed(path: string): Promise<BloggerIndex> {
  const comments = new Map<string, number>()
  let site: string | undefined
  for await (const read of readRecords(path)) {
    if (!read.ok) break
    if (read.value.name !== 'entry') continue
    const kind = findEntryKind(read.value)
    if (kind !== 'comment') {
      site ??= kind ? findEntryUrl(read.value)?.origin : undefined
      continue
    }
    const parent = findParentId(read.value)
    comments.set(parent, (comments.get(parent) ?? 0) + 1)
  }
  return { site, comments }
}

export async function* readBloggerExport(path: string): ReturnType<ImportReader> {
  const { site, comments } = await indexFeed(path)
  const listNewAuthors = createAuthorFilter()
  let isBlogger = false
  for await (const read of readRecords(path)) {
    if (!read.ok) return yield read
    const { name, text, children } = read.value
    if (name === 'id' && text.trim().startsWith('tag:blogger.com')) isBlogger = true
    if (name !== 'entry') continue
    const id = children.find((child) => child.name === 'id')?.text.trim() ?? ''
    if (!isBlogger && !id.startsWith('tag:blogger.com')) break
    isBlogger = true
    const kind = findEntryKind(read.value)
    if (kind !== 'post' && kind !== 'page') continue
    const context = { site, comments: comments.get(readEntryId(id)) ?? 0 }
    const item = convertEntry(read.value, kind, context)
    for (const key of listNewAuthors(item)) {
      const author = { key, name: key, slug: key, bio: null, portrait: null, formerAddresses: [] }
      yield succeed({ item: 'author', author })
    }
    yield succeed(item)
  }
  if (!isBlogger)
    return yield fail({
      reason: 'isn’t a Blogger export: no entry has a Blogger id. Export the blog again.',
    })
  yield succeed({ item: 'note', note: noteForEditor(privacyFinding) })
  yield succeed({ item: 'site', site: { address: site ?? null, likelyAddress: site ?? null } })
}
