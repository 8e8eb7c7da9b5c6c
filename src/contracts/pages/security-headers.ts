/** Defines all security headers: for the Worker's responses, static pages (`_headers`) and scripts. */
import { cardPicturePaths } from '../../domain/gift/card-picture.ts'
import { googleReturnPath } from '../settings/auth-settings.ts'
import { cutFontFolder } from '../site-files/cut-fonts.ts'
import { createFeedHeaderLines } from '../site-files/feeds.ts'
import { searchIndexPath } from '../site-files/search-index.ts'

/** Only pages that sign readers in may connect to Google. */
const signInHosts = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
  // The payment window has to send messages to its opener.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
  'X-Frame-Options': 'DENY',
} as const

/** Excludes scripts, because Astro hashes them. WebKit doesn't support manifest-src and would log an error. */
export const pagePolicyDirectives = [
  "default-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
] as const

export function createConnectDirective(kind: 'content' | 'signIn', authUrl: string): string {
  if (kind === 'content') return "connect-src 'self'"
  const hosts = authUrl ? [new URL(authUrl).origin] : signInHosts
  return `connect-src 'self' ${hosts.join(' ')}`
}

/** Only the search's WebAssembly needs these sources. Astro omits 'self' if any source is listed. */
export const searchScriptSources = ["'self'", "'wasm-unsafe-eval'"] as const

/** Files whose names depend on everything that they're made from. Files that refer to them are revalidated. */
const immutablePaths = [
  '/_astro/*',
  `${cutFontFolder}*`,
  ...['archive/*', 'fragment/*', 'index/*', 'filter/*', 'pagefind.en_*'].map(
    (path) => searchIndexPath + path,
  ),
]

/** The rest of the policy is in each page, with the page's hashes. */
export const staticHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  'Content-Security-Policy': "frame-ancestors 'none'",
}

/** API responses are never documents. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Allows only the desk to show the page in a frame. */
export function allowOwnFrames(headers: Headers) {
  const policy = headers.get('Content-Security-Policy') ?? ''
  headers.set(
    'Content-Security-Policy',
    policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
  )
  headers.set('X-Frame-Options', 'SAMEORIGIN')
}

/** A recording that is opened by its address plays in a document that the browser creates. */
export const recordingPolicy = "default-src 'none'; media-src 'self'; frame-ancestors 'none'"

const deskPolicyDirectives = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  // Previews are shown in frames (allowOwnFrames).
  "frame-src 'self'",
  "style-src 'self' 'unsafe-inline'",
]

/** The desk's own policy. `pagePolicy` was written by Astro and contains the scripts' hashes. */
export function createDeskPolicy(pagePolicy: string): string {
  const directives = pagePolicy.split(';').map((directive) => directive.trim())
  const scripts = directives.find((directive) => directive.startsWith('script-src '))
  return [...deskPolicyDirectives, scripts ?? "script-src 'none'"].join('; ')
}

export function createStaticHeadersFile(): string {
  const lines = Object.entries(staticHeaders).map(([name, value]) => `  ${name}: ${value}`)
  return [
    '/*',
    ...lines,
    '',
    ...immutablePaths.flatMap((path) => [
      path,
      '  Cache-Control: public, max-age=31536000, immutable',
      '',
    ]),
    // Browsers request this file as the icon of the page and of the manifest.
    '/favicon.svg',
    '  Cache-Control: public, max-age=86400',
    '',
    // These files are displayed by feed readers, link previews and emails.
    ...['/icons/*', '/card.png', cardPicturePaths.email].flatMap((pattern) => [
      pattern,
      '  ! Cross-Origin-Resource-Policy',
      '  Cross-Origin-Resource-Policy: cross-origin',
      '',
    ]),
    // The page that opened Google's window closes it by script.
    googleReturnPath,
    '  ! Cross-Origin-Opener-Policy',
    '  Cross-Origin-Opener-Policy: unsafe-none',
    '',
    ...createFeedHeaderLines(),
  ].join('\n')
}
