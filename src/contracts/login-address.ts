/** Where a reader logs in, to come back to the page at `path` afterwards. */
export function loginAddress(path: string): string {
  return path === '/' ? '/login' : `/login?return=${encodeURIComponent(path)}`
}
