/** What a text names, pictures and other pages, as paths in its source or on its old site. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { dirname, normalize } from 'node:path/posix'
import { figuresOf, withFigures } from '../../figures.ts'
import type { ImportedPicture } from '../../import/imported.ts'
import { fieldOf, pictureOf, textOf } from './front-fields.ts'
import type { FrontMatter } from './front-matter.ts'
import { spanMark } from './placeholders.ts'
import type { SiteKind } from './site-kind.ts'

export type Files = { readonly root: string; readonly path: string; readonly site: SiteKind }

/** Where files that are named from the root of a site lie in its sources. */
const publicFolders = ['', 'static', 'public', 'assets', 'src/assets', 'src', 'content']

/** A picture's address as a path in the source where there is such a file. */
function fileOf(src: string, { root, path }: Files): string {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(src)) return src
  const bare = decoded(src.replace(/[?#].*$/s, ''))
  const alias = /^[@~]\/(.*)$/.exec(bare)
  const beside = bare.startsWith('/') || alias ? [] : [`${dirname(path)}/${bare}`]
  const rooted = (alias?.[1] ?? bare).replace(/^\/+/, '')
  const candidates = [
    ...beside,
    ...(alias ? [`src/${rooted}`] : []),
    ...publicFolders.map((folder) => `${folder}/${rooted}`),
  ].map((each) => normalize(each).replace(/^\/+/, ''))
  const found = candidates.find((each) => !each.startsWith('..') && existsSync(join(root, each)))
  // A path that is no file here may still be one on the old site.
  return found ? found.replaceAll('%', '%25') : src
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const forAttribute = (src: string) => src.replace(/["{}\s]/g, encodeURIComponent)

export function withFiles(body: string, files: Files): string {
  const changed = new Map<number, Readonly<Record<string, string>>>()
  for (const { line, attributes } of figuresOf(body)) {
    if (attributes.src === undefined) continue
    changed.set(line, { ...attributes, src: forAttribute(fileOf(attributes.src, files)) })
  }
  return withFigures(body, changed)
}

/** The picture over a post: named in its front matter, or lying in its bundle under a known name. */
export function leadPicture(data: FrontMatter, files: Files): ImportedPicture | null {
  const named = pictureOf(data) ?? resourceOf(data)
  if (named) return { ...named, src: forAttribute(fileOf(named.src, files)) }
  if (files.site.tool !== 'hugo' || !/\/index\.\w+$/.test(files.path)) return null
  const folder = dirname(files.path)
  const file = readdirSync(join(files.root, folder))
    .sort()
    .find(
      (name) =>
        /feature|cover|thumbnail/i.test(name) && /\.(?:jpe?g|png|webp|avif|gif)$/i.test(name),
    )
  return file
    ? { src: forAttribute(`${folder}/${file}`), alt: null, caption: null, credit: null }
    : null
}

/** One of Hugo’s resources of a page that is called its picture. */
function resourceOf(data: FrontMatter): ImportedPicture | null {
  const list = Array.isArray(data.resources) ? data.resources : []
  for (const resource of list) {
    const name = textOf(fieldOf(resource ?? {}, 'name')) ?? ''
    const src = textOf(fieldOf(resource ?? {}, 'src'))
    if (!src || !/feature|cover|thumbnail|header/i.test(name)) continue
    const word = (...names: string[]) => textOf(fieldOf(resource, ...names))
    return {
      src,
      alt: word('params.alt'),
      caption: word('title', 'params.caption'),
      credit: word('params.credit', 'params.attribution'),
    }
  }
  return null
}

/** A relative link as a path; null where a link may stay as it is. */
export function linkTarget(target: string, { path }: Files, address: string): string | null {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(target) || target.startsWith(spanMark)) {
    return /^\/[^?#]*\.mdx?(?=[?#]|$)/i.test(target) ? withoutEnding(target) : null
  }
  // A file is named from where the file lies, a page from where the page is.
  const isFile = /\.(?:mdx?|markdown)(?=[?#]|$)/i.test(target)
  const from = isFile ? `/${dirname(path)}/` : address
  const resolved = URL.parse(
    target,
    `https://old.invalid${from.startsWith('/') ? from : `/${from}`}`,
  )
  if (!resolved) return null
  const found = resolved.pathname + resolved.search + resolved.hash
  return isFile
    ? withoutEnding(found.replace(/^\/(?:content|src\/content|src\/pages)\//, '/'))
    : found
}

const withoutEnding = (path: string) =>
  path.replace(/(?:\/_?index)?\.(?:mdx?|markdown)(?=[?#]|$)/i, '')
