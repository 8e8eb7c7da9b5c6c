/**
 * The process behind edge.ts: serves a site, and switches to another on request. Made for wrangler 4, whose `raw`
 * events aren't documented. Only these events show that a switch is over, and at which address the Worker itself
 * listens, which benchmarks need.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { unstable_startWorker } from 'wrangler'
import { buildTimestampFile } from '../../../src/contracts/site-files/build-timestamp.ts'
import { consumeVariable } from '../dev-environment.ts'
import type { EdgeConfiguration, EdgeMessage } from './edge.ts'
import { isFree } from './ports.ts'

const { port, site, variables, deskLimit, storage, verbose } = JSON.parse(
  consumeVariable('EDGE'),
) as EdgeConfiguration

const createRateLimit = (limit: number) => ({
  type: 'ratelimit',
  namespace_id: 'desk',
  simple: { limit, period: 60 },
})

function buildConfiguration(folder: string) {
  return {
    config: join(folder, 'server', 'wrangler.json'),
    bindings: {
      ...Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [name, { type: 'plain_text', value }]),
      ),
      ...(deskLimit ? { DESK_LIMIT: createRateLimit(deskLimit) } : {}),
    },
    dev: {
      server: { hostname: '127.0.0.1', port },
      persist: storage,
      inspector: false,
      watch: false,
      // The Worker's log is part of wrangler's.
      logLevel: verbose ? 'log' : 'warn',
    },
  } as Parameters<typeof unstable_startWorker>[0]
}

// Wrangler waits for ever if the port is in use, and the other process would answer instead.
if (!(await isFree(port))) {
  console.error(`Port ${port} is in use by another program. Run the same command again.`)
  process.exit(1)
}

const worker = await unstable_startWorker(buildConfiguration(site))
let workerUrl: string | undefined
worker.raw.on('reloadComplete', ({ proxyData }) => {
  const { hostname, port } = proxyData.userWorkerUrl
  workerUrl = `http://${hostname}:${port}`
})
await worker.ready

process.on('message', async (message: EdgeMessage) => {
  if (message.kind === 'findWorkerUrl') {
    process.send?.(workerUrl ? { workerUrl } : { error: 'has no address for the Worker yet' })
    return
  }
  try {
    // `ready` is for the first start; wrangler itself waits for a change like this.
    const reloaded = once(worker.raw, 'reloadComplete')
    await worker.setConfig(buildConfiguration(message.site), true)
    await reloaded
    // The request waits until the proxy in front has switched too.
    await worker.fetch(`http://localhost/${buildTimestampFile}`)
    process.send?.({})
  } catch (error) {
    process.send?.({ error: `could not switch: ${error}` })
  }
})
// The supervisor has exited, so nothing else would end this process.
process.on('disconnect', () => process.exit(0))
