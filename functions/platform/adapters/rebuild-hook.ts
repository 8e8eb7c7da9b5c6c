/** Starts a build of the site. The hook's URL may be a secret, so it's never logged. */
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { getErrorName } from '../error-name.ts'
import { userAgent } from './user-agent.ts'

/** The reason contains no address. */
export type RebuildHook = () => Promise<Result<void, string>>

export function createRebuildHook(options: {
  readonly url: string
  readonly token: string | undefined
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
          'User-Agent': userAgent,
          Accept: 'application/json',
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(event === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body: event === undefined ? null : JSON.stringify({ event_type: event }),
        // A redirect would pass on the token.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      })
      await response.body?.cancel()
      return response.ok ? succeed(undefined) : fail(`status ${response.status}`)
    } catch (error) {
      return fail(getErrorName(error))
    }
  }
}
