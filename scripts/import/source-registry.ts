import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DeskError } from '../desk/command-line/exit-status.ts'
import type { ImportReader, SourceSite } from './items/imported-item.ts'
import type { ArchivePaths } from './mapping/mapping-template.ts'
import { createSourceIdentity, normaliseSite, type SourceIdentity } from './mapping/source-key.ts'
import { describeFileKind } from './sources/file-kind.ts'

/** The kinds of place that a source can have on the command line. */
export type SourcePlace = 'file' | 'folder' | 'address'

export type ImportSource = {
  readonly accepts: readonly SourcePlace[]
  /** True if a file is a ZIP file; the others are texts. */
  readonly isZip?: true
  readonly archives: ArchivePaths
  readonly identity: SourceIdentity
  /** Returns the folder of the files that a source names; null if it names addresses only. */
  resolveFolder(path: string): string | null
  /** True if `--repair` can repair a broken file. */
  readonly canRepair?: true
  /** `timeZone` is for dates without one. */
  loadReader(timeZone: string, isRepair?: boolean): Promise<ImportReader>
}

/** Recognises the copy of a running site, which is a folder; an export is a file. */
const isSiteCopy = (path: string) => statSync(path).isDirectory()

export const importSources: Readonly<Record<string, ImportSource>> = {
  wordpress: {
    accepts: ['file', 'address'],
    archives: { category: '/category/{slug}', tag: '/tag/{slug}', author: '/author/{slug}' },
    identity: 'random',
    // Other people can write on a running site, and must not refer to the editor's files.
    resolveFolder: (path) => (isSiteCopy(path) ? null : dirname(path)),
    canRepair: true,
    async loadReader(timeZone, isRepair = false) {
      const { createWordPressReader } = await import('./sources/wordpress/read-wordpress.ts')
      const { createWordPressSiteReader } = await import(
        './sources/wordpress-site/read-wordpress-site.ts'
      )
      const [readExport, readSite] = [
        createWordPressReader({ timeZone, isRepair }),
        createWordPressSiteReader(timeZone),
      ]
      return (path) => (isSiteCopy(path) ? readSite(path) : readExport(path))
    },
  },
  ghost: {
    accepts: ['file'],
    archives: { category: '/tag/{slug}', tag: '/tag/{slug}', author: '/author/{slug}' },
    identity: 'oldSite',
    resolveFolder: dirname,
    loadReader: async () => (await import('./sources/ghost/read-ghost.ts')).readGhostExport,
  },
  markdown: {
    accepts: ['folder'],
    archives: { category: '/categories/{slug}', tag: '/tags/{slug}', author: null },
    identity: 'random',
    resolveFolder: (path) => path,
    loadReader: async (timeZone) => {
      const { createMarkdownReader } = await import('./sources/markdown/read-markdown.ts')
      const { htmlToMarkdown } = await import('./html-to-markdown/html-to-markdown.ts')
      return createMarkdownReader({ zone: timeZone, html: htmlToMarkdown })
    },
  },
  substack: {
    accepts: ['file', 'folder'],
    isZip: true,
    archives: { category: null, tag: null, author: null },
    identity: 'likelyAddress',
    resolveFolder: () => null,
    loadReader: async () =>
      (await import('./sources/substack/read-substack.ts')).readSubstackExport,
  },
  blogger: {
    accepts: ['file'],
    archives: { category: null, tag: null, author: null },
    identity: 'random',
    resolveFolder: () => null,
    loadReader: async () => (await import('./sources/blogger/read-blogger.ts')).readBloggerExport,
  },
  medium: {
    accepts: ['file', 'folder'],
    isZip: true,
    archives: { category: null, tag: null, author: null },
    identity: 'random',
    resolveFolder: () => null,
    loadReader: async () => (await import('./sources/medium/read-medium.ts')).readMediumExport,
  },
}

/** Chooses the value of `source` in the mapping file; null if something else identifies the site. */
export function chooseSourceIdentity(
  { identity }: ImportSource,
  { address, likelyAddress }: SourceSite,
  stored: string | null,
): string | null {
  if (address !== null || identity === 'oldSite') return null
  const likelySite = likelyAddress && normaliseSite(likelyAddress)
  return stored ?? (identity === 'likelyAddress' ? likelySite : null) ?? createSourceIdentity()
}

const placeNames = { file: 'a file', folder: 'a folder', address: 'an address' } as const

/** Returns the kind of a path on the command line, or an error for a kind that the source doesn't accept. */
export function findSourcePlace({ accepts, isZip }: ImportSource, path: string): SourcePlace {
  const isAddress = /^https?:\/\//i.test(path) && URL.canParse(path)
  if (!isAddress && !existsSync(path)) throw new DeskError(`${path}: not found. Check the path.`)
  const place = isAddress ? 'address' : statSync(path).isDirectory() ? 'folder' : 'file'
  const kind = place === 'file' ? describeFileKind(path) : null
  const isRightKind = isZip ? kind === 'a ZIP file' || place !== 'file' : kind === null
  if (accepts.includes(place) && isRightKind) return place
  const [zipFile, textFile] = ['a ZIP file', 'the text of an export']
  const named = accepts.map((one) =>
    one === 'file' ? (isZip ? zipFile : textFile) : placeNames[one],
  )
  const advice = kind?.match(/ZIP|compressed|archive/) ? ' Unpack it first.' : ' Choose another.'
  throw new DeskError(
    `${path} is ${kind ?? placeNames[place]}, not ${named.join(' or ')}.${advice}`,
  )
}
