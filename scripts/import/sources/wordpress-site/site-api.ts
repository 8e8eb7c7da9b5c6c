/** Calls the REST API of a running WordPress site: slowly, with retries, and only for public content. */
import { setTimeout as waitFor } from 'node:timers/promises'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import type { ImportFailure } from '../../items/imported-item.ts'
import {
  type DownloadBudget,
  describeStatus,
  type FetchFailure,
  type FetchLimits,
  fetchRemote,
  type RemoteResponse,
} from '../fetch-remote-file.ts'
import { megabyte } from '../megabyte.ts'

type SiteInfo = {
  /** The address of the API; with `?rest_route=` on sites without readable addresses. */
  readonly root: string
  readonly name: string
  /** The origin and path of the site's pages. */
  readonly home: string
}

type ApiPage = {
  readonly items: readonly unknown[]
  /** Null if a proxy has removed the header. */
  readonly total: number | null
}

/** The status is null if there was no response. */
type ApiFailure = ImportFailure & { readonly status: number | null }

export type SiteApi = {
  findSite(address: string): Promise<Result<SiteInfo, ImportFailure>>
  readPage(root: string, query: ApiQuery): Promise<Result<ApiPage, ApiFailure>>
  /** Reads any other response of the API as JSON. */
  readObject(root: string, collection: string): Promise<Result<unknown, ApiFailure>>
}

type ApiQuery = {
  readonly collection: string
  /** The number of items that are skipped. */
  readonly offset: number
  readonly perPage: number
  readonly fields: readonly string[]
}

type SiteApiOptions = {
  /** See FetchLimits; null outside tests. */
  readonly localOrigin: string | null
  readonly maxTotalBytes?: number
  readonly wait?: (milliseconds: number) => Promise<unknown>
}

/** Milliseconds between two requests: a visitor's pace, so that small hosts don't shut us out. */
const requestInterval = 400
const maxAttempts = 6
/** Seconds. */
const maxRetryAfter = 300
/** Bytes of one response, which is held in memory: fifty long posts. */
const maxAnswerBytes = 20 * megabyte
/** Bytes of all responses in one run. The next run continues the copy. */
const maxCopyBytes = 5_000_000_000

const exportAdvice = 'Export the posts in WordPress (Tools → Export) and import that file instead.'

export function createSiteApi({
  localOrigin,
  maxTotalBytes = maxCopyBytes,
  wait = waitFor,
}: SiteApiOptions): SiteApi {
  const budget: DownloadBudget = { maxBytes: maxTotalBytes, usedBytes: 0 }
  const limits: FetchLimits = {
    maxBytes: maxAnswerBytes,
    budget,
    timeout: 120_000,
    maxRedirects: 5,
    localOrigin,
  }

  /** Retries requests that may succeed later, after the time that the server asks for, else after growing delays. */
  async function request(url: URL): Promise<Result<RemoteResponse, FetchFailure>> {
    for (let attempt = 1; ; attempt++) {
      await wait(requestInterval)
      const fetched = await fetchRemote(url.href, 'application/json', limits)
      const failure = fetched.ok ? describeStatus(fetched.value, new Date()) : fetched.failure
      const isExhausted = attempt === maxAttempts || budget.usedBytes >= budget.maxBytes
      if (!failure.isTemporary || isExhausted) return fetched
      const { retryAfter = 2 ** attempt } = failure
      if (retryAfter > maxRetryAfter) {
        const reason = `asks to wait for ${Math.ceil(retryAfter / 60)} minutes. Run the import again then; it continues where it stopped.`
        return fail({ ...failure, reason })
      }
      await wait(retryAfter * 1000)
    }
  }

  async function requestJson(
    url: URL,
  ): Promise<Result<{ value: unknown; response: RemoteResponse }, ApiFailure>> {
    const fetched = await request(url)
    if (!fetched.ok) return fail({ reason: fetched.failure.reason, status: null })
    const { status, headers, bytes } = fetched.value
    if (status === 401 || status === 403) {
      return fail({
        reason: `answers with status ${status}: its REST API is closed to the public. ${exportAdvice}`,
        status,
      })
    }
    if (status !== 200) {
      return fail({ reason: `answers with status ${status}`, status })
    }
    const text = new TextDecoder().decode(bytes)
    if (/^\s*</.test(text) || /\btext\/html\b/.test(headers['content-type'] ?? '')) {
      return fail({
        reason: `answers with a web page instead of JSON: its REST API is turned off or hidden. ${exportAdvice}`,
        status,
      })
    }
    try {
      return succeed({ value: JSON.parse(text), response: fetched.value })
    } catch {
      return fail({ reason: `answers with invalid JSON. ${exportAdvice}`, status })
    }
  }

  return {
    async findSite(address) {
      let firstFailure: ImportFailure | undefined
      for (const root of listApiRoots(address)) {
        const answer = await requestJson(root)
        if (answer.ok) {
          const index = indexSchema.safeParse(answer.value.value)
          if (index.success && index.data.namespaces.includes('wp/v2')) {
            const { name, home } = index.data
            return succeed({ root: answer.value.response.address, name, home: home || address })
          }
        } else firstFailure ??= describeMissingApi(answer.failure)
        // If a host can't be reached, its other addresses can't either.
        if (!answer.ok && answer.failure.status === null) break
      }
      return fail(firstFailure ?? { reason: `has no WordPress REST API. ${exportAdvice}` })
    },
    async readPage(root, { collection, offset, perPage, fields }) {
      const url = buildApiUrl(root, collection)
      url.searchParams.set('per_page', String(perPage))
      url.searchParams.set('offset', String(offset))
      // Items are in the order of their creation, so that those published during the copy are last.
      url.searchParams.set('orderby', 'id')
      url.searchParams.set('order', 'asc')
      if (fields.length > 0) url.searchParams.set('_fields', fields.join(','))
      const answer = await requestJson(url)
      if (!answer.ok) return answer
      const { value, response } = answer.value
      if (!Array.isArray(value))
        return fail({
          reason: `answers with JSON that isn’t a list. ${exportAdvice}`,
          status: response.status,
        })
      if (value.length > perPage)
        return fail({
          reason: `answers with more items than requested. ${exportAdvice}`,
          status: response.status,
        })
      return succeed({ items: value, total: readCount(response.headers['x-wp-total']) })
    },
    async readObject(root, collection) {
      const answer = await requestJson(buildApiUrl(root, collection))
      return answer.ok ? succeed(answer.value.value) : answer
    },
  }
}

const indexSchema = z.object({
  name: z.string().catch(''),
  home: z.string().catch(''),
  namespaces: z.array(z.string()),
})

function describeMissingApi({ reason, status }: ApiFailure): ImportFailure {
  return status === 404
    ? {
        reason: `has no REST API: it isn’t a WordPress site, or its API is turned off. ${exportAdvice}`,
      }
    : { reason }
}

/** Lists the API's paths, for sites with and without readable addresses. */
function listApiRoots(address: string): URL[] {
  const base = new URL(address)
  const path = base.pathname.replace(/\/$/, '').replace(/\/wp-json$/, '')
  const fields = '_fields=name,home,namespaces'
  return [
    new URL(`${base.origin}${path}/wp-json/?${fields}`),
    new URL(`${base.origin}${path}/?rest_route=/&${fields}`),
  ]
}

function buildApiUrl(root: string, collection: string): URL {
  const url = new URL(root)
  url.searchParams.delete('_fields')
  const route = url.searchParams.get('rest_route')
  if (route === null) url.pathname = `${url.pathname.replace(/\/$/, '')}/wp/v2/${collection}`
  else url.searchParams.set('rest_route', `${route.replace(/\/$/, '')}/wp/v2/${collection}`)
  return url
}

function readCount(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null
}
