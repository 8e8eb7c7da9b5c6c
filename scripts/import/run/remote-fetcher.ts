/**
 * Fetches the files of one import run, within limits for all of them together: their number, their bytes, the time, and
 * the time that one host may waste. Waits when a server requests that.
 */
import { setTimeout as waitFor } from 'node:timers/promises'
import { fail, type Result } from '../../../src/domain/result.ts'
import {
  type DownloadBudget,
  type FetchFailure,
  type FetchLimits,
  fetchRemoteFile,
} from '../sources/fetch-remote-file.ts'

/** The kind of file expected at an address, if it differs from the run's usual kind. */
type ExpectedFile = Partial<Pick<FetchLimits, 'maxBytes' | 'timeout'>> & {
  readonly accept?: string
}

type RemoteFetcher = {
  fetchFile(
    address: string,
    expected?: ExpectedFile,
  ): Promise<Result<Uint8Array<ArrayBuffer>, FetchFailure>>
}

export type RunLimits = {
  readonly maxFiles: number
  readonly maxTotalBytes: number
  readonly maxHours: number
  /** The number of successive requests that a host may leave unanswered before no more are sent to it. */
  readonly maxUnanswered: number
  /** Seconds. A host that asks for a longer wait gets no more requests. */
  readonly maxRetryAfter: number
  /** Attempts for each file. */
  readonly maxAttempts: number
}

const defaultRunLimits: RunLimits = {
  maxFiles: 500_000,
  maxTotalBytes: 500e9,
  maxHours: 48,
  maxUnanswered: 10,
  maxRetryAfter: 120,
  maxAttempts: 4,
}

type FetcherOptions = {
  readonly limits: Omit<FetchLimits, 'budget'>
  readonly runLimits?: RunLimits
  /** Milliseconds. */
  readonly wait?: (milliseconds: number) => Promise<unknown>
}

export function createRemoteFetcher({
  limits,
  runLimits = defaultRunLimits,
  wait = waitFor,
}: FetcherOptions): RemoteFetcher {
  const { maxFiles, maxTotalBytes, maxHours, maxUnanswered, maxRetryAfter, maxAttempts } = runLimits
  const budget: DownloadBudget = { maxBytes: maxTotalBytes, usedBytes: 0 }
  const endsAt = performance.now() + maxHours * 3_600_000
  /** The number of successive unanswered requests, by host. */
  const unanswered = new Map<string, number>()
  /** Keyed by host; all requests to a host wait for the same pause. */
  const pauses = new Map<string, Promise<unknown>>()
  /** Hosts that get no more requests, each with the reason as a clause. */
  const refusals = new Map<string, string>()
  let files = 0

  async function fetchOnce(address: string, host: string, { accept, ...own }: ExpectedFile) {
    if (files >= maxFiles)
      return failTemporarily(
        `wasn’t fetched: the limit is ${maxFiles.toLocaleString('en-GB')} files in one run`,
      )
    if (performance.now() >= endsAt)
      return failTemporarily(`wasn’t fetched: the limit is ${maxHours} hours in one run`)
    const refusal = refusals.get(host)
    if (refusal) return failTemporarily(`wasn’t fetched: its host ${refusal}`)
    files++
    const fetched = await fetchRemoteFile(address, { ...limits, ...own, budget }, accept)
    const isUnreachable = !fetched.ok && fetched.failure.isUnreachable === true
    const failures = isUnreachable ? (unanswered.get(host) ?? 0) + 1 : 0
    unanswered.set(host, failures)
    if (failures >= maxUnanswered) refusals.set(host, `left ${failures} requests unanswered`)
    return fetched
  }

  return {
    async fetchFile(address, expected = {}) {
      const host = URL.parse(address)?.host ?? ''
      for (let attempt = 1; ; attempt++) {
        await pauses.get(host)
        const fetched = await fetchOnce(address, host, expected)
        if (fetched.ok || attempt >= maxAttempts) return fetched
        const { isTemporary, retryAfter } = fetched.failure
        if (!isTemporary || retryAfter === undefined) return fetched
        if (retryAfter > maxRetryAfter) {
          refusals.set(host, `asks to wait for ${Math.ceil(retryAfter / 60)} minutes`)
          return fetched
        }
        pauses.set(host, wait(retryAfter * 1000))
      }
    },
  }
}

const failTemporarily = (reason: string) => fail<FetchFailure>({ reason, isTemporary: true })
