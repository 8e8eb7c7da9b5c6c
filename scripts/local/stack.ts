/**
 * The whole local stack: backends, the sample publication, the site built from it, and the edge
 * that serves it. `npm start` runs one; the checks run another beside it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deriveDeskKeys } from '../../src/contracts/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import { reportFailedRebuild } from '../live/rebuild-failed.ts'
import { buildSite } from '../site/build.ts'
import { connectFirestore } from '../site/firestore.ts'
import { type BackendOptions, type Backends, startBackends } from './backends.ts'
import { type Clock, startClock } from './clock.ts'
import { type Edge, startEdge } from './edge.ts'
import { log } from './log.ts'
import { createRebuilds } from './rebuilds.ts'
import { takeSnapshot } from './snapshots.ts'

export type Stack = {
  readonly backends: Backends
  readonly edge: Edge
  /** Builds what changed and serves it. Calls in a row become one build. */
  rebuild(): Promise<void>
  stop(): Promise<void>
}

export type StackOptions = BackendOptions & {
  readonly sentinel?: string | undefined
  /** Whether minutes pass by themselves. In tests they are told to (POST /cron). */
  readonly clockStands?: boolean
}

async function loadSample(backends: Backends, sentinel?: string) {
  const firestore = connectFirestore(backends.buildEnvironment)
  const front = await firestore.get('front/home')
  if (!front.ok) throw new Error(`Firestore does not answer: ${JSON.stringify(front.failure)}`)
  const isLoaded = front.value !== null
  // The bucket is a folder of its own: it may have been lost alone.
  if (isLoaded && existsSync(join(backends.folder, 'edge'))) return
  log('sample', 'drawing its pictures (once, about a minute) and loading the publication …')
  const args = [
    'scripts/sample/load.ts',
    `--stack=${backends.folder}`,
    ...(sentinel === undefined ? [] : [`--sentinel=${sentinel}`]),
  ]
  // In a process of its own: wrangler, which stores the pictures, takes over signal handling.
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The sample publication was not loaded; its message is above.')
}

export async function startStack(options: StackOptions): Promise<Stack> {
  const backends = await startBackends(options)
  let edge: Edge | undefined
  try {
    const { folder, buildEnvironment } = backends
    await loadSample(backends, options.sentinel)
    const output = buildEnvironment.BUILD_OUTPUT
    const ending = new AbortController()
    const build = async () => {
      const begun = Date.now()
      const say = (line: string) => options.verbose && log('build', line)
      await buildSite(buildEnvironment, say, ending.signal)
      const snapshot = takeSnapshot(output, join(folder, 'snapshots'))
      log('build', `done in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
      return snapshot
    }
    const started = await startEdge({
      port: backends.sitePort,
      site: await build(),
      variables: backends.workerVariables,
      storage: join(folder, 'edge'),
      verbose: options.verbose,
      onCrash: options.onCrash,
      onSpawn: backends.recordParts,
    })
    edge = started
    if (options.name === 'default') writeDevelopmentVariables(backends.workerVariables)

    const runCron = () => started.runScheduled()
    const runCronAside = () =>
      runCron().catch((error) => log('clock', `${error instanceof Error ? error.message : error}`))
    const rebuilds = createRebuilds(
      async () => {
        await started.switchTo(await build())
        // The dev server's queue does not outlive the switch: what waited in it is looked for at once.
        await runCronAside()
      },
      (error) => reportFailure(backends, error),
    )
    backends.setControls({ ...rebuilds, runCron })
    const clock: Clock | null = options.clockStands ? null : startClock(runCronAside)
    return {
      backends,
      edge: started,
      rebuild: rebuilds.rebuild,
      async stop() {
        clock?.stop()
        ending.abort()
        await rebuilds.stop()
        await started.stop()
        await backends.stop()
      },
    }
  } catch (error) {
    await edge?.stop()
    await backends.stop()
    throw error
  }
}

/** A build that the edge asked for has failed: it is told, as by CI. */
async function reportFailure({ siteUrl, deskEnvironment }: Backends, error: Error) {
  log('build', error.message)
  try {
    const keys = await deriveDeskKeys(keyringSchema.parse(deskEnvironment.DESK_KEYS))
    await reportFailedRebuild(siteUrl, keys, error.message)
  } catch (unreported) {
    log('build', `its failure was not reported: ${unreported}`)
  }
}

/** So that `npx wrangler dev` on the finished build finds the same backends. */
function writeDevelopmentVariables(variables: Readonly<Record<string, string>>) {
  // In single quotes nothing is unescaped, which JSON in a value needs.
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'`)
  writeFileSync('.dev.vars', `${lines.join('\n')}\n`, { mode: 0o600 })
}
