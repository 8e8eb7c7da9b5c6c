/** Where a reader logs in, to come back to the page at `path` afterwards. */
export function loginAddress(path: string): string {
  return path === '/' ? '/login' : `/login?return=${encodeURIComponent(path)}`
}

/** Where a reader makes an account, to come back likewise. */
export function signUpAddress(path: string): string {
  return path === '/' ? '/login/new' : `/login/new?return=${encodeURIComponent(path)}`
}
