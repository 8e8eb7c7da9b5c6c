/**
 * The whole local stack: backends, the sample publication, the site built from it, and the edge
 * that serves it. `npm start` runs one; the checks run another beside it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSite } from '../site/build.ts'
import { connectFirestore } from '../site/firestore.ts'
import { type BackendOptions, type Backends, startBackends } from './backends.ts'
import { type Edge, startEdge } from './edge.ts'
import { log } from './log.ts'
import { takeSnapshot } from './snapshots.ts'

export type Stack = {
  readonly backends: Backends
  readonly edge: Edge
  /** Builds what changed and serves it. Calls in a row become one build. */
  rebuild(): Promise<void>
  stop(): Promise<void>
}

export type StackOptions = BackendOptions & { readonly sentinel?: string | undefined }

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
    const build = async () => {
      const begun = Date.now()
      await buildSite(buildEnvironment, (line) => options.verbose && log('build', line))
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

    // One build at a time; whoever asks meanwhile shares the next one.
    let running: Promise<void> | null = null
    let next: Promise<void> | null = null
    const rebuildOnce = async () => started.switchTo(await build())
    const rebuild = (): Promise<void> => {
      if (!running) {
        running = rebuildOnce().finally(() => {
          running = null
        })
        return running
      }
      next ??= running
        .catch(() => {})
        .then(() => {
          next = null
          return rebuild()
        })
      return next
    }
    backends.setRebuild(rebuild)
    return {
      backends,
      edge: started,
      rebuild,
      async stop() {
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

/** So that `npx wrangler dev` on the finished build finds the same backends. */
function writeDevelopmentVariables(variables: Readonly<Record<string, string>>) {
  // In single quotes nothing is unescaped, which JSON in a value needs.
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'`)
  writeFileSync('.dev.vars', `${lines.join('\n')}\n`, { mode: 0o600 })
}
