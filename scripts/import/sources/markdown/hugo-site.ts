/** Hugo: https://gohugo.io/configuration/permalinks/ and https://gohugo.io/content-management/urls/ */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { basename, dirname } from 'node:path/posix'
import { createLinearMatcher } from '../../regex/linear-match.ts'
import { expandPattern, listDateValues, slugifyForHugo } from './address-pattern.ts'
import { getField, toList, toStringList, toText } from './front-matter-fields.ts'
import type { FrontMatter } from './front-matter-syntax.ts'
import { compileGlob, createGlobMatcher } from './path-glob.ts'
import {
  defaultSite,
  normaliseFolder,
  type SiteGenerator,
  type SourcePage,
  toSiteAddress,
} from './site-generator.ts'
import { mergeSettings, readSettings } from './site-settings.ts'
import { isFalse, isTrue } from './visibility-fields.ts'

const extensions = ['toml', 'yaml', 'yml', 'json']
/** If both folders have settings, the later folder's take precedence. */
const folders = ['config/_default', 'config/production']
/** Settings that may be in separate files. */
const tables = ['permalinks', 'cascade', 'languages', 'params', 'frontmatter', 'module']

export async function detectHugoSite(root: string): Promise<SiteGenerator | null> {
  const exists = (name: string) => existsSync(join(root, name))
  const findFile = (...names: string[]) =>
    names.flatMap((name) => extensions.map((end) => `${name}.${end}`)).find(exists)
  const files = ['', ...folders.map((folder) => `${folder}/`)].flatMap(
    (folder) => findFile(`${folder}hugo`, `${folder}config`) ?? [],
  )
  if (files.length === 0 && !exists(folders[0]!)) return null
  const read = await Promise.all(files.map((name) => readSettings(root, name)))
  for (const folder of folders)
    for (const table of tables) {
      const file = findFile(`${folder}/${table}`)
      if (file) read.push({ [table]: await readSettings(root, file) })
    }
  for (const folder of folders.filter(exists))
    for (const name of readdirSync(join(root, folder))) {
      const [, key, end = ''] = /^languages\.([\w-]+)\.(\w+)$/.exec(name) ?? []
      if (key !== undefined && extensions.includes(end))
        read.push({ languages: { [key]: await readSettings(root, `${folder}/${name}`) } })
    }
  const settings = mergeSettings(...read)
  const languages = listLanguages(settings)
  const textFolders = listFolders(settings, languages).filter(exists)
  if (textFolders.length === 0) return null
  // A language's cascade applies to some pages only.
  const ofLanguages = Object.values((getField(settings, 'languages') ?? {}) as FrontMatter)
    .flatMap((language) => getField(language, 'cascade') ?? [])
    .map((cascade) => ({ ...(cascade as FrontMatter), target: {} }))
  const cascades = [[getField(settings, 'cascade') ?? []].flat(), ofLanguages].flat()
  return {
    ...defaultSite,
    tool: 'hugo',
    textExtensions: ['md', 'markdown', 'mdown', 'html', 'htm'],
    folders: textFolders,
    address: toSiteAddress(getField(settings, 'baseURL')),
    authors: toList(getField(settings, 'params.author', 'params.authors', 'author')),
    findAddresses: createAddressRule(root, settings, languages),
    defaults: () => cascades,
    dateFields: {
      publishDate: toList(getField(settings, 'frontmatter.publishDate')),
      expiryDate: toList(getField(settings, 'frontmatter.expiryDate')),
    },
    findSkipReason: createSkipRule(settings, languages),
  }
}

type Language = {
  readonly key: string
  readonly namesFolder: boolean
  readonly folder: string | null
  readonly isDisabled: boolean
}

function listLanguages(settings: FrontMatter): Language[] {
  const disabled = toList(getField(settings, 'disableLanguages'))
  const named = Object.entries((getField(settings, 'languages') ?? {}) as FrontMatter)
  return named.map(([key, language]) => ({
    key: key.toLowerCase(),
    namesFolder: getField(language, 'contentDir') !== undefined,
    folder: normaliseFolder(getField(language, 'contentDir')),
    isDisabled: disabled.includes(key) || isTrue(getField(language, 'disabled')),
  }))
}

function listFolders(settings: FrontMatter, languages: readonly Language[]): string[] {
  const own = getField(settings, 'contentDir')
  const named = [
    own === undefined ? 'content' : normaliseFolder(own),
    ...languages.map(({ folder }) => folder),
  ]
  return [...new Set(named.filter((each) => each !== null))].filter(
    (folder, _, all) => !all.some((other) => folder.startsWith(`${other}/`)),
  )
}

/** Follows `ignoreFiles`, mounts and languages. A pattern that isn't supported hides every file. */
function createSkipRule(settings: FrontMatter, languages: readonly Language[]) {
  const ignored = toStringList(getField(settings, 'ignoreFiles')).map((source) => ({
    source,
    matches: createLinearMatcher(source) ?? (() => true),
  }))
  const disabled = languages.filter(({ isDisabled }) => isDisabled)
  const mounts = listTextMounts(settings)
  const ofLanguages = languages.flatMap(({ folder }) => folder ?? [])
  const hasOtherFolders = languages.length > 0 && languages.every(({ namesFolder }) => namesFolder)
  return (path: string) => {
    if (hasOtherFolders && !ofLanguages.some((folder) => path.startsWith(`${folder}/`)))
      return 'it isn’t in a language’s folder'
    const pattern = ignored.find(({ matches }) => matches(path))
    if (pattern) return `ignoreFiles has ${pattern.source}`
    if (mounts.length > 0 && !mounts.some((isMounted) => isMounted(path)))
      return 'the settings’ mounts exclude it'
    const language = disabled.find(
      ({ key, folder }) =>
        path.toLowerCase().includes(`.${key}.`) ||
        (folder !== null && path.startsWith(`${folder}/`)),
    )
    return language ? `the settings turn off the language ${language.key}` : null
  }
}

const mountKeys = /^(?:source|target|lang|sites|disableWatch|includeFiles|excludeFiles|files)$/i

/** Lists the mounts of texts, outside which no text is published. A mount with an unknown key has no texts. */
function listTextMounts(settings: FrontMatter) {
  const mounts = [getField(settings, 'module.mounts') ?? []].flat() as FrontMatter[]
  return mounts
    .filter((mount) => /^content(?:\/|$)/.test(normaliseFolder(getField(mount, 'target')) ?? ''))
    .map((mount) => {
      const source = normaliseFolder(getField(mount, 'source'))
      const start = source === '' ? '' : `${source}/`
      const list = (name: string) => toStringList(getField(mount, name))
      const files = list('files')
      const excluded = [
        ...list('excludeFiles'),
        ...files.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1).trim()),
      ].map((glob) => createGlobMatcher(glob.replace(/^\//, '')))
      const included = [
        ...list('includeFiles'),
        ...files.filter((glob) => !glob.startsWith('!')),
      ].map((glob) => compileGlob(glob.replace(/^\//, '')))
      const isKnown = source !== null && Object.keys(mount).every((key) => mountKeys.test(key))
      return (path: string) => {
        const name = path.slice(start.length)
        return (
          isKnown &&
          path.startsWith(start) &&
          !excluded.some((matches) => matches(name)) &&
          (included.length === 0 || included.some((matches) => matches?.(name)))
        )
      }
    })
}

function createAddressRule(root: string, settings: FrontMatter, languages: readonly Language[]) {
  const defaultLanguage = (
    toText(getField(settings, 'defaultContentLanguage')) ?? 'en'
  ).toLowerCase()
  const hasDefaultPrefix = isTrue(getField(settings, 'defaultContentLanguageInSubdir'))
  const keepsCase = isTrue(getField(settings, 'disablePathToLower'))
  const removesAccents = isTrue(getField(settings, 'removePathAccents'))
  const slugify = (text: string) => slugifyForHugo(text, { keepsCase, removesAccents })
  const ugly = getField(settings, 'uglyURLs')
  const usesFileDates = toList(getField(settings, 'frontmatter.date')).some((each) =>
    each.startsWith(':filename'),
  )

  /** Returns a file's name without the language, and that language. */
  function splitLanguage({ name, folder, path }: SourcePage) {
    const suffix = /\.([\w-]+)$/.exec(name)?.[1]?.toLowerCase()
    const isKnown = suffix === defaultLanguage || languages.some(({ key }) => key === suffix)
    const inFolder = languages.find(
      (each) => each.folder !== null && path.startsWith(`${each.folder}/`),
    )
    const inner = inFolder
      ? path.slice(inFolder.folder!.length + 1)
      : `${folder}/${name}`.slice(folder.length + 1)
    const bare = inFolder ? inner.replace(/\.\w+$/, '') : inner
    return isKnown && suffix !== undefined
      ? { bare: bare.slice(0, -suffix.length - 1), language: suffix }
      : { bare, language: inFolder?.key ?? defaultLanguage }
  }

  /** Lists the folders above a page that are sections: the first, and those with an `_index.md`. */
  function listSections(folder: string, bare: string): string[] {
    const parts = dirname(bare)
      .split('/')
      .filter((part) => part !== '.')
    const isSection = (depth: number) =>
      depth === 1 || existsSync(join(root, folder, ...parts.slice(0, depth), '_index.md'))
    return parts.filter((_, index) => isSection(index + 1))
  }

  return (page: SourcePage): string[] | null => {
    const { data, title, clock, folder } = page
    const { bare, language } = splitLanguage(page)
    const isPrefixed = language !== defaultLanguage || hasDefaultPrefix
    const prefix = isPrefixed ? `/${language}/` : '/'
    const path = bare.replace(/(?:^|\/)index$/, '')
    const dated = usesFileDates ? /^\d{4}-\d{2}-\d{2}-(.+)$/.exec(basename(path)) : null
    const slug = toText(getField(data, 'slug')) ?? dated?.[1] ?? null
    const [section = ''] = path.includes('/') || bare.endsWith('/index') ? path.split('/') : []
    const values = () => {
      const sections = listSections(folder, bare)
      return {
        ...listDateValues(clock),
        title: slugify(title ?? ''),
        slug: slugify(slug ?? title ?? ''),
        filename: slugify(basename(path)),
        contentbasename: slugify(basename(path)),
        slugorfilename: slugify(slug ?? basename(path)),
        slugorcontentbasename: slugify(slug ?? basename(path)),
        section,
        sections: sections.join('/'),
        last: sections.at(-1) ?? '',
      }
    }
    const expand = (pattern: string) =>
      expandPattern(
        pattern
          .replace(/:sections\[last\]/g, ':last')
          .replace(/:sections\[[\d:last]{0,20}\]/g, ':unknown'),
        values(),
      )
    const url = toText(getField(data, 'url'))
    if (url !== null) {
      const address = /:[a-z]/.test(url) ? expand(url) : url
      return address === null ? null : [address.startsWith('/') ? address : prefix + address]
    }
    const pattern = findPattern(settings, section)
    if (pattern !== null) {
      const address = expand(pattern)
      return address === null ? null : [prefix + slugify(address)]
    }
    const parent = dirname(path) === '.' ? '' : `${dirname(path)}/`
    const address = prefix + slugify(`${parent}${slug ?? basename(path)}`)
    const isUgly = typeof ugly === 'object' ? isTrue(getField(ugly, section)) : isTrue(ugly)
    return [isUgly ? `${address}.html` : `${address}/`]
  }
}

/** Since Hugo 0.131, patterns for pages are in a separate table. */
function findPattern(settings: FrontMatter, section: string): string | null {
  const patterns = getField(settings, 'permalinks') ?? {}
  const found = [getField(patterns, 'page') ?? {}, patterns]
    .map((each) => getEntry(each, section === '' ? '/' : section))
    .find((each) => typeof each === 'string')
  return typeof found === 'string' && !isFalse(found) ? found : null
}

/** Looks up the name as a whole, because a section's name may contain a dot. */
function getEntry(table: unknown, name: string): unknown {
  if (typeof table !== 'object' || table === null) return undefined
  return Object.entries(table).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
}
