/**
 * Fetches a file from the web for an import, whose addresses anybody may have written: http and
 * https alone, public addresses alone, few redirects, within a size and a time. The address that
 * was judged is the one that is connected to, so a name that answers otherwise the second time gains
 * nothing.
 */
import { type LookupAddress, lookup as resolveName } from 'node:dns'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { isPublicAddress } from './public-address.ts'

export type FetchLimits = {
  readonly bytes: number
  /** For the whole of it, redirects included. */
  readonly milliseconds: number
  readonly redirects: number
  /** For a source that lies on a machine of one's own. */
  readonly privateHosts: boolean
}

export type FetchFailure = {
  readonly reason: string
  /** Whether it may be otherwise another time. */
  readonly passing: boolean
}

const refuse = (reason: string) => fail<FetchFailure>({ reason, passing: false })

class PrivateAddress extends Error {}

/** As node:dns, but only with public addresses among the answers. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0)
    const forbidden = addresses.find(({ address }) => !isPublicAddress(address))
    if (forbidden) return callback(new PrivateAddress(), '', 0)
    if (options.all) return callback(null, addresses)
    callback(null, addresses[0]!.address, addresses[0]!.family)
  })
}

function open(url: URL, limits: FetchLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getHttps : getHttp
  const options = {
    signal,
    agent: false as const,
    headers: {
      Accept: 'image/*',
      'Accept-Encoding': 'identity',
      'User-Agent': 'publication-import',
    },
    ...(limits.privateHosts ? {} : { lookup: publicLookup }),
  }
  return new Promise((resolve, reject) => get(url, options, resolve).on('error', reject))
}

async function bodyOf(answer: IncomingMessage, most: number) {
  const tooLarge = () => {
    answer.destroy()
    return refuse(`is larger than ${Math.floor(most / 1024 / 1024)} MB`)
  }
  if (Number(answer.headers['content-length'] ?? 0) > most) return tooLarge()
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most) return tooLarge()
    parts.push(part)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return succeed(bytes)
}

/** The bytes at an address, or why there are none, in words that follow upon the address. */
export async function fetchFile(
  address: string,
  limits: FetchLimits,
): Promise<Result<Uint8Array<ArrayBuffer>, FetchFailure>> {
  const signal = AbortSignal.timeout(limits.milliseconds)
  let next = address
  try {
    for (let hop = 0; hop <= limits.redirects; hop++) {
      const url = URL.parse(next)
      if (!url || !/^https?:$/.test(url.protocol)) return refuse('is no address on the web')
      if (url.username || url.password) return refuse('carries a password')
      const literal = url.hostname.replace(/^\[|\]$/g, '')
      // Names are judged when they have been resolved; these are never resolved.
      if (!limits.privateHosts && isIP(literal) && !isPublicAddress(literal)) {
        return refuse('is on a private network')
      }
      const answer = await open(url, limits, signal)
      const status = answer.statusCode ?? 0
      const { location } = answer.headers
      if (status === 200) return await bodyOf(answer, limits.bytes)
      answer.destroy()
      if (![301, 302, 303, 307, 308].includes(status) || !location) {
        return fail({ reason: `answers ${status}`, passing: status === 429 || status >= 500 })
      }
      next = URL.parse(location, url)?.href ?? ''
    }
    return refuse('leads from one address to another without end')
  } catch (error) {
    if (error instanceof PrivateAddress) return refuse('is on a private network')
    if (signal.aborted) return fail({ reason: 'takes too long', passing: true })
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    return fail({ reason: `cannot be reached (${code})`, passing: true })
  }
}
