import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestFolder, writeTestFiles } from '../../shared/testing/test-folder.ts'
import { type ExportLimits, openExportFiles } from './export-files.ts'
import { buildZip, type ZipFixtureEntry } from './testing/zip-fixture.ts'

const folder = createTestFolder()

const limits: ExportLimits = { maxFiles: 4, maxTotalBytes: 1000, maxFileBytes: 400 }
const marker = /posts\.csv$/

function storeZip(content: Uint8Array): string {
  const path = join(folder, 'export.zip')
  writeFileSync(path, content)
  return path
}

/** Returns the files by name, or the reason why they can't be read. */
async function readFiles(path: string): Promise<Record<string, string> | string> {
  const opened = await openExportFiles(path, marker, limits)
  if (!opened.ok) return opened.failure.reason
  const { names, readText, close } = opened.value
  const files: Record<string, string> = {}
  for (const name of names) {
    const text = await readText(name)
    files[name] = text.ok ? text.value : `! ${text.failure}`
  }
  close()
  return files
}
const readZip = (entries: readonly ZipFixtureEntry[]) => readFiles(storeZip(buildZip(entries)))

const posts = { name: 'posts.csv', content: 'id,title' }

describe('a ZIP file', () => {
  it('is read file by file, whether stored or deflated', async () => {
    const files = await readZip([
      posts,
      { name: 'posts/', content: '', isStored: true },
      { name: 'posts/1.é.html', content: '<p>é</p>', isStored: true },
    ])
    expect(files).toEqual({ 'posts.csv': 'id,title', 'posts/1.é.html': '<p>é</p>' })
  })

  it('is read without its enclosing folder', async () => {
    const files = await readZip([
      { ...posts, name: 'my-export/posts.csv' },
      { name: 'my-export/posts/1.html', content: 'a' },
      { name: 'my-export/copy/posts.csv', content: 'b' },
      { name: '__MACOSX/x', content: 'c' },
    ])
    expect(files).toEqual({ 'posts.csv': 'id,title', 'posts/1.html': 'a', 'copy/posts.csv': 'b' })
  })

  it.each([
    ['../posts.csv', 'leads out of the archive'],
    ['/posts.csv', 'leads out of the archive'],
    ['C:/posts.csv', 'leads out of the archive'],
    ['a\\..\\posts.csv', 'leads out of the archive'],
    ['a/../../posts.csv', 'leads out of the archive'],
  ])('is refused with a file named %s', async (name, reason) => {
    expect(await readZip([posts, { name, content: 'x' }])).toContain(reason)
  })

  it.each<[string, readonly ZipFixtureEntry[], string]>([
    ['a password', [{ ...posts, isEncrypted: true }], 'protected with a password'],
    ['two files with one name', [posts, posts], 'two files named posts.csv'],
    ['too many files', Array(5).fill(posts), 'more than 4 files'],
    [
      'too much data in total',
      ['a', 'b', 'c'].map((name) => ({ name, content: 'x'.repeat(390) })),
      'unpacks to more than 0 MB',
    ],
  ])('is refused with %s', async (_, entries, reason) => {
    expect(await readZip(entries)).toContain(reason)
  })

  it('is refused if it’s cut off anywhere', async () => {
    const whole = buildZip([posts, { name: 'posts/1.html', content: 'text' }])
    for (let length = 0; length < whole.length; length += 7) {
      const files = await readFiles(storeZip(whole.subarray(0, length)))
      expect(files, `${length} bytes`).toMatch(/isn’t a ZIP file|damaged ZIP file/)
    }
  })

  it('is refused with files that are too large, larger than stated, or damaged', async () => {
    const damaged = buildZip([{ name: 'a', content: 'abcdefgh'.repeat(9) }])
    damaged.fill(0xff, 31, 40)
    expect(await readFiles(storeZip(damaged))).toEqual({ a: '! is damaged in the ZIP file' })
    expect(
      await readZip([
        { name: 'bomb', content: 'x'.repeat(5_000_000), statedSize: 10 },
        { name: 'large', content: 'x'.repeat(401) },
        { name: 'latin', content: Buffer.from('café', 'latin1') },
      ]),
    ).toEqual({
      bomb: '! is damaged in the ZIP file',
      large: '! is larger than 0 MB',
      latin: '! contains bytes that aren’t UTF-8',
    })
  })
})

describe('a folder', () => {
  const root = join(folder, 'unpacked')

  it('is read like the same ZIP file, without links', async () => {
    writeTestFiles(root, { 'out/posts.csv': 'id,title', 'out/posts/1.html': 'a' })
    writeFileSync(join(folder, 'secret'), 'secret')
    symlinkSync(join(folder, 'secret'), join(root, 'out/link.html'))
    symlinkSync(folder, join(root, 'out/up'))
    expect(await readFiles(root)).toEqual({ 'posts.csv': 'id,title', 'posts/1.html': 'a' })
  })

  it('is refused with too many files', async () => {
    for (const name of ['b', 'c', 'd']) writeTestFiles(root, { [`out/posts/${name}.html`]: name })
    expect(await readFiles(root)).toContain('has more than 4 files')
  })
})

it('a path that is neither a ZIP file nor a folder is reported', async () => {
  expect(await readFiles(join(folder, 'missing'))).toContain('can’t be read')
  expect(await readFiles(storeZip(Buffer.from('text')))).toContain('isn’t a ZIP file')
})
