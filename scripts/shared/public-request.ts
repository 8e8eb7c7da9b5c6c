/** Requests to public hosts only: an untrusted address may lead into this machine's network. */
import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export class PrivateAddressError extends Error {}

type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

const resolveHost: Resolve = (hostname, callback) => lookup(hostname, { all: true }, callback)

/**
 * Fails if one of the host's addresses isn't public. The connection is made to the addresses that were checked, so that
 * a second DNS response can't change them.
 */
const createPublicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error('No address.'), '')
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new PrivateAddressError(), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

type PublicRequestOptions = Pick<RequestOptions, 'method' | 'headers'> & {
  readonly signal: AbortSignal
  /** True for an address of our own, which may be local. */
  readonly isTrusted: boolean
  readonly resolve?: Resolve
}

/** Returns the response, whatever its status. Throws `PrivateAddressError`, and for any failure. */
export async function requestPublicHost(
  url: URL,
  { isTrusted, resolve = resolveHost, ...options }: PublicRequestOptions,
): Promise<IncomingMessage> {
  // IPv6 addresses have brackets. IP addresses aren't looked up.
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError()
  const request = { 'http:': requestHttp, 'https:': requestHttps }[url.protocol]
  if (!request) throw new Error(`Not a web address: ${url.protocol}`)
  return new Promise((fulfil, reject) => {
    let response: IncomingMessage | undefined
    request(url, {
      ...options,
      // Each request opens a new connection: a reused one would skip the check of the address.
      agent: false,
      ...(isTrusted ? {} : { lookup: createPublicLookup(resolve) }),
    })
      .on('response', (answer) => {
        response = answer
        fulfil(answer)
      })
      .on('error', (error) => {
        reject(error)
        // Without an error, a body of unstated length would seem to be complete.
        response?.destroy(error)
      })
      // The connection may close without an error or a response, as after "101 Switching Protocols".
      .on('close', () => reject(new Error('closed')))
      .end()
  })
}
