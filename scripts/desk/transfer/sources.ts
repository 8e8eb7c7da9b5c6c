/** What can be imported, and where each system keeps its archives unless told otherwise. */
import { dirname } from 'node:path'
import type { ImportReader } from '../import/imported.ts'
import type { ArchivePaths } from './mapping-plan.ts'

export type Source = {
  readonly archives: ArchivePaths
  /** The folder in which files that a source names are looked for. */
  folderOf(path: string): string
  /** `zone` is whose clock dates without a zone go by. Loaded when asked for. */
  reader(zone: string): Promise<ImportReader>
}

export const sources: Readonly<Record<string, Source>> = {
  wordpress: {
    archives: { category: '/category/{slug}', tag: '/tag/{slug}', author: '/author/{slug}' },
    folderOf: dirname,
    reader: async (zone) => (await import('../import/wordpress.ts')).readWordPress({ zone }),
  },
  ghost: {
    archives: { category: '/tag/{slug}', tag: '/tag/{slug}', author: '/author/{slug}' },
    folderOf: dirname,
    reader: async () => (await import('../import/ghost.ts')).readGhost(),
  },
  markdown: {
    archives: { category: '/categories/{slug}', tag: '/tags/{slug}', author: null },
    folderOf: (path) => path,
    reader: async (zone) => {
      const { readMarkdown } = await import('./markdown/read-markdown.ts')
      const { htmlToMarkdown } = await import('../import/html-to-markdown.ts')
      return readMarkdown({ zone, html: htmlToMarkdown })
    },
  },
}
