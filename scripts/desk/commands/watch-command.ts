/**
 * Notifies the site of changes that others write directly into Firestore. It writes nothing to the
 * database. Its position is stored in a file, so that a restart misses nothing.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { publicationSchemas } from '../../../src/domain/publication.ts'
import { workingDirectory } from '../../shared/operator-environment.ts'
import { writeFileAtomically } from '../../shared/write-file-atomically.ts'
import { defineCommand, parsePositiveInteger } from '../command-line/command.ts'
import { type Desk, openDesk } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { laterTimestamp, notifySite } from '../site/site-client.ts'

const collections = [...new Set([...Object.keys(publicationSchemas), 'redirects'])]

/**
 * Milliseconds before its position from which a check reads, because a document may become visible
 * later than its updatedAt. Most checks use the short overlap, as each document costs a read.
 */
const [defaultOverlap, longOverlap] = [60_000, 10 * 60_000]
/** The first check, and then every twelfth, uses the long overlap, like builds. */
const longOverlapInterval = 12

const stateSchema = z.object({
  /** Firestore's time. All earlier changes have been notified. */
  since: z.coerce.date(),
  /** Notified versions by path, for as long as checks may see them again. */
  notified: z.record(z.string(), z.string()),
})
export type WatchState = z.infer<typeof stateSchema>

export const command = defineCommand({
  usage: ['watch [--every SECONDS] [--state FILE] [--once]'],
  summary: 'notifies the site of changes others make in the database, until stopped',
  help: `Every document must have updatedAt, the server time of its last write; builds need it too.

  --every SECONDS   time between two checks (default: 5)
  --state FILE      where to store its position (default: .local/desk/watch-PROJECT.json)
  --once            check once and stop, to run from your own timer`,
  options: {
    every: { type: 'string', default: '5' },
    state: { type: 'string' },
    once: { type: 'boolean', default: false },
  },
  async run(values, positionals) {
    if (positionals.length > 0) throw new DeskError('"watch" takes only options.', 'usage')
    const interval = parsePositiveInteger('--every', values.every) * 1000
    const desk = await openDesk()
    const file = values.state
      ? resolve(workingDirectory(), values.state)
      : join('.local', 'desk', `watch-${desk.projectId}.json`)
    let state = loadState(file)
    const stopping = listenForStop()
    for (let pollCount = 0; ; pollCount++) {
      const overlap = pollCount % longOverlapInterval === 0 ? longOverlap : defaultOverlap
      const poll = await pollOnce(desk, state, overlap)
      if (poll.state && poll.state !== state) {
        state = poll.state
        storeState(file, state)
      }
      if (poll.message) console[poll.status === 'done' ? 'log' : 'error'](poll.message)
      if (values.once) return poll.status
      if (await stopping.waitForStop(interval)) return 'done'
    }
  },
})

function loadState(file: string): WatchState | null {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

function storeState(file: string, state: WatchState) {
  try {
    writeFileAtomically(file, JSON.stringify(state))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new DeskError(`${file} can’t be written (${code}). Give another file with --state.`)
  }
}

function listenForStop() {
  let stop = () => {}
  const stopped = new Promise<true>((resolve) => {
    stop = () => resolve(true)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  return {
    async waitForStop(milliseconds: number): Promise<boolean> {
      let timer: NodeJS.Timeout | undefined
      const interval = new Promise<false>((resolve) => {
        timer = setTimeout(resolve, milliseconds, false)
      })
      const isStopped = await Promise.race([stopped, interval])
      clearTimeout(timer)
      return isStopped
    },
  }
}

type PollResult = {
  /** The same object if nothing was notified: the next check reads everything again. */
  readonly state: WatchState | null
  readonly status: 'done' | 'unavailable' | 'notNotified'
  readonly message: string | null
}

async function pollOnce(
  desk: Desk,
  state: WatchState | null,
  overlap: number,
): Promise<PollResult> {
  const from = new Date((state?.since.getTime() ?? Date.now()) - overlap)
  const notified: Record<string, string> = {}
  let changedCount = 0
  let latest: string | null = null
  let readAt = Number.POSITIVE_INFINITY
  for (const collection of collections) {
    const where = [{ field: 'updatedAt', is: 'GREATER_THAN_OR_EQUAL', value: from }] as const
    const query = { collection, where, orderBy: 'updatedAt', fields: ['updatedAt'] }
    for await (const page of desk.firestore.pages(query)) {
      if (!page.ok) {
        return {
          state,
          status: 'unavailable',
          message: `Firestore can’t be read (${page.failure.kind}). Trying again at the next check.`,
        }
      }
      readAt = Math.min(readAt, page.value.readAt.getTime())
      for (const { id, updateTime } of page.value.documents) {
        const path = `${collection}/${id}`
        notified[path] = updateTime
        if (state?.notified[path] === updateTime) continue
        changedCount++
        latest = laterTimestamp(latest, updateTime)
      }
    }
  }
  // The long overlap may read these again.
  const remembered = Object.entries(state?.notified ?? {}).filter(
    ([, version]) => Date.parse(version) > readAt - 2 * longOverlap,
  )
  const next = {
    since: new Date(readAt),
    notified: { ...Object.fromEntries(remembered), ...notified },
  }
  if (latest === null) return { state: next, status: 'done', message: null }
  const result = await notifySite(desk, latest)
  if (!result.ok) {
    return {
      state,
      status: 'notNotified',
      message: `The site couldn’t be notified: ${result.failure.reason}. Trying again at the next check.`,
    }
  }
  return {
    state: next,
    status: 'done',
    message: `Notified the site: ${changedCount} changed ${changedCount === 1 ? 'document' : 'documents'}.`,
  }
}
