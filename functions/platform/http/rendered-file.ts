/** Renders pages, and serves them as if they were static files. The pages contain nothing from a reader's request. */
import { createHash } from 'node:crypto'
import { findEndOfHead, findStyles } from '../../../src/contracts/pages/html-tags.ts'
import type { OnDemandPage } from '../../../src/contracts/pages/on-demand-page.ts'
import { fetchAsset } from './read-asset.ts'
import type { RenderPage } from './render-page.ts'
import { keepUsedHashes } from './used-hashes.ts'

/** The renderer, and the parts of the request that it needs. */
export type RenderDeps = {
  readonly env: Pick<Env, 'ASSETS'>
  readonly execution: Pick<ExecutionContext, 'waitUntil' | 'passThroughOnException'>
  readonly renderPage: RenderPage
}

export type RenderedFile = {
  readonly body: Uint8Array
  readonly etag: string
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** Headers of the built page that don't apply to the rendered one. */
const omittedHeaders = new Set([
  'age',
  'cf-cache-status',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'date',
  'etag',
])

/**
 * `model` is the path of a built page with the same template, from which the rendered page copies its headers and
 * styles. Throws if that page is missing or rendering fails.
 */
export async function renderAsFile(
  page: OnDemandPage,
  model: string,
  { env, execution, renderPage }: RenderDeps,
): Promise<RenderedFile> {
  const built = await fetchAsset(env.ASSETS, model)
  const builtText = await built.text()
  if (built.status !== 200) throw new Error(`${model} isn’t in the build: ${built.status}`)
  const response = await renderPage(page, env, execution)
  const rendered = await response.text()
  // Astro responds with 500 if a template throws.
  if (response.status !== 200) throw new Error(`A page was rendered with ${response.status}`)
  const isFeed = 'landing' in page && page.landing.view === 'feed'
  const text = isFeed ? rendered : takeStylesFrom(builtText, rendered)
  const policy = response.headers.get('Content-Security-Policy') ?? "default-src 'none'"
  const body = new TextEncoder().encode(text)
  return {
    body,
    etag: createEtag(body),
    headers: [
      ...[...built.headers].filter(([name]) => !omittedHeaders.has(name.toLowerCase())),
      ['Content-Security-Policy', keepUsedHashes(policy, text)],
    ],
  }
}

/**
 * Copies the built page's styles. The same templates have the same rules, but Astro bundles the Worker's in another
 * order, and the last rule wins. Font styles for writing systems depend on each page's own text, and their elements
 * have an attribute.
 */
function takeStylesFrom(builtPage: string, page: string): string {
  const { rest } = splitStyles(page)
  const endOfHead = findEndOfHead(rest)
  const builtStyles = splitStyles(builtPage).styles
  if (endOfHead < 0 || builtStyles === '') throw new Error('A page has no head, or no styles.')
  return rest.slice(0, endOfHead) + builtStyles + rest.slice(endOfHead)
}

function splitStyles(html: string): { readonly rest: string; readonly styles: string } {
  let rest = ''
  let styles = ''
  let from = 0
  for (const { start, end } of findStyles(html)) {
    rest += html.slice(from, start)
    styles += html.slice(start, end)
    from = end
  }
  return { rest: rest + html.slice(from), styles }
}

export function createEtag(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
}

export function respondWithFile(request: Request, { body, etag, headers }: RenderedFile): Response {
  const all = new Headers([
    ...headers.map(([name, value]): [string, string] => [name, value]),
    ['ETag', etag],
  ])
  if (hasEtag(request.headers.get('If-None-Match'), etag)) {
    return new Response(null, { status: 304, headers: all })
  }
  return new Response(request.method === 'HEAD' ? null : body, { headers: all })
}

/** Compares weakly, because compression turns our ETag into a weak one. */
const hasEtag = (ifNoneMatch: string | null, etag: string) =>
  ifNoneMatch
    ?.split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag === etag || tag === `W/${etag}`) ?? false
