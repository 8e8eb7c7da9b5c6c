/** For tests: writes and reads whole exports, and checks that no body is unsafe. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
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
import { buildZip } from './zip-fixture.ts'

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

export const samples = join(import.meta.dirname, 'samples')

export function createExportReader(reader: ImportReader) {
  const path = join(createTestFolder(), 'export.file')
  const readText = (content: string | Uint8Array) => {
    writeFileSync(path, content)
    return readExport(reader, path)
  }
  return {
    read: (other: string) => readExport(reader, other),
    sample: (name: string) => readExport(reader, join(samples, name)),
    readText,
    readZip: (files: Readonly<Record<string, string>>) =>
      readText(buildZip(Object.entries(files).map(([name, content]) => ({ name, content })))),
  }
}
