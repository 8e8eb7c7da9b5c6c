/**
 * Caches verified tokens in one isolate: verifying a signature costs more than the rest of a signed-in request. A
 * cached signature stays valid, because an isolate's keys never change. A token can still expire, so its age is checked
 * each time.
 */
import { isWithinAge } from '../../src/contracts/signing/signed-token.ts'
import { createLruCache } from '../platform/lru-cache.ts'

type ReadToken<Claims> = (token: string | undefined, now: Date) => Promise<Claims | null>

/** Bytes of verified tokens in memory; an isolate has 128 MB. Enough for several thousand readers. */
const defaultMaxBytes = 2 * 1024 * 1024

/**
 * The exact format of our tokens. Spaces in a signature don't make it invalid, so one reader could otherwise fill the
 * memory with variants.
 */
const issuedForm = /^[\w-]+\.[\w-]+\.[\w-]{43}$/

/** Caches verified tokens. `lifetime` is in seconds. Invalid tokens aren't cached, so that they can't evict others. */
export function rememberVerified<Claims extends { readonly iat: number }>(
  read: ReadToken<Claims>,
  lifetime: number,
  maxBytes = defaultMaxBytes,
): ReadToken<Claims> {
  const verified = createLruCache<string, { readonly claims: Claims; readonly bytes: number }>(
    maxBytes,
    ({ bytes }) => bytes,
  )
  return async (token, now) => {
    if (!token) return null
    const known = verified.get(token)
    if (known) return isWithinAge(known.claims.iat, lifetime, now) ? known.claims : null
    const claims = await read(token, now)
    if (claims && issuedForm.test(token)) {
      // Each entry counts twice the text's length, because the claims take as much memory as the text.
      verified.set(copyText(token), { claims, bytes: 2 * token.length })
    }
    return claims
  }
}

/** Copies a text by decoding it. In V8, a substring keeps the whole string in memory: here, the Cookie header. */
const copyText = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text))
