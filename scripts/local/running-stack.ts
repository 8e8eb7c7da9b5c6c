/** The stack that scripts and tests work against: started by another process, found by its folder. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Backends } from './backends.ts'
import type { RebuildCounts } from './rebuilds.ts'

export type RunningStack = Pick<
  Backends,
  | 'folder'
  | 'siteUrl'
  | 'outboxUrl'
  | 'payPalUrl'
  | 'authHost'
  | 'buildEnvironment'
  | 'deskEnvironment'
  | 'workerVariables'
>

/** Throws with what to do where there is none. */
export function runningStack(
  folder = process.env.STACK ?? join('.local', 'default'),
): RunningStack {
  try {
    return JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8'))
  } catch {
    throw new Error(
      `There is no running stack in ${folder}: run "npm start" (or "npm test") first.`,
    )
  }
}

/** What the Worker does every minute, now. */
export async function runCron({ outboxUrl }: Pick<RunningStack, 'outboxUrl'>): Promise<void> {
  const answer = await fetch(`${outboxUrl}/cron`, { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
}

export async function rebuildCounts({
  outboxUrl,
}: Pick<RunningStack, 'outboxUrl'>): Promise<RebuildCounts> {
  return (await fetch(`${outboxUrl}/rebuilds`)).json() as Promise<RebuildCounts>
}

/** Builds what changed in the stack's Firestore and serves it. */
export async function rebuild({ outboxUrl }: RunningStack): Promise<void> {
  const answer = await fetch(`${outboxUrl}/rebuild`, { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
}
