/** Exports that break the rules of XML in ways that can be repaired. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { formatNote } from '../../items/note.ts'
import { readExport } from '../testing/read-export.ts'
import { createWordPressReader } from './read-wordpress.ts'

const folder = createTestFolder()

const path = join(folder, 'salt.xml')
writeFileSync(
  path,
  `<rss version="2.0"><channel><wp:wxr_version>1.2</wp:wxr_version>
<item><title>One</title><wp:post_id>1</wp:post_id><wp:status>publish</wp:status>
<wp:post_type>post</wp:post_type><excerpt:encoded>
Tea & salt;\u0001</excerpt:encoded>
<content:encoded><![CDATA[tea & salt\u0008]]></content:encoded></item></channel></rss>`,
)

it('names the line of an unescaped ampersand, and how to repair it', async () => {
  const { posts, failure } = await readExport(createWordPressReader(), path)
  expect(posts).toEqual([])
  expect(failure).toEqual({ line: 4, reason: expect.stringContaining('--repair') })
})

it('repairs unescaped ampersands and control characters, and reports each', async () => {
  const reader = createWordPressReader({ isRepair: true })
  const { items, posts, failure } = await readExport(reader, path)
  expect(failure).toBeUndefined()
  expect(posts).toMatchObject([{ body: 'tea & salt', dek: 'Tea & salt;', notes: [] }])
  const notes = items.flatMap((item) => (item.item === 'note' ? [formatNote(item.note)] : []))
  expect(notes.sort()).toEqual([
    'an unescaped “&” was escaped, in line 4',
    'control characters were removed in line 4',
    'control characters were removed in line 5',
  ])
})
