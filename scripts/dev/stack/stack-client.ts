import type { RunningStack } from '../../shared/running-stack.ts'
import type { RebuildCounts } from '../fakes/rebuild-queue.ts'

/** Milliseconds: longer than a run of the cron job may take. */
const maxRunDuration = 150_000

/** Runs a Worker's cron job at once, even beside another run. */
export async function runScheduled(url: string): Promise<void> {
  // The path at which wrangler's dev server runs the cron job.
  const response = await fetch(`${url}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`, {
    signal: AbortSignal.timeout(maxRunDuration),
  })
  if (!response.ok) throw new Error(`The Worker's clock failed: ${await response.text()}`)
}

/** Runs the cron job after earlier triggered runs, so that only one run is active. */
export async function triggerCron({ inboxUrl }: Pick<RunningStack, 'inboxUrl'>): Promise<void> {
  const response = await fetch(`${inboxUrl}/cron`, { method: 'POST' })
  if (!response.ok) throw new Error(await response.text())
}

export async function readRebuildCounts({
  inboxUrl,
}: Pick<RunningStack, 'inboxUrl'>): Promise<RebuildCounts> {
  return (await fetch(`${inboxUrl}/rebuilds`)).json() as Promise<RebuildCounts>
}

/** Builds the changes in the stack's Firestore and serves them. */
export async function requestRebuild({ inboxUrl }: RunningStack): Promise<void> {
  const response = await fetch(`${inboxUrl}/rebuild`, { method: 'POST' })
  if (!response.ok) throw new Error(await response.text())
}
