/**
 * The keys under which imported documents are stored: `wordpress:old.example#12`. Numbers and paths repeat
 * between sites, so each key has the source's system and site.
 */
import { createHash, randomBytes } from 'node:crypto'
import { toLatinSlug } from '../../../src/domain/latin-slug.ts'

/** The limit of `importedFrom` (src/domain/article.ts). */
const maxKeyLength = 500

/** Identifies the site of an export that doesn't name it. */
export type SourceIdentity = 'oldSite' | 'likelyAddress' | 'random'

export type SourceKeys = {
  /** The owner of archive redirects, such as `wordpress:old.example`. */
  readonly source: string
  forPost(sourceId: string): string
  forAuthor(authorKey: string): string
  /** True for the key of a document that was imported from this source. */
  owns(key: string): boolean
}

/** `site` is from `resolveSourceSite`. */
export function createSourceKeys(system: string, site: string): SourceKeys {
  const source = `${system}:${site}`
  const build = (id: string) => {
    const key = `${source}#${id}`
    if (key.length <= maxKeyLength) return key
    const hash = createHash('sha256').update(key).digest('hex').slice(0, 16)
    return `${key.slice(0, maxKeyLength - 17)}~${hash}`
  }
  return {
    source,
    forPost: (sourceId) =>
      build(sourceId.startsWith(`${system}:`) ? sourceId.slice(system.length + 1) : sourceId),
    forAuthor: (authorKey) => build(`author:${authorKey}`),
    owns: (key) => key.startsWith(`${source}#`),
  }
}

/** Returns an author's id for reports. */
export const authorSourceId = (system: string, authorKey: string) => `${system}:author:${authorKey}`

/**
 * An address that names its site takes precedence, so that a mapping file used for a second export can't mix the two
 * sites. Null if nothing identifies the site.
 */
export function resolveSourceSite(
  address: string | null,
  { source, oldSite }: { readonly source: string | null; readonly oldSite: string | null },
  isIdentifiedByOldSite: boolean,
): string | null {
  const oldAddress = isIdentifiedByOldSite ? oldSite : null
  return (address && normaliseSite(address)) ?? source ?? (oldAddress && normaliseSite(oldAddress))
}

/**
 * Returns host, port and path, without parts that may change while a site stays the same: the scheme, `www.`, the
 * host's capitals and the last slash. The path distinguishes the blogs of a WordPress network.
 */
export function normaliseSite(address: string): string | null {
  const url = URL.parse(address.trim())
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const host = url.host.replace(/^www\./, '')
  return (host + url.pathname.replace(/(?<!\/)\/+$/, '')).replaceAll('#', '') || null
}

/** Identifies a source that doesn't name its site, such as a folder. */
export const createSourceIdentity = () => randomBytes(4).toString('hex')

/** Returns a site's name for readable addresses: `ferry` for https://blog.ferry.example and https://x.example/ferry. */
export function getSiteName(address: string | null): string | null {
  const url = address && URL.parse(address.trim())
  if (!url) return null
  const isNumeric = /^[\d.]+$|^\[/.test(url.hostname)
  const labels = isNumeric ? [] : url.hostname.split('.').slice(0, -1)
  const words = [...url.pathname.split('/').filter(Boolean).reverse(), ...labels]
  const name = words.find((word) => !/^(www|blog|news|old|m)$/i.test(word))
  return (name && toLatinSlug(name)) || null
}
