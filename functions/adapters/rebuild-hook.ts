/**
 * Whoever builds the site, asked to begin: a deploy hook of Cloudflare's, or GitHub's
 * `repository_dispatch`. Its address may be as good as a key, so nothing of it is ever logged.
 */
import { fail, type Result, succeed } from '../../src/domain/result.ts'

/** Fails with a reason that names no address. */
export type RebuildHook = () => Promise<Result<void, string>>

export function createRebuildHook(options: {
  readonly url: string
  /** For those that want one. */
  readonly token: string | undefined
  /** GitHub's `event_type`. */
  readonly event: string | undefined
  /** Milliseconds. */
  readonly timeout: number
}): RebuildHook {
  const { url, token, event, timeout } = options
  return async () => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          // GitHub answers nobody without a name.
          'User-Agent': 'publication-edge',
          Accept: 'application/json',
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(event === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body: event === undefined ? null : JSON.stringify({ event_type: event }),
        // The token is for this address and no other.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      })
      await response.body?.cancel()
      return response.ok ? succeed(undefined) : fail(`status ${response.status}`)
    } catch (error) {
      return fail(error instanceof Error ? error.name : 'unknown')
    }
  }
}
