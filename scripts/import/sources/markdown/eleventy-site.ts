/** Eleventy: https://www.11ty.dev/docs/permalinks/. Its settings are a script, which is never run. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { basename, dirname, normalize } from 'node:path/posix'
import { listTextFields, type PatternValues, slugifyForEleventy } from './address-pattern.ts'
import { readGlobalData } from './eleventy-data.ts'
import { createIgnoreMatcher } from './path-glob.ts'
import {
  defaultSite,
  readAddressField,
  type SiteGenerator,
  type SourcePage,
} from './site-generator.ts'
import { readSettingsText } from './site-settings.ts'
import { settingsField } from './visibility-fields.ts'

/** `files` are the settings, and other files that name the folders of texts. */
export async function createEleventySite(
  root: string,
  files: readonly string[],
): Promise<SiteGenerator> {
  const exists = (name: string) => existsSync(join(root, name))
  const read = async (names: readonly string[]) =>
    (await Promise.all(names.filter(exists).map((name) => readSettingsText(root, name)))).join('\n')
  const script = await read(files)
  const folder = [
    /\binput["']?[ ]?:[ ]?["'`]([^"'`\n]+)/.exec(script)?.[1],
    /setInputDirectory\(\s?["'`]([^"'`\n]+)/.exec(script)?.[1],
    /--input[= ]([\w./-]+)/.exec(await read(['package.json']))?.[1],
  ]
    .map((each) => (each === undefined ? '' : normalize(`${each}/`).slice(0, -1)))
    .find((each) => /^[^./]/.test(each) && exists(each))
  const input = folder ?? ''
  const inside = (name: string) => (input === '' ? name : `${input}/${name}`)
  const ignoreFiles = [
    '.gitignore',
    '.eleventyignore',
    ...(input === '' ? [] : [inside('.eleventyignore')]),
  ]
  const ignored = await Promise.all(
    ignoreFiles.map(async (name) => {
      const matches = createIgnoreMatcher(await read([name]))
      const isInside = name !== basename(name)
      return {
        name,
        matches: (path: string) => matches(isInside ? path.slice(input.length + 1) : path),
      }
    }),
  )
  const named = [...script.matchAll(/\bignores\.add\(\s?["'`]([^"'`\n$]+)["'`]\s?\)/g)].map(
    ([, glob]) => glob!,
  )
  ignored.push({ name: files[0]!, matches: createIgnoreMatcher(named.join('\n')) })
  const includes = [
    ...script.matchAll(/\b(?:includes|layouts|data)["']?[ ]?:[ ]?["'`]([\w./-]+)/g),
  ].map(([, name]) => normalize(inside(`${name}/`)))
  const folders = [...includes, ...['_includes/', '_includes/layouts/', '_layouts/'].map(inside)]
  const data = [...includes, inside('_data/')].map((name) => readGlobalData(root, name))
  const globalData = (await Promise.all(data)).flat()
  const ignoreCalls = script.match(/\bignores\.(?:add|delete)\(|\.ignores\s?=/g) ?? []
  if (ignoreCalls.length > named.length)
    globalData.push({ [settingsField]: `${files[0]} computes its ignored files` })
  return {
    ...defaultSite,
    tool: 'eleventy',
    textExtensions: readFormats(script),
    folders: [input],
    findAddresses: (page) => findEleventyAddress(page, readDateFilters(script)),
    layoutFolders: folders,
    defaults: () => globalData,
    findSkipReason: (path) => {
      const by = ignored.find(({ matches }) => matches(path))
      if (by) return `${by.name} leaves it out`
      const part = includes.find((each) => path.startsWith(each))
      return part === undefined ? null : 'is in the site generator’s folder'
    },
  }
}

/** Returns the formats of texts: those in the settings, or else the defaults. */
function readFormats(script: string): string[] {
  const listed = /\b(?:templateFormats["']?[ ]?:|setTemplateFormats\()[^\])]*/.exec(script)?.[0]
  const formats = ['md', 'mdx', 'markdown'].filter((end) =>
    new RegExp(`\\b${end}\\b`).test(listed ?? ''),
  )
  const added = ['mdx', 'markdown'].filter((end) => script.includes(`addExtension("${end}"`))
  return [...(listed === undefined ? ['md', 'mdx'] : formats), ...added]
}

/** Reads the site's own filters that format a date, with Luxon's format. */
const readDateFilters = (script: string): ReadonlyMap<string, string> =>
  new Map(
    script.split(/addFilter\(/).flatMap((part) => {
      const [, name] = /^\s?["'`](\w+)["'`]/.exec(part) ?? []
      const [, format] = /\btoFormat\(\s?["'`]([-/yLMd]+)["'`]/.exec(part) ?? []
      // Three letters are a month's name.
      return name !== undefined && format !== undefined && !/[LM]{3}/.test(format)
        ? [[name, format] as const]
        : []
    }),
  )

function findEleventyAddress(
  page: SourcePage,
  dateFilters: ReadonlyMap<string, string>,
): string[] | null {
  const { data, name } = page
  const own = readAddressField(data)
  if (own !== null) {
    const address = expandTemplate(own, listValues(page), dateFilters)
    return address === null ? null : [address.replace(/(?:^|\/)index\.html$/, '/')]
  }
  const folder = dirname(name) === '.' ? '' : dirname(name)
  const isFolder = /^index$/.test(basename(name)) || basename(folder) === basename(name)
  return [isFolder ? `/${folder}/` : `/${name}/`]
}

function listValues({ data, name, clock, title }: SourcePage): PatternValues {
  const stripDate = (text: string) => /\d{4}-\d{2}-\d{2}-(.*)/.exec(text)?.[1] ?? text
  const folder = dirname(name) === '.' ? '' : dirname(name)
  const fileName = stripDate(basename(name))
  return {
    ...listTextFields(data),
    title,
    'page.fileSlug': fileName === 'index' ? stripDate(basename(folder)) : fileName,
    'page.filePathStem': `/${folder === '' ? '' : `${folder}/`}${fileName}`,
    'page.date': clock?.toISOString().slice(0, 10),
    date: clock?.toISOString().slice(0, 10),
    'page.outputFileExtension': 'html',
  }
}

/**
 * Expands fields, with or without a slug filter, and the year, month and day of a date; returns null for anything else.
 */
function expandTemplate(
  template: string,
  values: PatternValues,
  dateFilters: ReadonlyMap<string, string>,
): string | null {
  let isKnown = true
  const expanded = template.replace(/\{\{-?([^{}]*?)-?\}\}/g, (_, expression: string) => {
    const value = readExpression(expression, values, dateFilters)
    isKnown &&= value !== null
    return value ?? ''
  })
  return isKnown && !/[{}]|<%/.test(expanded) ? expanded : null
}

function readExpression(
  expression: string,
  values: PatternValues,
  dateFilters: ReadonlyMap<string, string>,
): string | null {
  const [name = '', ...filters] = expression.split('|').map((part) => part.trim())
  let value = Object.hasOwn(values, name) ? (values[name] ?? null) : null
  for (const filter of filters) {
    const format = /^date:\s?["']([-%/YmdHMS]+)["']$/.exec(filter)?.[1]
    if (value === null) return null
    else if (/^(?:slug|slugify|slugifyString)$/.test(filter)) value = slugifyForEleventy(value)
    else if (/^(?:downcase|lower)$/.test(filter)) value = value.toLowerCase()
    else if (format !== undefined) value = formatDay(format, value)
    else if (dateFilters.has(filter)) value = formatLuxonDay(dateFilters.get(filter)!, value)
    else return null
  }
  return value
}

function formatDay(format: string, date: string): string | null {
  const [year, month, day] = date.split('-')
  const parts: Readonly<Record<string, string | undefined>> = { '%Y': year, '%m': month, '%d': day }
  const formatted = format.replace(/%\w/g, (directive) => parts[directive] ?? directive)
  return formatted.includes('%') ? null : formatted
}

function formatLuxonDay(format: string, date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return format
    .replace(/y+/g, (letters) => (letters.length === 2 ? year.slice(2) : year))
    .replace(/[LM]+/g, (letters) => (letters.length === 1 ? `${Number(month)}` : month))
    .replace(/d+/g, (letters) => (letters.length === 1 ? `${Number(day)}` : day))
}
