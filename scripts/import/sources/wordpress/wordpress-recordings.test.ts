import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { readExport } from '../testing/read-export.ts'
import { createWordPressReader } from './read-wordpress.ts'

const folder = createTestFolder()

it.each([
  [
    'is before the text, once',
    'Listen.',
    '::audio{src="https://cdn.example/ferry.mp3" title="ferry.mp3"}\n\nListen.',
  ],
  [
    'isn’t added to its link',
    '<a href="https://cdn.example/ferry.mp3">Listen</a>.',
    '[Listen](https://cdn.example/ferry.mp3).',
  ],
])('a podcast’s recording %s', async (_, html, body) => {
  const path = join(folder, 'export.xml')
  const enclosure = 'https://cdn.example/ferry.mp3\n12345\naudio/mpeg\n'
  writeFileSync(
    path,
    `<rss><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>One</title><wp:post_id>1</wp:post_id><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><wp:postmeta><wp:meta_key>enclosure</wp:meta_key><wp:meta_value>${enclosure}</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>audio_file</wp:meta_key><wp:meta_value>https://cdn.example/ferry.mp3</wp:meta_value></wp:postmeta><content:encoded><![CDATA[${html}]]></content:encoded></item></channel></rss>`,
  )
  const { posts } = await readExport(createWordPressReader(), path)
  expect(posts[0]?.body).toBe(body)
  expect(posts[0]?.notes.some((note) => note.includes('custom fields'))).toBe(false)
})
