/** Zola: https://www.getzola.org/documentation/content/page/ */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { basename, dirname } from 'node:path/posix'
import { slugifyWords } from './address-pattern.ts'
import { getField, toStringList, toText } from './front-matter-fields.ts'
import type { FrontMatter } from './front-matter-syntax.ts'
import { createEntryMatcher } from './path-glob.ts'
import {
  defaultSite,
  type SiteGenerator,
  type SourcePage,
  toSiteAddress,
} from './site-generator.ts'
import { readSettings } from './site-settings.ts'
import { isTrue } from './visibility-fields.ts'

export async function detectZolaSite(root: string): Promise<SiteGenerator | null> {
  const file = ['zola.toml', 'config.toml'].find((name) => existsSync(join(root, name)))
  if (!file || !existsSync(join(root, 'content'))) return null
  const settings = await readSettings(root, file)
  // `base_url` distinguishes Zola from Hugo, which has `baseURL`.
  const address = Object.hasOwn(settings, 'base_url') ? settings.base_url : undefined
  if (address === undefined) return null
  const ignored = toStringList(getField(settings, 'ignored_content'))
  const isIgnored = ignored.map(createEntryMatcher)
  return {
    ...defaultSite,
    tool: 'zola',
    textExtensions: ['md'],
    folders: ['content'],
    address: toSiteAddress(address),
    authors: [toText(getField(settings, 'author'))].filter((each) => each !== null),
    findAddresses: createAddressRule(settings),
    findSkipReason: (path) => {
      const name = path.slice('content/'.length)
      const index = isIgnored.findIndex((matches) => matches(name))
      return index < 0 ? null : `ignored_content has ${ignored[index]}`
    },
  }
}

function createAddressRule(settings: FrontMatter) {
  const defaultLanguage = toText(getField(settings, 'default_language')) ?? 'en'
  const languages = Object.keys((getField(settings, 'languages') ?? {}) as object)
  const style = toText(getField(settings, 'slugify.paths')) ?? 'on'
  const keepsDates = isTrue(getField(settings, 'slugify.paths_keep_dates'))
  const slugify = (text: string) => (style === 'on' ? slugifyWords(text) : text)
  return ({ data, name }: SourcePage): string[] => {
    const own = toText(getField(data, 'path'))
    const suffix = /\.([\w-]+)$/.exec(name)?.[1]
    const language = suffix !== undefined && languages.includes(suffix) ? suffix : null
    const bare = language === null ? name : name.slice(0, -language.length - 1)
    const page = bare.replace(/(?:^|\/)index$/, '')
    const fileName = keepsDates ? basename(page) : basename(page).replace(datePrefix, '')
    const slug = slugify(toText(getField(data, 'slug')) ?? fileName)
    const folders = dirname(page) === '.' ? '' : `/${dirname(page)}`
    const prefix = language === null || language === defaultLanguage ? '' : `/${language}`
    return [own === null ? `${prefix}${folders}/${slug}/` : `${prefix}/${own}/`]
  }
}

const datePrefix = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?[_-](?=.)/
