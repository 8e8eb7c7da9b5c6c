/** Backends, the sample, its built site and the Worker. The checks run a second stack. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { readBuildEnvironment } from '../../../src/content/build-environment.ts'
import { keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import { importSigningKeys } from '../../../src/contracts/signing/signed-token.ts'
import { buildSite } from '../../build/build-site.ts'
import { forgetUploads } from '../../build/sealed-bodies.ts'
import { uploadSealedBodies } from '../../desk/site/upload-bodies.ts'
import { reportFailedRebuild } from '../../operate/rebuild-failed.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import { createRebuildQueue } from '../fakes/rebuild-queue.ts'
import { logLine } from '../service-process.ts'
import { type BackendOptions, type Backends, startBackends } from './backends.ts'
import { type CronClock, startCronClock } from './cron-clock.ts'
import { type Edge, startEdge } from './edge.ts'
import { storeLocalAccessKey } from './local-access-key.ts'
import { takeSnapshot } from './snapshots.ts'
import { createTurns } from './turns.ts'

export type Stack = {
  readonly backends: Backends
  readonly edge: Edge
  /** Builds the changes and serves them. Calls in quick succession share a build. */
  rebuild(): Promise<void>
  stop(): Promise<void>
}

export type StackOptions = BackendOptions & {
  readonly sentinel?: string | undefined
  /** Whether the cron job runs on request only (POST /cron), as in tests. */
  readonly isCronManual?: boolean
  readonly deskLimit?: number
}

async function loadSample(backends: Backends, sentinel?: string) {
  const firestore = connectFirestore(backends.buildEnvironment)
  const front = await firestore.get('front/home')
  if (!front.ok)
    throw new Error(`Couldn’t read from the local Firestore: ${JSON.stringify(front.failure)}`)
  const isLoaded = front.value !== null
  // The bucket has its own folder, which may have been lost alone.
  if (isLoaded && existsSync(join(backends.folder, 'edge'))) return
  logLine('sample', 'loading the sample …')
  const args = [
    'scripts/dev/sample/load-sample.ts',
    `--stack=${backends.folder}`,
    ...(sentinel === undefined ? [] : [`--sentinel=${sentinel}`]),
  ]
  // The sample loads in a separate process, because wrangler, which stores the images, handles signals.
  const { failed } = await execa(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    reject: false,
  })
  if (failed) throw new Error('The sample couldn’t be loaded; see the error above.')
}

export async function startStack(options: StackOptions): Promise<Stack> {
  const backends = await startBackends(options)
  let edge: Edge | undefined
  try {
    const { folder, buildEnvironment } = backends
    await loadSample(backends, options.sentinel)
    const { DESK_KEYS } = backends.deskEnvironment
    await storeLocalAccessKey(connectFirestore(buildEnvironment), DESK_KEYS)
    const output = buildEnvironment.BUILD_OUTPUT
    const abortController = new AbortController()
    const buildSnapshot = async () => {
      const startedAt = Date.now()
      const logBuildLine = (line: string) => options.verbose && logLine('build', line)
      await buildSite(buildEnvironment, logBuildLine, abortController.signal)
      const snapshot = takeSnapshot(output, join(folder, 'snapshots'))
      logLine('build', `done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
      return snapshot
    }
    const keys = await importSigningKeys(keyringSchema.parse(DESK_KEYS))
    const uploadBodies = () =>
      uploadSealedBodies(readBuildEnvironment(buildEnvironment), {
        siteUrl: backends.siteUrl,
        keys,
      })
    const started = await startEdge({
      port: backends.sitePort,
      site: await buildSnapshot(),
      variables: backends.workerVariables,
      deskLimit: options.deskLimit,
      storage: join(folder, 'edge'),
      verbose: options.verbose,
      onCrash: options.onCrash,
      onSpawn: backends.recordServices,
    })
    edge = started
    // The bucket has its own folder, which may have been lost alone.
    forgetUploads(buildEnvironment.BUILD_STATE)
    await uploadBodies()
    if (options.name === 'default') writeDevelopmentVariables(backends.workerVariables)

    // A run of the cron job does nothing during another run, and a run that a switch ends blocks others for minutes.
    const takeTurn = createTurns()
    const runScheduled = () => takeTurn(started.runScheduled)
    const runScheduledInBackground = () =>
      runScheduled().catch((error) =>
        logLine('clock', `${error instanceof Error ? error.message : error}`),
      )
    const rebuilds = createRebuildQueue(
      async () => {
        const snapshot = await buildSnapshot()
        await uploadBodies()
        await takeTurn(() => started.switchTo(snapshot))
        // The dev server's queue doesn't outlive the switch, so check for pending rebuilds at once.
        await runScheduledInBackground()
      },
      (error) => reportFailure(backends, error),
    )
    backends.setControls({ ...rebuilds, runCron: runScheduled })
    const clock: CronClock | null = options.isCronManual
      ? null
      : startCronClock(runScheduledInBackground)
    return {
      backends,
      edge: started,
      rebuild: rebuilds.rebuild,
      async stop() {
        clock?.stop()
        abortController.abort()
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

/** Reports a failed build that the Worker requested, like CI. */
async function reportFailure({ siteUrl, deskEnvironment }: Backends, error: Error) {
  logLine('build', error.message)
  try {
    const keys = await importSigningKeys(keyringSchema.parse(deskEnvironment.DESK_KEYS))
    await reportFailedRebuild({ siteUrl, keys }, error.message)
  } catch (unreported) {
    logLine('build', `couldn’t report the failure: ${unreported}`)
  }
}

/** Lets `npx wrangler dev` on the finished build find the same backends. */
function writeDevelopmentVariables(variables: Readonly<Record<string, string>>) {
  // Single quotes keep the escapes in JSON.
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'`)
  writeFileSync('.dev.vars', `${lines.join('\n')}\n`, { mode: 0o600 })
}
