import { wallFragment } from '../../contracts/pages/login-paths.ts'

/** Pages that signed-in readers don't need. */
export const signInPagePattern = /^\/(?:login|magic|forgot)(?:\/|$)/

/** Anybody may have written `returnTo`, so only our own pages are accepted. */
export function getReturnUrl(returnTo: string | null, origin: string): string {
  try {
    const url = new URL(returnTo ?? '/', origin)
    // The full URL is returned, because a path with two leading slashes would be another site's.
    const isOwnPage = url.origin === origin && !signInPagePattern.test(url.pathname)
    return isOwnPage ? url.href : '/'
  } catch {
    return '/'
  }
}

export const readReturnTo = (search: string) => new URLSearchParams(search).get('return')

/** New readers are welcomed first, except those who are about to redeem a gift or to read on. */
export function getUrlAfterSignIn(isNew: boolean, returnTo: string | null, origin: string): string {
  const returnUrl = getReturnUrl(returnTo, origin)
  const { pathname, search, hash } = new URL(returnUrl, origin)
  if (!isNew || pathname.startsWith('/gift/') || hash === wallFragment) return returnUrl
  const path = pathname + search + hash
  return path === '/' ? '/welcome' : `/welcome?return=${encodeURIComponent(path)}`
}

export function withReturnTo(path: string, returnTo: string | null): string {
  return returnTo ? `${path}?return=${encodeURIComponent(returnTo)}` : path
}
