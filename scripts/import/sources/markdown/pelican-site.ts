/** Pelican: https://docs.getpelican.com/en/latest/settings.html. Its settings are a script, which is never run. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { basename } from 'node:path/posix'
import { slugifyForPelican } from './address-pattern.ts'
import { getField, toList, toText } from './front-matter-fields.ts'
import { createEntryMatcher } from './path-glob.ts'
import { type PythonScript, readPythonSetting } from './python-settings.ts'
import {
  defaultSite,
  normaliseFolder,
  type SiteGenerator,
  type SourcePage,
  toSiteAddress,
} from './site-generator.ts'
import { readSettingsText } from './site-settings.ts'

/** `publishconf.py` is read last, because the public site’s settings in it replace those of `pelicanconf.py`. */
const settingsFiles = ['pelicanconf.py', 'publishconf.py']

export async function detectPelicanSite(root: string): Promise<SiteGenerator | null> {
  const files = settingsFiles.filter((name) => existsSync(join(root, name)))
  if (!files.includes('pelicanconf.py')) return null
  const scripts = await Promise.all(
    files.map(async (file) => ({ file, text: await readSettingsText(root, file) })),
  )
  const settings = readAssignments(scripts.map(({ text }) => text).join('\n'))
  const named = normaliseFolder(settings.PATH ?? 'content') ?? ''
  const folder = existsSync(join(root, named)) ? named : ''
  return {
    ...defaultSite,
    tool: 'pelican',
    textExtensions: ['md', 'markdown', 'mkd', 'mdown'],
    folders: [folder],
    address: toSiteAddress(settings.SITEURL),
    authors: settings.AUTHOR ? [settings.AUTHOR] : [],
    findAddresses: createAddressRule(settings),
    findSkipReason: createSkipRule(scripts, folder),
    defaults: createDefaults(scripts, folder),
  }
}

function createDefaults(scripts: readonly PythonScript[], folder: string) {
  const general = readPythonSetting(scripts, 'DEFAULT_METADATA')
  const ofPaths = Object.entries(readPythonSetting(scripts, 'EXTRA_PATH_METADATA') ?? {})
  ofPaths.sort(([one], [other]) => one.length - other.length)
  return (path: string) => {
    const name = folder === '' ? path : path.slice(folder.length + 1)
    const found = ofPaths.filter(([each]) => `${name}/`.startsWith(`${each.replace(/\/$/, '')}/`))
    return [general, ...found.map(([, values]) => values)]
  }
}

type Settings = Readonly<Record<string, string | undefined>>

/** Reads settings that are text. */
function readAssignments(script: string): Settings {
  const found = script.matchAll(/^([A-Z_]+)[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)')/gm)
  return Object.fromEntries([...found].map(([, name, one, other]) => [name, one ?? other]))
}

/** Skips texts that the settings exclude, or that are outside the folders that the settings list. */
function createSkipRule(scripts: readonly PythonScript[], folder: string) {
  const readList = (name: string) => {
    const paths = readPythonSetting(scripts, name)
    return paths === undefined ? null : [paths].flat().map((path) => `${path}`.replace(/\/$/, ''))
  }
  const [articles, pages] = [readList('ARTICLE_PATHS'), readList('PAGE_PATHS') ?? ['pages']]
  const excluded = ['ARTICLE_EXCLUDES', 'PAGE_EXCLUDES'].flatMap((name) => readList(name) ?? [])
  const ignored = (readList('IGNORE_FILES') ?? []).map(createEntryMatcher)
  return (path: string) => {
    const name = folder === '' ? path : path.slice(folder.length + 1)
    const isIn = (paths: readonly string[]) =>
      paths.some((each) => each === '' || name === each || name.startsWith(`${each}/`))
    const isListed = articles === null || isIn(articles) || isIn(pages)
    const isIgnored = isIn(excluded) || ignored.some((matches) => matches(name))
    if (!isListed) return 'it’s outside ARTICLE_PATHS and PAGE_PATHS'
    return isIgnored ? 'ARTICLE_EXCLUDES, PAGE_EXCLUDES or IGNORE_FILES matches it' : null
  }
}

function createAddressRule(settings: Settings) {
  return ({ data, name, title, clock }: SourcePage): string[] | null => {
    const isPage = /^pages\//.test(name)
    const kind = isPage ? 'PAGE' : 'ARTICLE'
    const own = ['save_as', 'url'].flatMap((field) => toText(getField(data, field)) ?? [])
    if (own.length > 0) return own.map(withSlash)
    const fileName = basename(name)
    const source = settings.SLUGIFY_SOURCE === 'basename' ? fileName : (title ?? fileName)
    const folder = name.includes('/') ? basename(name.slice(0, name.lastIndexOf('/'))) : null
    const category =
      toText(getField(data, 'category')) ?? folder ?? settings.DEFAULT_CATEGORY ?? 'misc'
    const [author = settings.AUTHOR ?? ''] = toList(getField(data, 'authors', 'author'))
    const values = {
      slug: slugifyForPelican(toText(getField(data, 'slug')) ?? source),
      category: slugifyForPelican(category),
      author: slugifyForPelican(author),
      lang: toText(getField(data, 'lang')) ?? settings.DEFAULT_LANG ?? 'en',
      path: name,
    }
    const byDefault = isPage ? 'pages/{slug}.html' : '{slug}.html'
    // A text has the file's own address, and the address that the site's links use.
    const patterns = new Set(
      ['SAVE_AS', 'URL'].map((key) => settings[`${kind}_${key}`] ?? byDefault),
    )
    const found = [...patterns].map((pattern) => formatPattern(pattern, values, clock))
    return found.every((each) => each !== null) ? found.map(withSlash) : null
  }
}

const withSlash = (address: string) => `/${address}`.replace(/\/index\.html$/, '/')

/** Replaces `{slug}` and `{date:%Y}`; returns null for anything else. */
function formatPattern(pattern: string, values: Settings, date: Date | null): string | null {
  let isKnown = true
  const formatted = pattern.replace(/\{([^{}]*)\}/g, (_, field: string) => {
    const [, directives] = /^date:(.*)$/.exec(field) ?? []
    const value = directives === undefined ? values[field] : formatDate(directives, date)
    isKnown &&= value !== undefined && value !== null
    return value ?? ''
  })
  return isKnown ? formatted : null
}

function formatDate(directives: string, date: Date | null): string | null {
  if (date === null) return null
  const [year, month, day] = date.toISOString().slice(0, 10).split('-') as [string, string, string]
  const monthName = (style: 'short' | 'long') =>
    date.toLocaleString('en', { month: style, timeZone: 'UTC' })
  const values: Readonly<Record<string, string>> = {
    Y: year,
    y: year.slice(2),
    m: month,
    '-m': String(Number(month)),
    d: day,
    '-d': String(Number(day)),
    b: monthName('short'),
    B: monthName('long'),
  }
  let isKnown = true
  const formatted = directives.replace(/%(-?[A-Za-z])/g, (_, letter: string) => {
    isKnown &&= Object.hasOwn(values, letter)
    return values[letter] ?? ''
  })
  return isKnown ? formatted : null
}
