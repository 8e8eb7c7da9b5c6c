/** For tests: reads a whole export, and checks that no body is unsafe. */

import { expect } from 'vitest'
import {
  findUnsafeMarkup,
  renderConvertedBody,
} from '../../html-to-markdown/testing/rendered-body.ts'
import type {
  ImportedItem,
  ImportFailure,
  ImportReader,
  SourceSite,
} from '../../items/imported-item.ts'
import { formatNote } from '../../items/note.ts'

export async function readExport(reader: ImportReader, path: string) {
  const items: ImportedItem[] = []
  let site: SourceSite | undefined
  let failure: ImportFailure | undefined
  for await (const result of reader(path)) {
    expect(failure).toBeUndefined()
    if (result.ok && result.value.item === 'site') site = result.value.site
    else if (result.ok) items.push(result.value)
    else failure = result.failure
  }
  const posts = items.flatMap((item) =>
    item.item === 'post' ? [{ ...item.post, notes: item.post.notes.map(formatNote) }] : [],
  )
  for (const { body } of posts) expect(findUnsafeMarkup(renderConvertedBody(body))).toEqual([])
  const authors = items.flatMap((item) => (item.item === 'author' ? [item.author] : []))
  const excluded = items.flatMap((item) => (item.item === 'excluded' ? [item] : []))
  return { items, site, posts, authors, excluded, failure }
}
