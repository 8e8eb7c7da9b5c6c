import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { dirname, normalize } from 'node:path/posix'
import {
  findFileDirectives,
  replaceFileDirectives,
} from '../../../../src/content/manuscript/figure-directives.ts'
import { decodePercentEncoding } from '../../../../src/domain/percent-encoding.ts'
import { encodeReservedCharacters } from '../../items/format-directive.ts'
import type { ImportedImage } from '../../items/imported-item.ts'
import { findImage, getField, toText } from './front-matter-fields.ts'
import type { FrontMatter } from './front-matter-syntax.ts'
import { spanPlaceholderStart } from './placeholders.ts'
import type { SiteGenerator } from './site-generator.ts'

export type PageLocation = {
  readonly root: string
  readonly path: string
  readonly site: SiteGenerator
}

/** Folders of files whose paths begin at the site's root, and those that themes add to a name. */
const assetFolders = [
  ...['', 'static', 'public', 'assets', 'src/assets', 'src', 'content', 'source'],
  ...['images', 'img', 'assets/images', 'assets/img', 'static/images', 'static/img', 'src/images'],
]

function resolveAsset(src: string, { root, path, site }: PageLocation): string {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(src)) return src
  const plainPath = decodePercentEncoding(src.replace(/[?#].*$/s, ''))
  const alias = /^[@~]\/(.*)$/.exec(plainPath)
  const isRelative = !plainPath.startsWith('/') && !alias
  // Hexo has an asset folder for each text.
  const siblingPath = isRelative
    ? [dirname(path), path.replace(/\.\w+$/, '')].map((folder) => `${folder}/${plainPath}`)
    : []
  // Browsers stop at the root, however many parents a path names.
  const rooted = (alias?.[1] ?? plainPath).replace(/^(?:\.{0,2}\/)+/, '')
  const candidates = [
    ...siblingPath,
    ...(alias ? [`src/${rooted}`] : []),
    ...[...site.folders, ...assetFolders].map((folder) => `${folder}/${rooted}`),
  ].map((each) => normalize(each).replace(/^\/+/, ''))
  const found = candidates.find((each) => !each.startsWith('..') && existsSync(join(root, each)))
  // Other paths may exist on the old site.
  return found ? found.replaceAll('%', '%25') : src
}

export function resolveFigures(body: string, files: PageLocation): string {
  const changed = new Map<number, Readonly<Record<string, string>>>()
  for (const { line, attributes } of findFileDirectives(body)) {
    if (attributes.src === undefined) continue
    changed.set(line, {
      ...attributes,
      src: encodeReservedCharacters(resolveAsset(attributes.src, files)),
    })
  }
  return replaceFileDirectives(body, changed)
}

/** Finds the lead picture: in the front matter, or a file in the bundle with a known name. */
export function findLeadImage(data: FrontMatter, files: PageLocation): ImportedImage | null {
  const declaredImage = findImage(data) ?? findHugoResource(data)
  if (declaredImage)
    return {
      ...declaredImage,
      src: encodeReservedCharacters(resolveAsset(declaredImage.src, files)),
    }
  if (files.site.tool !== 'hugo' || !/\/index\.\w+$/.test(files.path)) return null
  const folder = dirname(files.path)
  const file = readdirSync(join(files.root, folder))
    .sort()
    .find(
      (name) =>
        /feature|cover|thumbnail/i.test(name) && /\.(?:jpe?g|png|webp|avif|gif)$/i.test(name),
    )
  return file
    ? { src: encodeReservedCharacters(`${folder}/${file}`), alt: null, caption: null, credit: null }
    : null
}

function findHugoResource(data: FrontMatter): ImportedImage | null {
  const list = Array.isArray(data.resources) ? data.resources : []
  for (const resource of list) {
    const name = toText(getField(resource ?? {}, 'name')) ?? ''
    const src = toText(getField(resource ?? {}, 'src'))
    if (!src || !/feature|cover|thumbnail|header/i.test(name)) continue
    const readText = (...names: string[]) => toText(getField(resource, ...names))
    return {
      src,
      alt: readText('params.alt'),
      caption: readText('title', 'params.caption'),
      credit: readText('params.credit', 'params.attribution'),
    }
  }
  return null
}

/** Returns a relative link as a path; null for a link that needs no change. */
export function resolveLinkTarget(
  target: string,
  { path }: PageLocation,
  address: string,
): string | null {
  // Zola's links to files begin at its folder of texts.
  if (target.startsWith('@/')) return stripExtension(target.slice(1))
  if (/^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(target) || target.startsWith(spanPlaceholderStart)) {
    return /^\/[^?#]*\.mdx?(?=[?#]|$)/i.test(target) ? stripExtension(target) : null
  }
  // Links to files are relative to the file, links to pages to the page's address.
  const isFile = /\.(?:mdx?|markdown)(?=[?#]|$)/i.test(target)
  const from = isFile ? `/${dirname(path)}/` : address
  const resolved = URL.parse(
    target,
    `https://old.invalid${from.startsWith('/') ? from : `/${from}`}`,
  )
  if (!resolved) return null
  const found = resolved.pathname + resolved.search + resolved.hash
  return isFile
    ? stripExtension(found.replace(/^\/(?:content|src\/content|src\/pages)\//, '/'))
    : found
}

const stripExtension = (path: string) =>
  path.replace(/(?:\/_?index)?\.(?:mdx?|markdown)(?=[?#]|$)/i, '')
