/** Hexo: https://hexo.io/docs/permalinks and https://hexo.io/docs/configuration */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { basename } from 'node:path/posix'
import { expandPattern, listDateValues, listTextFields, slugifyForHexo } from './address-pattern.ts'
import { getField, toList, toStringList, toText } from './front-matter-fields.ts'
import type { FrontMatter } from './front-matter-syntax.ts'
import { compileGlob, createGlobMatcher } from './path-glob.ts'
import {
  defaultSite,
  normaliseFolder,
  readAddressField,
  type SiteGenerator,
  type SourcePage,
  toSiteAddress,
} from './site-generator.ts'
import { readSettings } from './site-settings.ts'
import { isFalse } from './visibility-fields.ts'

export async function detectHexoSite(root: string): Promise<SiteGenerator | null> {
  if (!existsSync(join(root, '_config.yml'))) return null
  const settings = await readSettings(root, '_config.yml')
  const folder = normaliseFolder(getField(settings, 'source_dir') ?? 'source')
  const isHexo =
    getField(settings, 'source_dir', 'public_dir', 'new_post_name') !== undefined ||
    existsSync(join(root, 'source/_posts'))
  if (!isHexo || !folder || !existsSync(join(root, folder))) return null
  return {
    ...defaultSite,
    tool: 'hexo',
    textExtensions: ['md', 'markdown', 'mkd', 'mkdn', 'html', 'htm'],
    folders: [folder],
    address: toSiteAddress(getField(settings, 'url')),
    authors: toList(getField(settings, 'author')),
    dateZone: toText(getField(settings, 'timezone')) ?? 'UTC',
    findAddresses: createAddressRule(settings),
    defaults: createPasswordRule(settings),
    findSkipReason: createSkipRule(settings, folder),
  }
}

function createAddressRule(settings: FrontMatter) {
  const pattern = toText(getField(settings, 'permalink')) ?? ':year/:month/:day/:title/'
  const defaults = (getField(settings, 'permalink_defaults') ?? {}) as FrontMatter
  const showsExtensions = !isFalse(getField(settings, 'pretty_urls.trailing_html'))
  const names = compileNames(toText(getField(settings, 'new_post_name')) ?? ':title.md')
  return ({ name, data, title, clock }: SourcePage): string[] | null => {
    const own = readAddressField(data)
    if (own !== null) return [own]
    const post = /^_(?:posts|drafts)\/(.+)$/.exec(name)
    if (!post && /(?:^|\/)index$/.test(name)) return [`/${name.slice(0, -5)}`]
    // The site's own links may leave the extension out.
    if (!post) return showsExtensions ? [`/${name}.html`] : [`/${name}.html`, `/${name}`]
    const inName = names.exec(post[1]!)?.groups?.title
    const slug = inName ?? slugifyForHexo(post[1]!)
    const seconds = clock && String(Math.floor(clock.getTime() / 1000))
    const address = expandPattern(pattern, {
      ...listTextFields(defaults),
      ...listTextFields(data),
      ...listDateValues(clock),
      title: slug,
      name: basename(slug),
      post_title: slugifyForHexo(title ?? '').toLowerCase(),
      hash:
        seconds &&
        createHash('sha1')
          .update(slug + seconds)
          .digest('hex')
          .slice(0, 12),
      category: findCategory(settings, data),
    })
    return address === null ? null : [address]
  }
}

/** Hexo parses a post's file name by the pattern for new posts. */
function compileNames(pattern: string): RegExp {
  const [before = '', after] = pattern.replace(/\.md$/, '').split(':title')
  const parts: Readonly<Record<string, string>> = {
    year: '\\d{4}',
    month: '\\d{2}',
    day: '\\d{2}',
    i_month: '\\d{1,2}',
    i_day: '\\d{1,2}',
  }
  const source = before
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:(\w+)/g, (_, key: string) => parts[key] ?? '[^/]+?')
  return new RegExp(after === '' ? `^${source}(?<title>.+)$` : '^(?<title>.+)$')
}

/** Returns the path of nested categories; lists within a list are categories side by side. */
function findCategory(settings: FrontMatter, data: FrontMatter): string {
  const given = getField(data, 'categories', 'category')
  const last = Array.isArray(given) && Array.isArray(given.at(-1)) ? given.at(-1) : given
  const map = getField(settings, 'category_map') ?? {}
  const path = typeof last === 'string' ? [last] : toList(last)
  if (path.length === 0) return toText(getField(settings, 'default_category')) ?? 'uncategorized'
  return path.map((each) => slugifyForHexo(toText(getField(map, each)) ?? each)).join('/')
}

/** Finds texts protected by hexo-blog-encrypt, which gives all texts with a certain tag a password. */
function createPasswordRule(settings: FrontMatter) {
  const locked = toList(getField(settings, 'encrypt.tags')).map((tag) => tag.toLowerCase())
  return (_: string, own: FrontMatter) => {
    const tags = [getField(own, 'tags'), getField(own, 'tag')].flatMap((each) => toList(each))
    const tag = tags.find((each) => locked.includes(each.toLowerCase()))
    return tag === undefined ? [] : [{ password: tag }]
  }
}

function createSkipRule(settings: FrontMatter, folder: string) {
  const [include, skipped] = [
    toStringList(getField(settings, 'include')).flatMap((each) => [
      compileGlob(each),
      compileGlob(`${each}/**`),
    ]),
    ['exclude', 'ignore', 'skip_render']
      .flatMap((name) => toStringList(getField(settings, name)))
      .map((glob) => ({ glob, matches: createGlobMatcher(glob.replace(/^\.\//, '')) })),
  ]
  return (path: string) => {
    const name = path.slice(folder.length + 1)
    const pattern = skipped.find(({ matches }) => matches(name) || matches(path))
    if (pattern !== undefined) return `the settings exclude ${pattern.glob}`
    const hidden = name.split('/').find((part, depth) => isHidden(part, depth))
    return hidden === undefined || include.some((matches) => matches?.(name))
      ? null
      : `${hidden} isn’t rendered`
  }
}

const isHidden = (part: string, depth: number) =>
  /^[_.]|[~%]$/.test(part) && !(depth === 0 && /^_(?:posts|drafts)$/.test(part))
