/** The edge: wrangler's dev server on a snapshot, with the local backends in place of the real ones. */
import { join } from 'node:path'
import { unstable_startWorker } from 'wrangler'

export type EdgeOptions = {
  readonly port: number
  /** A finished build, or a snapshot of one. */
  readonly site: string
  readonly variables: Readonly<Record<string, string>>
  /** Where the simulated R2 and caches are kept. */
  readonly storage: string
}

export type Edge = {
  readonly url: string
  /** Serves another snapshot from now on. */
  switchTo(site: string): Promise<void>
  stop(): Promise<void>
}

function configuration({ port, site, variables, storage }: EdgeOptions) {
  return {
    config: join(site, 'server', 'wrangler.json'),
    bindings: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, { type: 'plain_text', value }]),
    ),
    dev: {
      server: { hostname: '127.0.0.1', port },
      persist: storage,
      inspector: false,
      watch: false,
      logLevel: 'warn',
    },
  } as Parameters<typeof unstable_startWorker>[0]
}

export async function startEdge(options: EdgeOptions): Promise<Edge> {
  const worker = await unstable_startWorker(configuration(options))
  await worker.ready
  return {
    url: `http://localhost:${options.port}`,
    async switchTo(site) {
      await worker.setConfig(configuration({ ...options, site }), true)
      await worker.ready
    },
    stop: () => worker.dispose(),
  }
}
