/** Requests to public hosts only: an address in a text may lead into the network of the machine that checks it. */
import { type LookupAddress, lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '../../shared/public-address.ts'

export class PrivateAddressError extends Error {}

type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

const resolveHost: Resolve = (hostname, callback) => lookup(hostname, { all: true }, callback)

/**
 * Fails if one of the host's addresses isn't public. The connection is made to the addresses that were checked, so that
 * a second answer of the DNS can't change them.
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

type HeadOptions = {
  /** Milliseconds. */
  readonly timeout: number
  /** For an address of our own, which may be local. */
  readonly isTrusted?: boolean
  readonly resolve?: Resolve
}

/** The status. Follows no redirect, which may lead anywhere. Throws `PrivateAddressError`, and for any failure. */
export function requestHead(
  url: URL,
  { timeout, isTrusted = false, resolve = resolveHost }: HeadOptions,
): Promise<number> {
  // In brackets for IPv6. Addresses aren't looked up.
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host))
    return Promise.reject(new PrivateAddressError())
  const request = { 'http:': requestHttp, 'https:': requestHttps }[url.protocol]
  if (!request) return Promise.reject(new Error(`Not a web address: ${url.protocol}`))
  return new Promise((fulfil, reject) => {
    request(url, {
      method: 'HEAD',
      agent: false,
      signal: AbortSignal.timeout(timeout),
      ...(isTrusted ? {} : { lookup: createPublicLookup(resolve) }),
    })
      .on('response', (response) => {
        response.destroy()
        fulfil(response.statusCode ?? 0)
      })
      .on('error', reject)
      .end()
  })
}
