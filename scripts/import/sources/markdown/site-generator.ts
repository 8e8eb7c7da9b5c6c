/** Describes a site's generator: the folders of texts, the texts it hides, and the addresses it creates. */
import { normalize } from 'node:path/posix'
import { getField, toText } from './front-matter-fields.ts'
import type { FrontMatter } from './front-matter-syntax.ts'

/** A text, with the data that decides its address. */
export type SourcePage = {
  readonly path: string
  /** The path below the folder of texts, without the extension. */
  readonly name: string
  readonly folder: string
  /** The text's front matter, including inherited fields. */
  readonly data: FrontMatter
  readonly title: string | null
  /** The date as addresses show it, in the UTC fields. */
  readonly clock: Date | null
}

export type SiteGenerator = {
  readonly tool: 'hugo' | 'jekyll' | 'astro' | 'eleventy' | 'hexo' | 'zola' | 'pelican' | 'plain'
  /** Folders of texts, relative to the root, which is ''. */
  readonly folders: readonly string[]
  /** The address in the site's settings. */
  readonly address: string | null
  /** Authors of texts that don't name any. */
  readonly authors: readonly string[]
  /** The time zone in which addresses show dates that name a zone; null for the date as written. */
  readonly dateZone: string | null
  /** Returns the addresses that the generator creates for a text; null if that needs a template or a missing field. */
  readonly findAddresses: (page: SourcePage) => readonly string[] | null
  /** Returns a text's default front matter, the most general first. `own` is the text's own front matter. */
  readonly defaults: (path: string, own: FrontMatter) => readonly unknown[]
  /** Returns why the generator skips a file; null if it renders the file. */
  readonly findSkipReason: (path: string) => string | null
  /** The file name extensions that the generator renders. */
  readonly textExtensions: readonly string[]
  /** Names of dates that the settings add. */
  readonly dateFields?: {
    readonly publishDate: readonly string[]
    readonly expiryDate: readonly string[]
  }
  /** The folders of layouts whose front matter also applies to their texts, each with a slash. */
  readonly layoutFolders?: readonly string[]
  /** True if only files with front matter are pages. */
  readonly needsFrontMatter: boolean
}

export const defaultSite = {
  address: null,
  authors: [],
  dateZone: null,
  defaults: () => [],
  findSkipReason: () => null,
  textExtensions: ['md', 'markdown', 'mdown', 'mkd', 'mkdn', 'mkdown', 'mdx'],
  needsFrontMatter: false,
} satisfies Partial<SiteGenerator>

/** Reads front matter that names the whole address. */
export const readAddressField = (data: FrontMatter) => {
  const address = toText(getField(data, 'permalink', 'url'))
  return address === null || /^https?:/.test(address) ? null : address
}

/** Null for a folder outside the site; '' for the site's own. */
export function normaliseFolder(folder: unknown): string | null {
  if (typeof folder !== 'string') return null
  const name = normalize(`./${folder}/`).slice(0, -1)
  if (name === '.') return ''
  return /^(?:\.|\/)/.test(name) ? null : name
}

/** Matches placeholder hosts in settings, and hosts of a developer's machine. */
const placeholderHost = /^(?:localhost|[\d.]+|\[.*|(?:.+\.)?example\.(?:com|org|net))$/

export function toSiteAddress(origin: unknown, path?: unknown): string | null {
  const url = URL.parse(`${toText(origin) ?? ''}${toText(path) ?? ''}`)
  if (!url || !/^https?:$/.test(url.protocol) || placeholderHost.test(url.hostname)) return null
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '')
}
