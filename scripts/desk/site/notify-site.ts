import { type DocumentRef, publicPath } from '../../../src/content/manuscript/document.ts'
import { formatDeskCommand, parsePositiveInteger } from '../command-line/command.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import type { ExitStatus } from '../command-line/exit-status.ts'
import { notifySite, waitUntilBuilt, waitUntilReachable } from './site-client.ts'

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

/** Parses the options before anything is written, so that a wrong one changes nothing. */
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

/** Does nothing if `changedAt` is null. */
export async function notifySiteOfChange(
  desk: Desk,
  changedAt: string | null,
): Promise<ExitStatus> {
  if (changedAt === null) return 'done'
  const notified = await notifySite(desk, changedAt)
  if (notified.ok) return 'done'
  console.error(
    `Stored, but the site couldn’t be notified: ${notified.failure.reason}. Readers see the change ` +
      'after the next build. Run the same command again to notify the site.',
  )
  return 'notNotified'
}

/** `newDocuments` must become readable. */
export async function notifySiteAndWait(
  desk: Desk,
  changedAt: string | null,
  newDocuments: readonly DocumentRef[],
  { wait, timeout }: WaitSettings,
): Promise<ExitStatus> {
  let status = await notifySiteOfChange(desk, changedAt)
  if (changedAt === null || status !== 'done') return status
  // Only articles are rendered before the next build.
  const newArticles = newDocuments.filter(({ collection }) => collection === 'articles')
  for (const document of newArticles.slice(0, maxReadableChecks)) {
    const url = desk.siteUrl + publicPath(document)
    const seconds = await waitUntilReachable(desk, publicPath(document), readableTimeout)
    if (seconds !== null) {
      console.log(`${url} can be read after ${formatSeconds(seconds)}.`)
      continue
    }
    status = 'notNotified'
    console.error(
      `${url} can’t be read yet after ${formatSeconds(readableTimeout / 1000)}. Try again in a minute.`,
    )
  }
  if (!wait) return status
  const seconds = await waitUntilBuilt(desk, changedAt, timeout * 60_000)
  if (seconds !== null) {
    console.log(`The whole site is up to date after ${formatSeconds(seconds)}.`)
    return status
  }
  console.error(
    `The site wasn’t rebuilt within ${timeout} minutes. For the reason: ${formatDeskCommand('status')}`,
  )
  return 'notNotified'
}
