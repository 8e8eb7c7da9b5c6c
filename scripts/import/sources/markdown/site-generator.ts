/** A site's generator: where its texts are, what it hides, and which addresses it makes. */
import { normalize } from 'node:path/posix'
import { getField, toText } from './front-matter-fields.ts'
import type { FrontMatter } from './front-matter-syntax.ts'

/** A text, with what decides its address. */
export type SourcePage = {
  readonly path: string
  /** The path below its folder, without the extension. */
  readonly name: string
  readonly folder: string
  /** The data with what the text inherits. */
  readonly data: FrontMatter
  readonly title: string | null
  /** Its UTC fields are the date as addresses show it. */
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
  /** The zone in which addresses show dates that name one; null for the date as written. */
  readonly dateZone: string | null
  /** The addresses that the tool makes for a text; null if that needs a template or a missing field. */
  readonly findAddresses: (page: SourcePage) => readonly string[] | null
  /** Default front matter of a text, the most general first. `own` is its own. */
  readonly defaults: (path: string, own: FrontMatter) => readonly unknown[]
  /** The reason that the tool skips a file; null if it renders it. */
  readonly findSkipReason: (path: string) => string | null
  /** The ends of the names of texts that the tool renders. */
  readonly textExtensions: readonly string[]
  /** Names of dates that the settings add. */
  readonly dateFields?: {
    readonly publishDate: readonly string[]
    readonly expiryDate: readonly string[]
  }
  /** The folders of layouts whose front matter is also that of their texts, each with a slash. */
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

/** Front matter that names the whole address. */
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

/** Hosts of settings that nobody has filled in, and of a developer's machine. */
const placeholderHost = /^(?:localhost|[\d.]+|\[.*|(?:.+\.)?example\.(?:com|org|net))$/

export function toSiteAddress(origin: unknown, path?: unknown): string | null {
  const url = URL.parse(`${toText(origin) ?? ''}${toText(path) ?? ''}`)
  if (!url || !/^https?:$/.test(url.protocol) || placeholderHost.test(url.hostname)) return null
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '')
}
