import type { InputOf } from '../../../src/contracts/endpoints/endpoint.ts'
import { getEndpointPath } from '../../../src/contracts/endpoints/endpoint-path.ts'
import type { Api } from '../../../src/contracts/endpoints/endpoints.ts'
import {
  buildTimestampFile,
  parseBuildTimestamp,
} from '../../../src/contracts/site-files/build-timestamp.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { fetchSigned, readRefusal, type SignedSite } from '../../shared/fetch-signed.ts'
import { repeatWhile } from '../../shared/repeat-while.ts'

/** Milliseconds for one response. */
const requestTimeout = 15_000

type SiteFailure = { readonly reason: string; readonly isTemporary: boolean }

/** Returns the error code of a failed `fetch`, such as ECONNREFUSED. */
export function describeNetworkError(error: unknown): string {
  const { name, cause } = error as Error
  if (!(cause instanceof Error)) return name
  return (cause as NodeJS.ErrnoException).code ?? cause.message
}

/** Milliseconds before the second and the third attempt: a site may drop a request while a new version starts. */
const notifyDelays = [500, 2000] as const

/** `committedAt` is a time as Firestore formats it. A repeated notification has no effect. */
export const notifySite = (
  site: SignedSite,
  committedAt: string,
  delays: readonly number[] = notifyDelays,
) =>
  repeatWhile(
    (notified) => !notified.ok && notified.failure.isTemporary,
    () => notifyOnce(site, committedAt),
    { delays },
  )

async function notifyOnce(
  site: SignedSite,
  committedAt: string,
): Promise<Result<void, SiteFailure>> {
  const content: InputOf<Api['POST /api/webhooks/publish']> = { changedAt: committedAt }
  const path = getEndpointPath('POST /api/webhooks/publish')
  try {
    const call = { method: 'POST', path, content, timeout: requestTimeout }
    const response = await fetchSigned(site, call)
    if (!response.ok) {
      const { description } = await readRefusal(response)
      return fail({ reason: `it ${description}`, isTemporary: response.status >= 500 })
    }
    await response.body?.cancel()
    return succeed(undefined)
  } catch (error) {
    return fail({
      reason: `it isn’t responding (${describeNetworkError(error)})`,
      isTemporary: true,
    })
  }
}

/** Firestore formats its times to the microsecond. */
export function laterTimestamp(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  const difference = Date.parse(one) - Date.parse(other)
  // Within a millisecond, the remaining digits are compared; both times end in Z.
  return difference > 0 || (difference === 0 && one > other) ? one : other
}

/** Returns the elapsed seconds; null after the timeout. */
async function pollUntil(
  isReady: () => Promise<boolean>,
  interval: number,
  timeout: number,
): Promise<number | null> {
  const startedAt = Date.now()
  for (;;) {
    if (await isReady().catch(() => false)) return (Date.now() - startedAt) / 1000
    if (Date.now() - startedAt + interval > timeout) return null
    await new Promise((resolve) => setTimeout(resolve, interval))
  }
}

const fetchUncached = (url: string) =>
  fetch(url, { redirect: 'manual', cache: 'no-store', signal: AbortSignal.timeout(requestTimeout) })

export type SiteAddress = { readonly siteUrl: string }

/** The timeout is in milliseconds. */
export function waitUntilReachable(site: SiteAddress, address: string, timeout: number) {
  const isReachable = async () => {
    const response = await fetchUncached(site.siteUrl + address)
    await response.body?.cancel()
    return response.status === 200
  }
  return pollUntil(isReachable, 200, timeout)
}

export function waitUntilBuilt(site: SiteAddress, committedAt: string, timeout: number) {
  const isBuilt = async () => includesCommit(await fetchBuiltUntil(site), committedAt)
  return pollUntil(isBuilt, 500, timeout)
}

async function fetchBuiltUntil(site: SiteAddress): Promise<Date> {
  const response = await fetchUncached(`${site.siteUrl}/${buildTimestampFile}`)
  return parseBuildTimestamp(await response.text())
}

/** The build's time is in milliseconds, so it may precede a commit in the same millisecond. */
export function includesCommit(syncedAt: Date, committedAt: string): boolean {
  return syncedAt.getTime() > Date.parse(committedAt)
}
