/** Starts a build of the site. Never logs the hook's URL, which may be secret. */
import type { Result } from '../../../src/domain/result.ts'
import { notifyService } from './call-service.ts'
import { userAgent } from './user-agent.ts'

/** The failure's reason contains no address. */
export type RebuildHook = () => Promise<Result<void, string>>

export function createRebuildHook(options: {
  readonly url: string
  readonly token: string | undefined
  readonly event: string | undefined
  /** In milliseconds. */
  readonly timeout: number
}): RebuildHook {
  const { url, token, event, timeout } = options
  const headers = {
    'User-Agent': userAgent,
    Accept: 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(event === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
  const body = event === undefined ? null : JSON.stringify({ event_type: event })
  return () =>
    notifyService(
      // A redirect would pass on the token.
      () => new Request(url, { method: 'POST', headers, body, redirect: 'manual' }),
      timeout,
    )
}
