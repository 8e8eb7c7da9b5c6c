import { formatDeskCommand, parsePositiveInteger } from '../command-line/command.ts'
import type { ExitStatus } from '../command-line/exit-status.ts'
import { type SiteAddress, waitUntilBuilt, waitUntilReachable } from './site-client.ts'

export const waitOptions = {
  wait: { type: 'boolean', default: false },
  timeout: { type: 'string', default: '15' },
} as const

export const waitHelp = `  --wait            wait until the whole site, archives included, has been rebuilt
  --timeout MINUTES how long --wait waits (default: 15)`

export type WaitSettings = {
  readonly wait: boolean
  /** Minutes. */
  readonly timeout: number
}

/** Parses the options before anything is written, so that an invalid option changes nothing. */
export const parseWaitSettings = ({
  wait,
  timeout,
}: {
  readonly wait: boolean
  readonly timeout: string
}): WaitSettings => ({ wait, timeout: parsePositiveInteger('--timeout', timeout) })

/** Milliseconds until a new article must be readable. */
const readableTimeout = 30_000
const maxReadableChecks = 5

const formatSeconds = (seconds: number) => `${seconds.toFixed(1)} s`

/** `changedAt` is null if nothing was published. `newAddresses` must become readable. */
export async function waitForSite(
  site: SiteAddress,
  changedAt: string | null,
  newAddresses: readonly string[],
  { wait, timeout }: WaitSettings,
): Promise<ExitStatus> {
  if (changedAt === null) return 'done'
  let status: ExitStatus = 'done'
  for (const address of newAddresses.slice(0, maxReadableChecks)) {
    const url = site.siteUrl + address
    const seconds = await waitUntilReachable(site, address, readableTimeout)
    if (seconds !== null) {
      console.log(`${url} went live after ${formatSeconds(seconds)}.`)
      continue
    }
    status = 'notNotified'
    console.error(
      `${url} isn’t live after ${formatSeconds(readableTimeout / 1000)}. Open it again in a minute.`,
    )
  }
  if (!wait) return status
  const seconds = await waitUntilBuilt(site, changedAt, timeout * 60_000)
  if (seconds !== null) {
    console.log(`The whole site is up to date after ${formatSeconds(seconds)}.`)
    return status
  }
  console.error(
    `The site wasn’t rebuilt before the timeout (${timeout} min). For the reason: ${formatDeskCommand('status')}`,
  )
  return 'notNotified'
}
