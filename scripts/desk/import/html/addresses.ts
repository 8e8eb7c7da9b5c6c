/** Which addresses may stand in a text, and how. Everything else is dropped to its text. */
import type { HtmlSource } from './conversion.ts'

const elsewhere = 'https://elsewhere.invalid'

/**
 * The address of a link as our Markdown takes it: http, https, mailto, or a path of the site. Null
 * for what must not be a link.
 */
export function linkAddress(written: string, source: HtmlSource): string | null {
  const url = resolve(written, source.address ?? '/', source.site)
  if (!url) return null
  if (url.protocol === 'mailto:') return tidy(url.href)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  if (url.origin === elsewhere || (isOwn(url, source.site) && !isFile(url))) {
    const path = url.pathname.replace(/^\/+/, '/') + url.search + url.hash
    return tidy(path)
  }
  return tidy(url.href)
}

/** The address of a picture: absolute, or a path in the source. Null for what is none. */
export function pictureSource(written: string, source: HtmlSource): string | null {
  const url = resolve(written, source.address ?? '/', source.site)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  return tidy(url.origin === elsewhere ? url.pathname + url.search : url.href)
}

/** An absolute https address, for embeds; http is given its s. */
export function secureAddress(written: string): string | null {
  const url = resolve(written, '/', undefined)
  if (!url || url.origin === elsewhere) return null
  if (url.protocol === 'http:') url.protocol = 'https:'
  return url.protocol === 'https:' && url.hostname.includes('.') ? tidy(url.href) : null
}

function resolve(written: string, address: string, site: string | undefined): URL | null {
  // Browsers drop these anywhere in an address: "java\nscript:" is a script to them.
  const bare = written.replace(/[\t\n\r]/g, '').trim()
  if (bare === '' || bare.length > 4000) return null
  try {
    return new URL(bare, new URL(address, site ?? elsewhere))
  } catch {
    return null
  }
}

function isOwn(url: URL, site: string | undefined): boolean {
  if (!site || !URL.canParse(site)) return false
  const bare = (host: string) => host.replace(/^www\./, '')
  return bare(url.host) === bare(new URL(site).host)
}

/** Files stay where they are; only pages move. */
function isFile(url: URL): boolean {
  return /\/wp-content\/|\/content\/(files|images|media)\/|\.(pdf|zip|docx?|xlsx?|pptx?|epub|mp3|mp4|m4a|csv)$/i.test(
    url.pathname,
  )
}

/** Without what would end an attribute of a directive or the destination of a link. */
function tidy(address: string): string {
  return address.replace(/["'<>{}()\\`|\s]/g, (character) => {
    const code = character.charCodeAt(0)
    return code < 128
      ? `%${code.toString(16).toUpperCase().padStart(2, '0')}`
      : encodeURIComponent(character)
  })
}
