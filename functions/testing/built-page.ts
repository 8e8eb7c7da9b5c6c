/** Compares pages that the Worker renders with built ones. */

/** Extracts a page's policy, which is in an element if the page was built, and in a header otherwise. */
export function takePolicy(html: string): { html: string; policy: string | null } {
  const element = /<meta http-equiv="content-security-policy" content="([^"]*)">/.exec(html)
  return {
    html: html.replace(element?.[0] ?? '', ''),
    policy: element?.[1]?.replaceAll('&#39;', "'") ?? null,
  }
}

export const splitPolicy = (policy: string): string[] =>
  policy
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)

/** Headers that belong to the connection, or differ in each response. */
const ignoredHeaders = new Set([
  ...['cf-cache-status', 'content-length', 'content-security-policy', 'date', 'etag'],
  'transfer-encoding',
])

export const headersOf = (response: Response): Record<string, string> =>
  Object.fromEntries([...response.headers].filter(([name]) => !ignoredHeaders.has(name)))
