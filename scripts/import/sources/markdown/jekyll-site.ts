/** Jekyll: https://jekyllrb.com/docs/permalinks/ and https://jekyllrb.com/docs/configuration/front-matter-defaults/ */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { basename, dirname } from 'node:path/posix'
import { expandPattern, listDateValues, slugifyForJekyll } from './address-pattern.ts'
import { getField, toList, toStringList, toText } from './front-matter-fields.ts'
import type { FrontMatter } from './front-matter-syntax.ts'
import { compileGlob, createEntryMatcher } from './path-glob.ts'
import {
  defaultSite,
  normaliseFolder,
  type SiteGenerator,
  type SourcePage,
  toSiteAddress,
} from './site-generator.ts'
import { readSettings } from './site-settings.ts'
import { isTrue, settingsField } from './visibility-fields.ts'

const settingsFiles = ['_config.yml', '_config.yaml', '_config.toml']

export async function detectJekyllSite(root: string): Promise<SiteGenerator | null> {
  const exists = (name: string) => existsSync(join(root, name))
  const file = settingsFiles.find(exists)
  if (!file && !exists('_posts')) return null
  const settings = file ? await readSettings(root, file) : {}
  const source = normaliseFolder(getField(settings, 'source')) ?? ''
  const folder = exists(source) ? source : ''
  const inFolder = (path: string) => (folder === '' ? path : path.slice(folder.length + 1))
  const [defaults, findSkipReason] = [createDefaults(settings), createSkipRule(settings)]
  return {
    ...defaultSite,
    tool: 'jekyll',
    textExtensions: [
      ...toList(getField(settings, 'markdown_ext') ?? 'markdown,mkdown,mkdn,mkd,md'),
      ...['html', 'htm'],
    ],
    folders: [folder],
    address: toSiteAddress(getField(settings, 'url'), getField(settings, 'baseurl')),
    authors: toList(getField(settings, 'author', 'authors')),
    dateZone: toText(getField(settings, 'timezone')) ?? 'UTC',
    findAddresses: createAddressRule(settings),
    defaults: (path) => defaults(inFolder(path)),
    findSkipReason: (path) => findSkipReason(inFolder(path)),
    needsFrontMatter: !toList(getField(settings, 'plugins', 'gems')).includes(
      'jekyll-optional-front-matter',
    ),
  }
}

/** Jekyll's permalink styles for posts. */
const styles = new Map([
  ['date', '/:categories/:year/:month/:day/:title.html'],
  ['pretty', '/:categories/:year/:month/:day/:title/'],
  ['ordinal', '/:categories/:year/:y_day/:title.html'],
  ['weekdate', '/:categories/:year/W:week/:short_day/:title.html'],
  ['none', '/:categories/:title.html'],
])

/** Returns the ending of pages' and collections' addresses, which depends on the posts' style. */
function findEnding(style: string): string {
  if (style === 'pretty' || style.endsWith('/')) return '/'
  return styles.has(style) || style.endsWith(':output_ext') ? '.html' : ''
}

const isPostPath = (path: string) => /(?:^|\/)_(?:posts|drafts)\//.test(path)

/** Returns a path's collection; null for pages. */
function findCollection(settings: FrontMatter, path: string): string | null {
  if (isPostPath(path)) return 'posts'
  const parent = toText(getField(settings, 'collections_dir'))
  const inner =
    parent !== null && path.startsWith(`${parent}/`) ? path.slice(parent.length + 1) : path
  const name = /^_([^/]+)\//.exec(inner)?.[1]
  return name !== undefined && listCollections(settings).has(name) ? name : null
}

/** Reads the collections' settings, which may also be a list of names. */
function listCollections(settings: FrontMatter): Map<string, unknown> {
  const given = getField(settings, 'collections')
  if (Array.isArray(given)) return new Map(given.map((name) => [String(name), {}]))
  return new Map(Object.entries(typeof given === 'object' && given !== null ? given : {}))
}

function createAddressRule(settings: FrontMatter) {
  const style = toText(getField(settings, 'permalink')) ?? 'date'
  const collections = listCollections(settings)
  return ({ data, name, clock }: SourcePage): string[] | null => {
    const own = toText(getField(data, 'permalink'))
    const collection = findCollection(settings, `${name}.md`)
    const folder = dirname(name) === '.' ? '' : dirname(name)
    if (collection === null) {
      const isIndex = basename(name) === 'index'
      const pattern = own ?? (isIndex ? '/:path/' : `/:path/:basename${findEnding(style)}`)
      return withExtension(
        expandPattern(pattern, { path: folder, basename: basename(name), output_ext: '.html' }),
      )
    }
    const parts = name.split('/')
    const inner = parts.slice(parts.indexOf(`_${collection}`) + 1).join('/')
    const given = toText(getField(collections.get(collection), 'permalink'))
    const byDefault = collection === 'posts' ? style : `/:collection/:path${findEnding(style)}`
    const pattern = own ?? given ?? byDefault
    const baseName = basename(name).replace(/^\d{2,4}-\d{1,2}-\d{1,2}-(?=.)/, '')
    const slug =
      toText(getField(data, 'slug')) ?? (collection === 'posts' ? baseName : basename(name))
    const categories =
      collection === 'posts'
        ? listCategories(data, name)
        : toList(getField(data, 'categories'), true)
    return withExtension(
      expandPattern(collection === 'posts' ? (styles.get(pattern) ?? pattern) : pattern, {
        ...listDateValues(clock),
        collection,
        path: inner,
        name: slugifyForJekyll(basename(name)),
        title: slugifyForJekyll(slug, true),
        slug: slugifyForJekyll(slug),
        categories: categories.map((each) => each.toLowerCase()).join('/'),
        slugified_categories: categories.map((each) => slugifyForJekyll(each)).join('/'),
        output_ext: '.html',
      }),
    )
  }
}

/** Adds the extension that Jekyll writes, because servers also answer addresses with it. */
function withExtension(address: string | null): string[] | null {
  if (address === null) return null
  return address.endsWith('/') || /\.\w+$/.test(address) ? [address] : [address, `${address}.html`]
}

/** Lists a post's categories, which include the folders above `_posts`. */
export function listCategories(data: FrontMatter, name: string): string[] {
  const above = name.split('/_posts/')[0]!
  const folders = name.includes('/_posts/') ? above.split('/') : []
  const one = toText(getField(data, 'category'))
  const own = one !== null ? [one] : toList(getField(data, 'categories', 'category'), true)
  return [...new Set([...folders, ...own])]
}

/** https://jekyllrb.com/docs/configuration/front-matter-defaults/ */
function createDefaults(settings: FrontMatter) {
  const given = [getField(settings, 'defaults') ?? []].flat() as FrontMatter[]
  const parent = `${toText(getField(settings, 'collections_dir')) ?? ''}/`
  const stripParent = (path: string) => (path.startsWith(parent) ? path.slice(parent.length) : path)
  const scoped = given.map((each) => {
    const path = (toText(getField(each, 'scope.path')) ?? '').replace(/^\//, '')
    const start = stripParent(path)
    // Jekyll compares the beginning of the path, even within a name.
    const matches = path.includes('*')
      ? compileGlob(`${start}**`)
      : (file: string) => file.startsWith(start)
    return {
      path,
      isInPath: (file: string) => matches === null || matches(stripParent(file)),
      type: toText(getField(each, 'scope.type')),
      values: matches === null ? { [settingsField]: path } : getField(each, 'values'),
    }
  })
  // Defaults with a longer path take precedence, then those with a type.
  scoped.sort((one, other) =>
    one.path.length === other.path.length
      ? Number(one.type !== null) - Number(other.type !== null)
      : one.path.length - other.path.length,
  )
  return (path: string) => {
    const collection = findCollection(settings, path)
    const types =
      collection === null
        ? ['pages', 'page']
        : [collection, ...(collection === 'posts' ? ['post', 'drafts', 'draft'] : [])]
    return scoped
      .filter((each) => each.isInPath(path) && (each.type === null || types.includes(each.type)))
      .map(({ values }) => values)
  }
}

const datedName = /^\d{2,4}-\d{1,2}-\d{1,2}-./

/** Skips excluded files and names with a special character, unless the settings include them. */
function createSkipRule(settings: FrontMatter) {
  const named = ['include', 'collections_dir'].flatMap((name) =>
    toStringList(getField(settings, name)).map((entry) => entry.replace(/^(?:\.?\/)|\/$/g, '')),
  )
  const excluded = toStringList(getField(settings, 'exclude'))
    .map((entry) => entry.replace(/^\//, ''))
    .filter((entry) => entry !== '' && !named.includes(entry.replace(/\/$/, '')))
  const matchers = excluded.map(createEntryMatcher)
  const isExcluded = (path: string) =>
    excluded.some((entry) => `${path}/`.startsWith(entry.endsWith('/') ? entry : `${entry}/`)) ||
    matchers.some((matches) => matches(path))
  const collections = listCollections(settings)
  const isPublished = (name: string) =>
    /^_(?:posts|drafts)$/.test(name) ||
    named.includes(name) ||
    isTrue(getField(collections.get(name.slice(1)), 'output'))
  return (path: string) => {
    if (isExcluded(path)) return 'the settings exclude it'
    if (/(?:^|\/)_posts\//.test(path) && !datedName.test(basename(path)))
      return 'its name has no date, so it isn’t a post'
    const hidden = path.split('/').find((part) => /^[_#~]|~$/.test(part) && !isPublished(part))
    return hidden === undefined ? null : `${hidden} isn’t rendered`
  }
}
