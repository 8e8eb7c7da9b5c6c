/**
 * Bundles the service worker into one script without imports, because not every browser supports
 * module service workers. `import script from 'virtual:service-worker'` is its source.
 */
import type { Plugin } from 'vite'
import { bundleScript } from './bundle-script.ts'

const name = 'virtual:service-worker'
const entry = 'src/features/offline/service-worker.ts'

export function createServiceWorkerPlugin(
  define: Readonly<Record<string, string>>,
  target: string[],
): Plugin {
  return {
    name: 'service-worker',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined
      this.addWatchFile(entry)
      return `export default ${JSON.stringify(await bundleScript(entry, { define, target }))}`
    },
  }
}
