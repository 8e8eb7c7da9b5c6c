/** Runs wrangler's dev server on a snapshot, in a separate process because it handles signals itself. */
import { resolve } from 'node:path'
import { type ServiceProcess, startService } from '../service-process.ts'
import { applyMigrations } from './apply-migrations.ts'
import { runScheduled } from './stack-client.ts'

export type EdgeOptions = {
  readonly port: number
  /** A finished build, or a snapshot of one. */
  readonly site: string
  readonly variables: Readonly<Record<string, string>>
  /** The limit of the desk's signed calls per minute, in place of wrangler.toml's. */
  readonly deskLimit?: number | undefined
  /** Stores the simulated R2, D1 and caches. */
  readonly storage: string
  /** A path that the Worker answers once it is ready; by default, an API call. */
  readonly readyPath?: string
  readonly verbose: boolean
  readonly onCrash: (message: string) => void
  readonly onSpawn?: () => void
}

export type Edge = {
  readonly url: string
  readonly pid: number
  switchTo(site: string): Promise<void>
  /** Returns the Worker's own address, for benchmarks: wrangler's proxy in front parses and recompresses each page. */
  findWorkerUrl(): Promise<string>
  runScheduled(): Promise<void>
  stop(): Promise<void>
}

/** The process's argument. */
export type EdgeConfiguration = Pick<
  EdgeOptions,
  'port' | 'site' | 'variables' | 'deskLimit' | 'storage' | 'verbose'
>

/** Messages to the process. The process answers with `workerUrl`, with an error, or with nothing. */
export type EdgeMessage =
  | { readonly kind: 'switchTo'; readonly site: string }
  | { readonly kind: 'findWorkerUrl' }

export async function startEdge(options: EdgeOptions): Promise<Edge> {
  const { port, site, variables, deskLimit, storage, verbose, onCrash, onSpawn } = options
  const url = `http://localhost:${port}`
  await applyMigrations(storage)
  const service: ServiceProcess = await startService({
    name: 'edge',
    command: process.execPath,
    // The folder identifies the stack on the command line (stack-lock.ts).
    args: [resolve('scripts/dev/stack/edge-process.ts'), storage],
    // The variables are secrets, and every user of the machine can see arguments.
    env: {
      EDGE: JSON.stringify({
        port,
        site,
        variables,
        deskLimit,
        storage,
        verbose,
      } satisfies EdgeConfiguration),
      // By default, wrangler stores a trace of every request, for a page that we don't use.
      X_LOCAL_OBSERVABILITY: 'false',
      // Each request leaves some 50 kB that V8 doesn't count and frees only when it collects old objects. By default,
      // V8 waits until they take hundreds of megabytes. This option makes every collection a full one, which takes a
      // tenth more CPU time per request.
      MINIFLARE_WORKERD_V8_FLAGS: '--gc-global --optimize-for-size',
      // Wrangler resizes images in several threads, and by default glibc keeps hundreds of megabytes of their memory.
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '262144',
    },
    isScript: true,
    // A request that is lost while the Worker starts mustn't use up the whole time limit of the start.
    isReady: async () => {
      const signal = AbortSignal.timeout(10_000)
      return (await fetch(url + (options.readyPath ?? '/api/client'), { signal })).ok
    },
    advice: 'Run the same command again with --verbose to see wrangler’s output.',
    onCrash,
    verbose,
    ...(onSpawn ? { onSpawn } : {}),
  })
  return {
    url,
    pid: service.pid,
    async switchTo(next) {
      await service.sendMessage({ kind: 'switchTo', site: next } satisfies EdgeMessage)
    },
    async findWorkerUrl() {
      const message: EdgeMessage = { kind: 'findWorkerUrl' }
      return (await service.sendMessage<{ workerUrl: string }>(message)).workerUrl
    },
    runScheduled: () => runScheduled(url),
    stop: () => service.stop(),
  }
}
