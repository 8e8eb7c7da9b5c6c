/** The address that a file had on the old site, as its tool made it. */
import { basename, dirname } from 'node:path/posix'
import { fieldOf, listOf, textOf } from './front-fields.ts'
import type { FrontMatter } from './front-matter.ts'
import type { SiteKind } from './site-kind.ts'

export type AddressedFile = {
  /** Below its folder of texts, with slashes, without the ending. */
  readonly name: string
  readonly folder: string
  readonly data: FrontMatter
  readonly slug: string
  readonly date: Date | null
  readonly categories: readonly string[]
}

const jekyllStyles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
}

/** Paths that led to it, and what could not be followed. */
export function formerAddresses(
  site: SiteKind,
  file: AddressedFile,
): { readonly addresses: string[]; readonly notes: string[] } {
  const notes: string[] = []
  const addresses: string[] = []
  const given = textOf(fieldOf(file.data, 'permalink', 'url'))
  if (given && /[{}]/.test(given)) notes.push(`its old address is made by a template: ${given}`)
  else if (given && site.tool === 'jekyll')
    addresses.push(filled(jekyllStyles[given] ?? given, file))
  else if (given && !/^https?:/.test(given)) addresses.push(given)
  else if (site.tool !== 'plain') addresses.push(usualAddress(site, file))
  for (const alias of listOf(fieldOf(file.data, 'aliases', 'redirect_from'))) {
    // One without a slash stands beside the page.
    const beside = `${dirname(addresses[0]?.replace(/\/$/, '') ?? '/')}/${alias}`
    addresses.push(/^https?:/.test(alias) ? pathOf(alias) : alias.startsWith('/') ? alias : beside)
  }
  return {
    addresses: [
      ...new Set(addresses.map((path) => `/${path.replace(/^\/+/, '')}`.replace(/\/{2,}/g, '/'))),
    ],
    notes,
  }
}

const pathOf = (address: string) => URL.parse(address)?.pathname ?? '/'

function usualAddress(site: SiteKind, file: AddressedFile): string {
  const section = file.name.split('/')[0]!
  const permalink = site.permalink(section)
  const isPost = /(?:^|\/)_(?:posts|drafts)\//.test(`${file.folder}/${file.name}`)
  switch (site.tool) {
    case 'jekyll':
      if (isPost) return filled(jekyllStyles[permalink ?? 'date'] ?? permalink!, file)
      return `/${file.name}${permalink === 'pretty' ? '/' : '.html'}`
    case 'hugo':
      return permalink ? filled(permalink, file) : `/${inItsFolder(file)}/`
    case 'astro':
    case 'eleventy':
    case 'plain':
      return `/${file.name.replace(/(?:^|\/)index$/, '')}/`
  }
}

/** Hugo takes the slug for the last part; a bundle is its folder. */
function inItsFolder({ name, slug }: AddressedFile): string {
  const path = name.replace(/(?:^|\/)index$/, '')
  const folder = dirname(path)
  return folder === '.' ? slug : `${folder}/${slug}`
}

function filled(pattern: string, file: AddressedFile): string {
  const { name, slug, data, categories } = file
  const two = (number: number) => String(number).padStart(2, '0')
  const date = file.date ?? new Date(0)
  const file_ = basename(name === 'index' ? name : name.replace(/\/index$/, ''))
  const title = textOf(fieldOf(data, 'title')) ?? slug
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  const isJekyll = /_(?:posts|drafts)\//.test(`${file.folder}/${name}`)
  const values: Readonly<Record<string, string>> = {
    year: String(date.getUTCFullYear()),
    short_year: two(date.getUTCFullYear() % 100),
    month: two(date.getUTCMonth() + 1),
    i_month: String(date.getUTCMonth() + 1),
    day: two(date.getUTCDate()),
    i_day: String(date.getUTCDate()),
    hour: two(date.getUTCHours()),
    minute: two(date.getUTCMinutes()),
    second: two(date.getUTCSeconds()),
    y_day: String(dayOfYear(date)).padStart(3, '0'),
    title: isJekyll ? slug : words,
    slug,
    filename: file_,
    contentbasename: file_,
    slugorfilename: slug,
    slugorcontentbasename: slug,
    section: name.split('/')[0]!,
    sections: dirname(name),
    categories: categories.map((category) => category.toLowerCase().replaceAll(' ', '-')).join('/'),
    output_ext: '.html',
  }
  return pattern.replace(/:([a-z_]+)/g, (whole, key: string) => values[key] ?? whole)
}

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 0)) / 86_400_000)
}
