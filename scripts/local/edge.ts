/**
 * The edge: wrangler's dev server on a snapshot, with the local backends in place of the real ones.
 * It runs in a process of its own, because wrangler ends its process on signals in its own way.
 */
import { resolve } from 'node:path'
import { type Part, startPart } from './part.ts'

export type EdgeOptions = {
  readonly port: number
  /** A finished build, or a snapshot of one. */
  readonly site: string
  readonly variables: Readonly<Record<string, string>>
  /** Where the simulated R2 and caches are kept. */
  readonly storage: string
  readonly verbose: boolean
  readonly onCrash: (message: string) => void
  readonly onSpawn?: () => void
}

export type Edge = {
  readonly url: string
  readonly pid: number
  /** Serves another snapshot from now on. */
  switchTo(site: string): Promise<void>
  /** Runs what the Worker does every minute. */
  runScheduled(): Promise<void>
  stop(): Promise<void>
}

/** What the process is told at its start, as its argument. */
export type EdgeConfiguration = Pick<
  EdgeOptions,
  'port' | 'site' | 'variables' | 'storage' | 'verbose'
>

export async function startEdge(options: EdgeOptions): Promise<Edge> {
  const { port, site, variables, storage, verbose, onCrash, onSpawn } = options
  const url = `http://localhost:${port}`
  const part: Part = await startPart({
    name: 'edge',
    command: process.execPath,
    // The folder names the stack on the command line (state.ts).
    args: [resolve('scripts/local/edge-process.ts'), storage],
    // The variables are secrets: an argument would show them to every user of the machine.
    env: {
      EDGE: JSON.stringify({
        port,
        site,
        variables,
        storage,
        verbose,
      } satisfies EdgeConfiguration),
    },
    isScript: true,
    isReady: async () => (await fetch(`${url}/api/client`)).ok,
    advice: 'Run the same command again with --verbose to see what wrangler says.',
    onCrash,
    verbose,
    ...(onSpawn ? { onSpawn } : {}),
  })
  return {
    url,
    pid: part.pid,
    switchTo: (next) => part.ask({ site: next }),
    async runScheduled() {
      // Where wrangler's dev server takes it.
      const answer = await fetch(`${url}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`)
      if (!answer.ok) throw new Error(`The Worker's clock failed: ${await answer.text()}`)
    },
    stop: () => part.stop(),
  }
}
