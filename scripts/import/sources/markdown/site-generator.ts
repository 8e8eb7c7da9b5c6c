import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { normalize } from 'node:path/posix'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { createLinearMatcher } from '../../regex/linear-match.ts'
import { readFileInside } from '../source-file.ts'
import { getField, toList, toText } from './front-matter-fields.ts'
import type { FrontMatter } from './front-matter-syntax.ts'

export type SiteGenerator = {
  readonly tool: 'hugo' | 'jekyll' | 'astro' | 'eleventy' | 'plain'
  /** Folders of texts, relative to the root, which is ''. */
  readonly folders: readonly string[]
  /** As its settings name it. */
  readonly address: string | null
  /** Authors of texts that don't name any. */
  readonly authors: readonly string[]
  /** The pattern of a section's addresses; null for the tool's default. */
  readonly permalink: (section: string) => string | null
  /** Default front matter of a text. */
  readonly defaults: (path: string) => readonly unknown[]
  /** The reason that the tool skips a file; null if it renders it. */
  readonly findSkipReason: (path: string) => string | null
}

const configExtensions = ['toml', 'yaml', 'yml', 'json']
const hugoFolder = 'config/_default'
const hugoFiles = ['', `${hugoFolder}/`].flatMap((folder) =>
  ['hugo', 'config'].flatMap((name) => configExtensions.map((end) => `${folder}${name}.${end}`)),
)
/** Settings that may have a file of their own. */
const hugoTables = ['permalinks', 'cascade', 'languages', 'params']

export async function detectSiteGenerator(root: string): Promise<SiteGenerator> {
  const exists = (name: string) => existsSync(join(root, name))
  const byName = (pattern: RegExp) => readdirSync(root).some((name) => pattern.test(name))
  const returnNull = () => null
  const defaultSettings = {
    address: null,
    authors: [],
    permalink: returnNull,
    defaults: () => [],
    findSkipReason: returnNull,
  }
  const hugo = hugoFiles.find(exists)
  if (hugo || exists(hugoFolder)) {
    const settings = hugo ? await readSettings(root, hugo) : {}
    for (const name of hugoTables) {
      const table = configExtensions.map((end) => `${hugoFolder}/${name}.${end}`).find(exists)
      if (table) Object.assign(settings, { [name]: await readSettings(root, table) })
    }
    const folders = listHugoFolders(settings).filter(exists)
    const defaults = () => [getField(settings, 'cascade') ?? []].flat()
    const permalink = createHugoPermalinks(settings)
    const findSkipReason = createHugoSkipRule(settings)
    const address = toSiteAddress(getField(settings, 'baseURL'))
    const authors = toList(getField(settings, 'params.author', 'params.authors', 'author'))
    if (folders.length > 0)
      return { tool: 'hugo', folders, address, authors, permalink, defaults, findSkipReason }
  }
  if (exists('_config.yml') || exists('_posts')) {
    const settings = exists('_config.yml') ? await readSettings(root, '_config.yml') : {}
    const permalink = getField(settings, 'permalink')
    const style = typeof permalink === 'string' ? permalink : null
    return {
      tool: 'jekyll',
      folders: [''],
      address: toSiteAddress(getField(settings, 'url'), getField(settings, 'baseurl')),
      authors: toList(getField(settings, 'author', 'authors')),
      permalink: () => style,
      defaults: createJekyllDefaults(settings),
      findSkipReason: createJekyllSkipRule(settings),
    }
  }
  if (byName(/^astro\.config\./)) {
    const folders = ['src/content', 'src/pages'].filter(exists)
    const isUnderscored = (path: string) => /(?:^|\/)_/.test(path)
    const findSkipReason = (path: string) =>
      isUnderscored(path) ? 'excluded: its name begins with an underscore' : null
    return { ...defaultSettings, tool: 'astro', folders, findSkipReason }
  }
  if (byName(/^(?:\.eleventy|eleventy\.config)\.[cm]?js$/)) {
    return { ...defaultSettings, tool: 'eleventy', folders: [''] }
  }
  return { ...defaultSettings, tool: 'plain', folders: [''] }
}

/** Hosts of settings that nobody has filled in, and of a developer's machine. */
const placeholderHost = /^(?:localhost|[\d.]+|\[.*|(?:.+\.)?example\.(?:com|org|net))$/

function toSiteAddress(origin: unknown, path?: unknown): string | null {
  const url = URL.parse(`${toText(origin) ?? ''}${toText(path) ?? ''}`)
  if (!url || !/^https?:$/.test(url.protocol) || placeholderHost.test(url.hostname)) return null
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '')
}

/** Unreadable settings are ignored. */
async function readSettings(root: string, name: string): Promise<FrontMatter> {
  const read = await readFileInside(root, name, 1_000_000)
  if (!read.ok) return {}
  const text = new TextDecoder().decode(read.value.bytes)
  try {
    const value = name.endsWith('.toml') ? parseToml(text) : parseYaml(text, { maxAliasCount: 100 })
    return typeof value === 'object' && value !== null ? (value as FrontMatter) : {}
  } catch {
    return {}
  }
}

/** Since Hugo 0.131 the patterns of pages have a table of their own. */
function createHugoPermalinks(settings: FrontMatter) {
  return (section: string) => {
    const found = getField(settings, `permalinks.page.${section}`, `permalinks.${section}`)
    return typeof found === 'string' ? found : null
  }
}

/** Languages may have folders of their own; folders outside the site are ignored. */
function listHugoFolders(settings: FrontMatter): string[] {
  const languages = Object.values((getField(settings, 'languages') ?? {}) as object)
  const named = [settings, ...languages].map((each) => getField(each ?? {}, 'contentDir'))
  const folders = named
    .filter((each) => typeof each === 'string')
    .map((each) => normalize(`${each}/`).slice(0, -1))
  if (named[0] === undefined) folders.unshift('content')
  return [...new Set(folders)]
    .filter((folder) => !/^(?:\.|\/)/.test(folder))
    .filter((folder, _, all) => !all.some((other) => folder.startsWith(`${other}/`)))
}

const toStringList = (value: unknown) => [value ?? []].flat().map(String)

/** Follows `ignoreFiles`. A pattern that isn't supported hides every file. */
function createHugoSkipRule(settings: FrontMatter) {
  const ignored = toStringList(getField(settings, 'ignoreFiles')).map((source) => ({
    source,
    matches: createLinearMatcher(source) ?? (() => true),
  }))
  return (path: string) => {
    const pattern = ignored.find(({ matches }) => matches(path))
    return pattern ? `excluded: ignoreFiles has ${pattern.source}` : null
  }
}

function createJekyllDefaults(settings: FrontMatter) {
  const given = [getField(settings, 'defaults') ?? []].flat() as FrontMatter[]
  return (path: string) =>
    given
      // Compares only the beginning of a pattern: hiding too many texts is safer than publishing one.
      .filter((each) => path.startsWith(String(getField(each, 'scope.path') ?? '').split('*')[0]!))
      .map((each) => getField(each, 'values'))
}

/** Skips excluded files and names with an underscore, unless the settings include them. */
function createJekyllSkipRule(settings: FrontMatter) {
  const named = ['include', 'collections_dir'].flatMap((name) =>
    toStringList(getField(settings, name)),
  )
  // Compares only the beginning of a pattern, as above.
  const excluded = toStringList(getField(settings, 'exclude'))
    .filter((entry) => !named.includes(entry))
    .map((entry) => entry.replace(/^\//, '').split('*')[0]!)
  const isExcluded = (path: string) =>
    excluded.some((entry) =>
      entry.endsWith('/') || entry === ''
        ? path.startsWith(entry)
        : `${path}/`.startsWith(`${entry}/`),
    )
  const isPublished = (name: string) =>
    /^_(?:posts|drafts)$/.test(name) ||
    named.includes(name) ||
    getField(settings, `collections.${name.slice(1)}.output`) === true
  return (path: string) => {
    if (isExcluded(path)) return 'excluded: the settings exclude it'
    const hidden = path.split('/').find((part) => part.startsWith('_') && !isPublished(part))
    return hidden === undefined ? null : `excluded: ${hidden} isn’t rendered`
  }
}
