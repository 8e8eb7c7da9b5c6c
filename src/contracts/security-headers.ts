/**
 * The one source of security headers: the Worker sets them on its answers, the build writes them
 * into `_headers` for static pages, and the pages' policy for scripts comes from here as well.
 */
import { googleReturnPath } from './auth-settings.ts'
import { feedHeaderLines } from './feeds.ts'
import { searchIndexPath } from './search-index.ts'

/** Pages that sign readers in, or change how they do it, talk to Google; no other page may. */
const signInHosts = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
  // The payment window has to be able to answer the page that opened it.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
  'X-Frame-Options': 'DENY',
} as const

/**
 * What Astro's policy in the page says beyond scripts, which it hashes itself. The manifest falls
 * under default-src: WebKit doesn't know manifest-src and complains about it on every page.
 */
export const pagePolicyDirectives = [
  "default-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
] as const

/** Directives of the page's own policy that differ by page. */
export function connectDirective(kind: 'reading' | 'signIn', authUrl: string): string {
  if (kind === 'reading') return "connect-src 'self'"
  const hosts = authUrl ? [new URL(authUrl).origin] : signInHosts
  return `connect-src 'self' ${hosts.join(' ')}`
}

/**
 * What runs on the search page beside our own scripts: the search's WebAssembly. No other page may.
 * Astro leaves our own out where anything is named, so they are named as well.
 */
export const searchScriptSources = ["'self'", "'wasm-unsafe-eval'"] as const

/** Files whose names are of their content. What names them is asked for again every time. */
const unchanging = [
  '/_astro/*',
  ...['archive/*', 'fragment/*', 'index/*', 'filter/*', 'pagefind.en_*'].map(
    (path) => searchIndexPath + path,
  ),
]

/** Headers of every static file. The rest of the policy stands in each page, with its hashes. */
export const staticHeaders: Readonly<Record<string, string>> = {
  ...headers,
  'Content-Security-Policy': "frame-ancestors 'none'",
}

/** Headers of every answer of the API, which is never a document. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...headers,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

export function staticHeadersFile(): string {
  const lines = Object.entries(staticHeaders).map(([name, value]) => `  ${name}: ${value}`)
  return [
    '/*',
    ...lines,
    '',
    ...unchanging.flatMap((path) => [
      path,
      '  Cache-Control: public, max-age=31536000, immutable',
      '',
    ]),
    // What others show beside a link to us: readers of feeds, previews of links.
    ...['/icons/*', '/card.png'].flatMap((pattern) => [
      pattern,
      '  ! Cross-Origin-Resource-Policy',
      '  Cross-Origin-Resource-Policy: cross-origin',
      '',
    ]),
    // The window in which Google asked belongs to the page that opened it, and is closed by a script.
    googleReturnPath,
    '  ! Cross-Origin-Opener-Policy',
    '  Cross-Origin-Opener-Policy: unsafe-none',
    '',
    ...feedHeaderLines(),
  ].join('\n')
}
