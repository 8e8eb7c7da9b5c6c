import { createExportReader, samples } from '../../testing/read-export.ts'
import { createWordPressReader, type WordPressOptions } from '../read-wordpress.ts'

export { samples }

const createReader = (options: WordPressOptions = {}) =>
  createExportReader(createWordPressReader(options))
export const sample = (name: string, options?: WordPressOptions) =>
  createReader(options).sample(name)
export const readText = (content: string | Uint8Array, options?: WordPressOptions) =>
  createReader(options).readText(content)

export const buildWxr = (content: string, { declaration = '', before = '', more = '' } = {}) =>
  `<?xml version="1.0"${declaration}?>${before}<rss version="2.0"><channel><wp:wxr_version>1.2</wp:wxr_version>
<item><title>One</title><wp:post_id>1</wp:post_id><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${more}
<content:encoded><![CDATA[${content}]]></content:encoded></item></channel></rss>`
