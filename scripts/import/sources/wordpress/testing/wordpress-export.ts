import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestFolder } from '../../../../shared/testing/test-folder.ts'
import { readExport } from '../../testing/read-export.ts'
import { createWordPressReader, type WordPressOptions } from '../read-wordpress.ts'

export const samples = join(import.meta.dirname, '../../testing/samples')
const folder = createTestFolder()

const read = (path: string, options: WordPressOptions = {}) =>
  readExport(createWordPressReader(options), path)
export const sample = (name: string, options?: WordPressOptions) =>
  read(join(samples, name), options)

export function readText(content: string | Uint8Array, options?: WordPressOptions) {
  const path = join(folder, 'export.xml')
  writeFileSync(path, content)
  return read(path, options)
}

export const buildWxr = (content: string, { declaration = '', before = '', more = '' } = {}) =>
  `<?xml version="1.0"${declaration}?>${before}<rss version="2.0"><channel><wp:wxr_version>1.2</wp:wxr_version>
<item><title>One</title><wp:post_id>1</wp:post_id><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${more}
<content:encoded><![CDATA[${content}]]></content:encoded></item></channel></rss>`
