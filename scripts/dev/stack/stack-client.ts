import type { RunningStack } from '../../build/running-stack.ts'
import type { RebuildCounts } from './rebuild-queue.ts'

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
