/** Fetches untrusted addresses: only http and https, only public hosts, limited redirects, size and time. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { PrivateAddressError, requestPublicHost } from '../../shared/public-request.ts'
import { formatMegabytes } from './megabyte.ts'

/** The maximum number of bytes for several downloads together, including failed ones. */
export type DownloadBudget = {
  readonly maxBytes: number
  /** Bytes are counted as they arrive. */
  usedBytes: number
}

export type FetchLimits = {
  readonly maxBytes: number
  readonly budget: DownloadBudget
  /** Milliseconds, redirects included. */
  readonly timeout: number
  readonly maxRedirects: number
  /**
   * The only origin on a private network that may be requested. Tests and the benchmark name one; no option
   * of the command does.
   */
  readonly localOrigin: string | null
}

export type FetchFailure = {
  /** A phrase to follow the address, such as "redirects too many times". */
  readonly reason: string
  readonly isTemporary: boolean
  /** Seconds to wait, if the server asks for that. */
  readonly retryAfter?: number
  /** True if no server answered at all. */
  readonly isUnreachable?: boolean
}

export type RemoteResponse = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The address after redirects. */
  readonly address: string
  /** The body of a response with status 200; empty for any other status. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

const noBytes = new Uint8Array()
const requestHeaders = { 'Accept-Encoding': 'identity', 'User-Agent': 'publication-import' }

const failPermanently = (reason: string) => fail<FetchFailure>({ reason, isTemporary: false })

const failOverBudget = ({ maxBytes }: DownloadBudget) =>
  fail<FetchFailure>({
    reason: `wasn’t fetched: the limit is ${maxBytes / 1e9} GB in one run`,
    isTemporary: true,
  })

async function readBody(response: IncomingMessage, { maxBytes, budget }: FetchLimits) {
  const failTooLarge = () => {
    response.destroy()
    return failPermanently(`is larger than ${formatMegabytes(maxBytes)}`)
  }
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) return failTooLarge()
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    budget.usedBytes += chunk.length
    if (size > maxBytes) return failTooLarge()
    if (budget.usedBytes > budget.maxBytes) return failOverBudget(budget)
    chunks.push(chunk)
  }
  return succeed(new Uint8Array(Buffer.concat(chunks)))
}

/** Returns the response after redirects, whatever its status. */
export async function fetchRemote(
  address: string,
  accept: string,
  limits: FetchLimits,
): Promise<Result<RemoteResponse, FetchFailure>> {
  const { budget } = limits
  if (budget.usedBytes >= budget.maxBytes) return failOverBudget(budget)
  const signal = AbortSignal.timeout(limits.timeout)
  let nextAddress = address
  try {
    for (let hop = 0; hop <= limits.maxRedirects; hop++) {
      const url = URL.parse(nextAddress)
      if (!url || !/^https?:$/.test(url.protocol)) return failPermanently('isn’t a web address')
      if (url.username || url.password) return failPermanently('contains a password')
      const isTrusted = url.origin === limits.localOrigin
      const headers = { ...requestHeaders, Accept: accept }
      const response = await requestPublicHost(url, { headers, signal, isTrusted })
      const status = response.statusCode ?? 0
      const { location } = response.headers
      if (![301, 302, 303, 307, 308].includes(status) || !location) {
        const bytes = status === 200 ? await readBody(response, limits) : null
        if (bytes && !bytes.ok) return bytes
        response.destroy()
        return succeed({
          status,
          headers: response.headers,
          address: url.href,
          bytes: bytes?.value ?? noBytes,
        })
      }
      response.destroy()
      nextAddress = URL.parse(location, url)?.href ?? ''
    }
    return failPermanently(`redirects more than ${limits.maxRedirects} times`)
  } catch (error) {
    if (error instanceof PrivateAddressError) return failPermanently('is on a private network')
    if (signal.aborted) {
      return fail({
        reason: `takes longer than ${limits.timeout / 1000} seconds to answer`,
        isTemporary: true,
        isUnreachable: true,
      })
    }
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    return fail({ reason: `can’t be reached (${code})`, isTemporary: true, isUnreachable: true })
  }
}

/** Returns the bytes at an address. */
export async function fetchRemoteFile(
  address: string,
  limits: FetchLimits,
  accept = 'image/*',
): Promise<Result<Uint8Array<ArrayBuffer>, FetchFailure>> {
  const fetched = await fetchRemote(address, accept, limits)
  if (!fetched.ok) return fetched
  return fetched.value.status === 200
    ? succeed(fetched.value.bytes)
    : fail(describeStatus(fetched.value, new Date()))
}

export function describeStatus(
  { status, headers }: Pick<RemoteResponse, 'status' | 'headers'>,
  now: Date,
): FetchFailure {
  const retryAfter = parseRetryAfter(headers['retry-after'], now)
  return {
    reason: `answers with status ${status}`,
    isTemporary: status === 429 || status >= 500,
    ...(retryAfter === null ? {} : { retryAfter }),
  }
}

/** Parses a number of seconds or a date, and returns seconds. */
export function parseRetryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value.trim())) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}
