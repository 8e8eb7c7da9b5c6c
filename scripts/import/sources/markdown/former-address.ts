import { basename, dirname } from 'node:path/posix'
import { type Note, noteLoss } from '../../items/note.ts'
import { getField, toList, toText } from './front-matter-fields.ts'
import type { FrontMatter } from './front-matter-syntax.ts'
import type { SiteGenerator } from './site-generator.ts'

export type SourcePage = {
  /** The path below its folder, without the extension. */
  readonly name: string
  readonly folder: string
  readonly data: FrontMatter
  readonly slug: string
  readonly date: Date | null
  readonly categories: readonly string[]
}

const jekyllPermalinkStyles = new Map([
  ['date', '/:categories/:year/:month/:day/:title.html'],
  ['pretty', '/:categories/:year/:month/:day/:title/'],
  ['ordinal', '/:categories/:year/:y_day/:title.html'],
  ['none', '/:categories/:title.html'],
])

export function resolveFormerAddresses(
  site: SiteGenerator,
  file: SourcePage,
): { readonly addresses: string[]; readonly notes: Note[] } {
  const notes: Note[] = []
  const addresses: string[] = []
  const permalinkField = toText(getField(file.data, 'permalink', 'url'))
  if (permalinkField && /[{}]/.test(permalinkField))
    notes.push(noteLoss('not redirected: a template creates its old address, {}', permalinkField))
  else if (permalinkField && site.tool === 'jekyll')
    addresses.push(
      expandPermalink(jekyllPermalinkStyles.get(permalinkField) ?? permalinkField, file),
    )
  else if (permalinkField && !/^https?:/.test(permalinkField)) addresses.push(permalinkField)
  else if (site.tool !== 'plain') addresses.push(defaultAddress(site, file))
  for (const alias of toList(getField(file.data, 'aliases', 'redirect_from'))) {
    // An alias without a slash is a sibling of the page.
    const siblingPath = `${dirname(addresses[0]?.replace(/\/$/, '') ?? '/')}/${alias}`
    addresses.push(
      /^https?:/.test(alias) ? toPath(alias) : alias.startsWith('/') ? alias : siblingPath,
    )
  }
  const normalised = addresses.map((path) => `/${path}`.replace(/\/{2,}/g, '/'))
  return { addresses: [...new Set(normalised)], notes }
}

const toPath = (address: string) => URL.parse(address)?.pathname ?? '/'

function defaultAddress(site: SiteGenerator, file: SourcePage): string {
  const section = file.name.split('/')[0]!
  const permalink = site.permalink(section)
  const isPost = /(?:^|\/)_(?:posts|drafts)\//.test(`${file.folder}/${file.name}`)
  switch (site.tool) {
    case 'jekyll':
      if (isPost)
        return expandPermalink(jekyllPermalinkStyles.get(permalink ?? 'date') ?? permalink!, file)
      return `/${file.name}${permalink === 'pretty' ? '/' : '.html'}`
    case 'hugo':
      return permalink ? expandPermalink(permalink, file) : `/${hugoPath(file)}/`
    case 'astro':
    case 'eleventy':
    case 'plain':
      return `/${file.name.replace(/(?:^|\/)index$/, '')}/`
  }
}

/** In Hugo the slug replaces the last part, and a bundle has the path of its folder. */
function hugoPath({ name, slug }: SourcePage): string {
  const path = name.replace(/(?:^|\/)index$/, '')
  const folder = dirname(path)
  return folder === '.' ? slug : `${folder}/${slug}`
}

function expandPermalink(pattern: string, file: SourcePage): string {
  const { name, slug, data, categories } = file
  const padTwoDigits = (number: number) => String(number).padStart(2, '0')
  const date = file.date ?? new Date(0)
  const fileBaseName = basename(name === 'index' ? name : name.replace(/\/index$/, ''))
  const title = toText(getField(data, 'title')) ?? slug
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  const isJekyll = /_(?:posts|drafts)\//.test(`${file.folder}/${name}`)
  const values: Readonly<Record<string, string>> = {
    year: String(date.getUTCFullYear()),
    short_year: padTwoDigits(date.getUTCFullYear() % 100),
    month: padTwoDigits(date.getUTCMonth() + 1),
    i_month: String(date.getUTCMonth() + 1),
    day: padTwoDigits(date.getUTCDate()),
    i_day: String(date.getUTCDate()),
    hour: padTwoDigits(date.getUTCHours()),
    minute: padTwoDigits(date.getUTCMinutes()),
    second: padTwoDigits(date.getUTCSeconds()),
    y_day: String(dayOfYear(date)).padStart(3, '0'),
    title: isJekyll ? slug : words,
    slug,
    filename: fileBaseName,
    contentbasename: fileBaseName,
    slugorfilename: slug,
    slugorcontentbasename: slug,
    section: name.split('/')[0]!,
    sections: dirname(name),
    categories: categories.map((category) => category.toLowerCase().replaceAll(' ', '-')).join('/'),
    output_ext: '.html',
  }
  return pattern.replace(/:([a-z_]+)/g, (whole, key: string) =>
    Object.hasOwn(values, key) ? values[key]! : whole,
  )
}

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 0)) / 86_400_000)
}
