/** The process behind edge.ts: serves the site it is told to, and switches when it is asked. */
import { once } from 'node:events'
import { join } from 'node:path'
import { unstable_startWorker } from 'wrangler'
import type { EdgeConfiguration } from './edge.ts'
import { isFree } from './ports.ts'

const { port, site, variables, storage, verbose } = JSON.parse(
  process.env.EDGE!,
) as EdgeConfiguration
delete process.env.EDGE

function configuration(folder: string) {
  return {
    config: join(folder, 'server', 'wrangler.json'),
    bindings: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, { type: 'plain_text', value }]),
    ),
    dev: {
      server: { hostname: '127.0.0.1', port },
      persist: storage,
      inspector: false,
      watch: false,
      // The Worker's own log comes with wrangler's.
      logLevel: verbose ? 'log' : 'warn',
    },
  } as Parameters<typeof unstable_startWorker>[0]
}

// Wrangler waits for ever where the port was taken while the site was built, and whoever took it
// would be asked in our place.
if (!(await isFree(port))) {
  console.error(`Port ${port} has been taken by another program. Run the same command again.`)
  process.exit(1)
}

const worker = await unstable_startWorker(configuration(site))
await worker.ready

process.on('message', async (message: { site: string }) => {
  try {
    // `ready` is that of the first start; this is how wrangler itself waits for a change.
    const reloaded = once(worker.raw, 'reloadComplete')
    await worker.setConfig(configuration(message.site), true)
    await reloaded
    await worker.raw.proxy.runtimeMessageMutex.drained()
    process.send?.({})
  } catch (error) {
    process.send?.({ error: `could not switch: ${error}` })
  }
})
// The supervisor is gone: nobody would end this process any more.
process.on('disconnect', () => process.exit(0))
