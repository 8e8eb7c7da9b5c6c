import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '../shared/testing/test-folder.ts'
import { findSourcePlace, importSources } from './source-registry.ts'
import { buildZip } from './sources/testing/zip-fixture.ts'

const copy = createTestFolder()

it.each(['wordpress', 'substack', 'medium'])(
  'an import from %s reads no other files from the export’s folder',
  (name) => {
    expect(importSources[name]!.resolveFolder(copy)).toBeNull()
  },
)

it.each([
  [
    'wordpress',
    'a ZIP file, not the text of an export or an address. Unpack it first.',
    buildZip([]),
  ],
  ['ghost', 'a compressed file (gzip), not the text of an export. Unpack it first.', '\x1f\x08'],
  ['ghost', 'a web page, not the text of an export.', ' <!DOCTYPE html><p>'],
  ['wordpress', 'an empty file, not the text of an export or an address.', ''],
  ['medium', 'a PDF, not a ZIP file or a folder.', '%PDF-1.4'],
  ['substack', 'a file, not a ZIP file or a folder.', 'post_id,title'],
  ['markdown', 'a ZIP file, not a folder. Unpack it first.', buildZip([])],
])('the source %s is refused if the path is %s', (name, words, content) => {
  const bytes = content === '\x1f\x08' ? new Uint8Array([0x1f, 0x8b, 8, 0]) : content
  const path = join(createTestFolder({ 'a.file': bytes }), 'a.file')
  expect(() => findSourcePlace(importSources[name]!, path)).toThrow(`${path} is ${words}`)
})
