/** Which tool a folder of files is written for, and what its settings say of its texts. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { normalize } from 'node:path/posix'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { linearMatcher } from '../../../regex/linear-match.ts'
import { readInside } from '../source-file.ts'
import { fieldOf } from './front-fields.ts'
import type { FrontMatter } from './front-matter.ts'

export type SiteKind = {
  readonly tool: 'hugo' | 'jekyll' | 'astro' | 'eleventy' | 'plain'
  /** Folders in which its texts are, relative to the root; the root itself is ''. */
  readonly folders: readonly string[]
  /** How addresses are made: of everything, or by section; null for the tool's own way. */
  readonly permalink: (section: string) => string | null
  /** Front matter that the settings give a text which does not say otherwise. */
  readonly defaults: (path: string) => readonly unknown[]
  /** Why the tool makes no page of what lies there; null where it makes one. */
  readonly passesOver: (path: string) => string | null
}

const endings = ['toml', 'yaml', 'yml', 'json']
/** Where Hugo keeps settings of its own, which a file or one for each table may hold. */
const hugoFolder = 'config/_default'
const hugoFiles = ['', `${hugoFolder}/`].flatMap((folder) =>
  ['hugo', 'config'].flatMap((name) => endings.map((end) => `${folder}${name}.${end}`)),
)
/** Settings that may stand in a file of their own. */
const hugoTables = ['permalinks', 'cascade', 'languages']

export async function siteKindOf(root: string): Promise<SiteKind> {
  const has = (name: string) => existsSync(join(root, name))
  const byName = (pattern: RegExp) => readdirSync(root).some((name) => pattern.test(name))
  const none = () => null
  const silent = { permalink: none, defaults: () => [], passesOver: none }
  const hugo = hugoFiles.find(has)
  if (hugo || has(hugoFolder)) {
    const settings = hugo ? await readSettings(root, hugo) : {}
    for (const name of hugoTables) {
      const table = endings.map((end) => `${hugoFolder}/${name}.${end}`).find(has)
      if (table) Object.assign(settings, { [name]: await readSettings(root, table) })
    }
    const folders = hugoFolders(settings).filter(has)
    const defaults = () => [fieldOf(settings, 'cascade') ?? []].flat()
    const permalink = hugoPermalinks(settings)
    const passesOver = hugoPassesOver(settings)
    if (folders.length > 0) return { tool: 'hugo', folders, permalink, defaults, passesOver }
  }
  if (has('_config.yml') || has('_posts')) {
    const settings = has('_config.yml') ? await readSettings(root, '_config.yml') : {}
    const permalink = fieldOf(settings, 'permalink')
    const style = typeof permalink === 'string' ? permalink : null
    return {
      tool: 'jekyll',
      folders: [''],
      permalink: () => style,
      defaults: jekyllDefaults(settings),
      passesOver: jekyllPassesOver(settings),
    }
  }
  if (byName(/^astro\.config\./)) {
    const folders = ['src/content', 'src/pages'].filter(has)
    const isKeptOut = (path: string) => /(?:^|\/)_/.test(path)
    const passesOver = (path: string) =>
      isKeptOut(path) ? 'is no page of its own: its name begins with an underscore' : null
    return { ...silent, tool: 'astro', folders, passesOver }
  }
  if (byName(/^(?:\.eleventy|eleventy\.config)\.[cm]?js$/)) {
    return { ...silent, tool: 'eleventy', folders: [''] }
  }
  return { ...silent, tool: 'plain', folders: [''] }
}

/** Settings that cannot be read count as none. */
async function readSettings(root: string, name: string): Promise<FrontMatter> {
  const read = await readInside(root, name, 1_000_000)
  if (!read.ok) return {}
  const text = new TextDecoder().decode(read.value.bytes)
  try {
    const value = name.endsWith('.toml') ? parseToml(text) : parseYaml(text, { maxAliasCount: 100 })
    return typeof value === 'object' && value !== null ? (value as FrontMatter) : {}
  } catch {
    return {}
  }
}

/** Since 0.131 the patterns for pages stand in a table of their own. */
function hugoPermalinks(settings: FrontMatter) {
  return (section: string) => {
    const found = fieldOf(settings, `permalinks.page.${section}`, `permalinks.${section}`)
    return typeof found === 'string' ? found : null
  }
}

/** Where its texts are: languages may have folders of their own. None out of the site’s. */
function hugoFolders(settings: FrontMatter): string[] {
  const languages = Object.values((fieldOf(settings, 'languages') ?? {}) as object)
  const named = [settings, ...languages].map((each) => fieldOf(each ?? {}, 'contentDir'))
  const folders = named
    .filter((each) => typeof each === 'string')
    .map((each) => normalize(`${each}/`).slice(0, -1))
  if (named[0] === undefined) folders.unshift('content')
  return [...new Set(folders)]
    .filter((folder) => !/^(?:\.|\/)/.test(folder))
    .filter((folder, _, all) => !all.some((other) => folder.startsWith(`${other}/`)))
}

const listed = (value: unknown) => [value ?? []].flat().map(String)

/** By patterns of Go's, which are nearly JavaScript's. One that can't be followed hides everything. */
function hugoPassesOver(settings: FrontMatter) {
  const ignored = listed(fieldOf(settings, 'ignoreFiles')).map((source) => ({
    source,
    matches: linearMatcher(source) ?? (() => true),
  }))
  return (path: string) => {
    const pattern = ignored.find(({ matches }) => matches(path))
    return pattern ? `is no page of its own: ignoreFiles has ${pattern.source}` : null
  }
}

/** What it gives to whatever lies in a folder. */
function jekyllDefaults(settings: FrontMatter) {
  const given = [fieldOf(settings, 'defaults') ?? []].flat() as FrontMatter[]
  return (path: string) =>
    given
      // Of a pattern its beginning counts: rather too much stays with the editor than too little.
      .filter((each) => path.startsWith(String(fieldOf(each, 'scope.path') ?? '').split('*')[0]!))
      .map((each) => fieldOf(each, 'values'))
}

/** What is excluded or begins with an underscore is passed over, unless the settings include it. */
function jekyllPassesOver(settings: FrontMatter) {
  const named = ['include', 'collections_dir'].flatMap((name) => listed(fieldOf(settings, name)))
  // Of a pattern its beginning counts, as above.
  const excluded = listed(fieldOf(settings, 'exclude'))
    .filter((entry) => !named.includes(entry))
    .map((entry) => entry.replace(/^\//, '').split('*')[0]!)
  const isExcluded = (path: string) =>
    excluded.some((entry) =>
      entry.endsWith('/') || entry === ''
        ? path.startsWith(entry)
        : `${path}/`.startsWith(`${entry}/`),
    )
  const isShown = (name: string) =>
    /^_(?:posts|drafts)$/.test(name) ||
    named.includes(name) ||
    fieldOf(settings, `collections.${name.slice(1)}.output`) === true
  return (path: string) => {
    if (isExcluded(path)) return 'is no page of its own: the settings exclude it'
    const hidden = path.split('/').find((part) => part.startsWith('_') && !isShown(part))
    return hidden === undefined ? null : `is no page of its own: ${hidden} is not shown`
  }
}
