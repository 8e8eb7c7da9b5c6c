/**
 * For teams that write straight into Firestore: tells the site what others have written. Needs no
 * trigger, and writes nothing into the database, so that it never sees itself. Where it was is kept
 * in a file; stopped and started again, it tells everything since.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { writeWhole } from '../../src/content/mirror.ts'
import { publicationSchemas } from '../../src/domain/publication.ts'
import { count, defineCommand } from './command.ts'
import { Stop } from './ending.ts'
import { type Desk, openDesk } from './environment.ts'
import { workingFolder } from './prepare.ts'
import { announce, laterOf } from './site.ts'

const collections = [...new Set([...Object.keys(publicationSchemas), 'redirects'])]

/**
 * Milliseconds that a look reaches back: a document may become visible later than the time that it
 * carries. Most looks reach less far, because each costs a read of everything that it sees.
 */
const [shortOverlap, longOverlap] = [60_000, 10 * 60_000]
/** Of so many looks one, and the first, reaches back as far as builds do. */
const longLook = 12

const stateSchema = z.object({
  /** By the database's clock: everything before has been told. */
  since: z.coerce.date(),
  /** Versions that have been told, by path, as far as they would be seen again. */
  told: z.record(z.string(), z.string()),
})
export type WatchState = z.infer<typeof stateSchema>

export const command = defineCommand({
  usage: ['watch [--every SECONDS] [--state FILE] [--once]'],
  summary: 'tells the site what others write into the database, until it is stopped',
  help: `Documents have to carry updatedAt, the server's time of their last write, as builds want it too.

  --every SECONDS   between two looks (5)
  --state FILE      where it keeps how far it is (.local/desk/watch-PROJECT.json)
  --once            looks once, for a timer of your own`,
  options: {
    every: { type: 'string', default: '5' },
    state: { type: 'string' },
    once: { type: 'boolean', default: false },
  },
  async run(values, positionals) {
    if (positionals.length > 0) throw new Stop('"watch" takes options only.', 'usage')
    const pause = count('--every', values.every) * 1000
    const desk = await openDesk()
    const file = values.state
      ? resolve(workingFolder(), values.state)
      : join('.local', 'desk', `watch-${desk.projectId}.json`)
    let state = load(file)
    const stopping = stopSignal()
    for (let looks = 0; ; looks++) {
      const overlap = looks % longLook === 0 ? longOverlap : shortOverlap
      const look = await lookOnce(desk, state, overlap)
      if (look.state !== state) {
        state = look.state
        writeWhole(file, JSON.stringify(state))
      }
      if (look.says) console[look.ending === 'done' ? 'log' : 'error'](look.says)
      if (values.once) return look.ending
      if (await stopping.within(pause)) return 'done'
    }
  },
})

function load(file: string): WatchState | null {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // The first time, or nothing that can be used.
    return null
  }
}

function stopSignal() {
  let stop = () => {}
  const stopped = new Promise<true>((resolve) => {
    stop = () => resolve(true)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  return {
    async within(milliseconds: number): Promise<boolean> {
      let timer: NodeJS.Timeout | undefined
      const pause = new Promise<false>((resolve) => {
        timer = setTimeout(resolve, milliseconds, false)
      })
      const isStopped = await Promise.race([stopped, pause])
      clearTimeout(timer)
      return isStopped
    },
  }
}

type Look = {
  /** The same object where nothing has been told: the next look sees all of it again. */
  readonly state: WatchState | null
  readonly ending: 'done' | 'away' | 'untold'
  readonly says: string | null
}

async function lookOnce(desk: Desk, state: WatchState | null, overlap: number): Promise<Look> {
  const from = new Date((state?.since.getTime() ?? Date.now()) - overlap)
  const told: Record<string, string> = {}
  let fresh = 0
  let latest: string | null = null
  let readAt = Number.POSITIVE_INFINITY
  for (const collection of collections) {
    const where = [{ field: 'updatedAt', is: 'GREATER_THAN_OR_EQUAL', value: from }] as const
    const query = { collection, where, orderBy: 'updatedAt', fields: ['updatedAt'] }
    for await (const page of desk.firestore.pages(query)) {
      if (!page.ok) {
        return { state, ending: 'away', says: `Firestore cannot be read (${page.failure.kind}).` }
      }
      readAt = Math.min(readAt, page.value.readAt.getTime())
      for (const { id, updateTime } of page.value.documents) {
        const path = `${collection}/${id}`
        told[path] = updateTime
        if (state?.told[path] === updateTime) continue
        fresh++
        latest = laterOf(latest, updateTime)
      }
    }
  }
  // As far as the longest look will see them again.
  const kept = Object.entries(state?.told ?? {}).filter(
    ([, version]) => Date.parse(version) > readAt - 2 * longOverlap,
  )
  const next = { since: new Date(readAt), told: { ...Object.fromEntries(kept), ...told } }
  if (latest === null) return { state: next, ending: 'done', says: null }
  const answer = await announce(desk, latest)
  if (!answer.ok) {
    return { state, ending: 'untold', says: `The site was not told: ${answer.failure.reason}.` }
  }
  return { state: next, ending: 'done', says: `Told the site of ${fresh} changed documents.` }
}
