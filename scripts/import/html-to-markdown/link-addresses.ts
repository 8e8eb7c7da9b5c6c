import { randomUUID } from 'node:crypto'
import { decodePercentEncoding } from '../../../src/domain/percent-encoding.ts'
import type { HtmlSource } from './conversion-context.ts'

/** An origin that represents the source while addresses are resolved. It's random, so that no source can name it. */
const placeholderOrigin = `https://${randomUUID()}.invalid`

/** Returns an http, https or mailto address, or a path of the site; null for an address that must not be a link. */
export function resolveLink(href: string, source: HtmlSource): string | null {
  const url = resolveUrl(href, source.address ?? '/', source.site)
  if (!url) return null
  if (url.protocol === 'mailto:') return escapeUrl(url.href)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  if (url.origin === placeholderOrigin || (isSameSite(url, source.site) && !isFilePath(url))) {
    const path = url.pathname.replace(/^\/+/, '/') + url.search + url.hash
    return escapeUrl(path)
  }
  return escapeUrl(url.href)
}

/** Returns an absolute address or a path in the source; null for anything else. */
export function resolveImageUrl(href: string, source: HtmlSource): string | null {
  const url = resolveUrl(href, source.address ?? '/', source.site)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  return escapeUrl(url.origin === placeholderOrigin ? url.pathname + url.search : url.href)
}

/** Returns an absolute https address, for embeds. */
export function toHttpsUrl(href: string): string | null {
  const url = resolveUrl(href, '/', undefined)
  if (!url || url.origin === placeholderOrigin) return null
  if (url.protocol === 'http:') url.protocol = 'https:'
  return url.protocol === 'https:' && url.hostname.includes('.') ? escapeUrl(url.href) : null
}

function resolveUrl(href: string, address: string, site: string | undefined): URL | null {
  // Browsers ignore these characters anywhere in an address: to them, "java\nscript:" is a script.
  const withoutWww = href.replace(/[\t\n\r]/g, '').trim()
  if (withoutWww === '' || withoutWww.length > 4000) return null
  try {
    return new URL(withoutWww, new URL(address, site ?? placeholderOrigin))
  } catch {
    return null
  }
}

function isSameSite(url: URL, site: string | undefined): boolean {
  if (!site || !URL.canParse(site)) return false
  const withoutWww = (host: string) => host.replace(/^www\./, '')
  return withoutWww(url.host) === withoutWww(new URL(site).host)
}

/** Recognises files, which remain on the old site; only pages move. */
function isFilePath(url: URL): boolean {
  return /\/wp-content\/|\/content\/(files|images|media)\/|\.(pdf|zip|docx?|xlsx?|pptx?|epub|mp3|mp4|m4a|csv)$/i.test(
    url.pathname,
  )
}

export const withoutQuery = (address: string) => address.replace(/[?#].*$/s, '')

/** Returns the decoded last part of an address's path, else its host, else the address. */
export function readFileName(address: string): string {
  const path = withoutQuery(address)
  const name = decodePercentEncoding(path.slice(path.lastIndexOf('/') + 1))
  return name || (URL.parse(address)?.hostname ?? address)
}

/** Encodes characters that would end a directive's attribute or a link's destination. */
function escapeUrl(address: string): string {
  return address.replace(/["'<>{}()\\`|\s]/g, (character) => {
    const code = character.charCodeAt(0)
    return code < 128
      ? `%${code.toString(16).toUpperCase().padStart(2, '0')}`
      : encodeURIComponent(character)
  })
}
