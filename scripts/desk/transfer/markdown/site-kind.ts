/** Which tool a folder of files is written for, and what its settings say of addresses. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { readInside } from '../source-file.ts'
import { fieldOf } from './front-fields.ts'
import type { FrontMatter } from './front-matter.ts'

export type SiteKind = {
  readonly tool: 'hugo' | 'jekyll' | 'astro' | 'eleventy' | 'plain'
  /** Folders in which its texts are, relative to the root; the root itself is ''. */
  readonly folders: readonly string[]
  /** How addresses are made: of everything, or by section; null for the tool's own way. */
  readonly permalink: (section: string) => string | null
}

const endings = ['toml', 'yaml', 'yml', 'json']
/** Where Hugo keeps settings of its own, which a file or one for each table may hold. */
const hugoFolder = 'config/_default'
const hugoFiles = ['', `${hugoFolder}/`].flatMap((folder) =>
  ['hugo', 'config'].flatMap((name) => endings.map((end) => `${folder}${name}.${end}`)),
)
const hugoTables = endings.map((end) => `${hugoFolder}/permalinks.${end}`)

export async function siteKindOf(root: string): Promise<SiteKind> {
  const has = (name: string) => existsSync(join(root, name))
  const byName = (pattern: RegExp) => readdirSync(root).some((name) => pattern.test(name))
  const none = () => null
  const hugo = hugoFiles.find(has)
  if ((hugo || has(hugoFolder)) && has('content')) {
    const settings = hugo ? await readSettings(root, hugo) : {}
    const table = hugoTables.find(has)
    if (table) Object.assign(settings, { permalinks: await readSettings(root, table) })
    return { tool: 'hugo', folders: ['content'], permalink: hugoPermalinks(settings) }
  }
  if (has('_config.yml') || has('_posts')) {
    const settings = has('_config.yml') ? await readSettings(root, '_config.yml') : {}
    const permalink = fieldOf(settings, 'permalink')
    const style = typeof permalink === 'string' ? permalink : null
    return { tool: 'jekyll', folders: [''], permalink: () => style }
  }
  if (byName(/^astro\.config\./)) {
    const folders = ['src/content', 'src/pages'].filter(has)
    return { tool: 'astro', folders, permalink: none }
  }
  if (byName(/^(?:\.eleventy|eleventy\.config)\.[cm]?js$/)) {
    return { tool: 'eleventy', folders: [''], permalink: none }
  }
  return { tool: 'plain', folders: [''], permalink: none }
}

/** Settings that cannot be read count as none: they decide nothing but addresses. */
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
