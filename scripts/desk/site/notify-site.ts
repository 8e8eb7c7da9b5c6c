import { parsePositiveInteger } from '../command.ts'
import type { Desk } from '../desk-environment.ts'
import { type DocumentRef, publicPath } from '../documents/revision.ts'
import type { ExitStatus } from '../exit-status.ts'
import { notifySite, waitUntilBuilt, waitUntilReachable } from './site-client.ts'

export const waitOptions = {
  wait: { type: 'boolean', default: false },
  timeout: { type: 'string', default: '15' },
} as const

export const waitHelp = `  --wait            wait until the whole site, archives included, has been rebuilt
  --timeout MINUTES how long --wait waits (default: 15)`

type WaitSettings = { readonly wait: boolean; readonly timeout: string }

/** Milliseconds until a new article must be readable. */
const readableTimeout = 30_000
const maxReadableChecks = 5

const formatSeconds = (seconds: number) => `${seconds.toFixed(1)} s`

/** `newDocuments` must become readable. */
export async function notifySiteAndWait(
  desk: Desk,
  changedAt: string | null,
  newDocuments: readonly DocumentRef[],
  waitSettings: WaitSettings,
): Promise<ExitStatus> {
  if (changedAt === null) return 'done'
  const buildTimeout = parsePositiveInteger('--timeout', waitSettings.timeout) * 60_000
  const notified = await notifySite(desk, changedAt)
  if (!notified.ok) {
    console.error(
      `Stored, but the site couldn’t be notified: ${notified.failure.reason}. Readers see the change ` +
        'after the next build. Run the same command again to notify the site.',
    )
    return 'notNotified'
  }
  let status: ExitStatus = 'done'
  // Only articles are rendered before the next build.
  const newArticles = newDocuments.filter(({ collection }) => collection === 'articles')
  for (const document of newArticles.slice(0, maxReadableChecks)) {
    const url = desk.siteUrl + publicPath(document)
    const seconds = await waitUntilReachable(desk, publicPath(document), readableTimeout)
    if (seconds !== null) {
      console.log(`${url} is readable after ${formatSeconds(seconds)}.`)
      continue
    }
    status = 'notNotified'
    console.error(`${url} isn’t readable after ${formatSeconds(readableTimeout / 1000)}.`)
  }
  if (!waitSettings.wait) return status
  const seconds = await waitUntilBuilt(desk, changedAt, buildTimeout)
  if (seconds !== null) {
    console.log(`The whole site is up to date after ${formatSeconds(seconds)}.`)
    return status
  }
  console.error(
    `The site wasn’t rebuilt within ${waitSettings.timeout} minutes. For the reason see ${desk.siteUrl}/api/health`,
  )
  return 'notNotified'
}
