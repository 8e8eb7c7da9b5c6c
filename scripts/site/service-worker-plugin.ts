/**
 * Bundles the service worker into one script that imports nothing: not every browser takes a service
 * worker that is a module. `import script from 'virtual:service-worker'` is its source.
 */
import { build, type Plugin } from 'vite'

const name = 'virtual:service-worker'
const entry = 'src/features/offline/service-worker.ts'

export function serviceWorkerPlugin(
  define: Readonly<Record<string, string>>,
  target: string[],
): Plugin {
  return {
    name: 'service-worker',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined
      this.addWatchFile(entry)
      const bundled = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { ...define },
        build: { write: false, target, lib: { entry, formats: ['iife'], name: 'serviceWorker' } },
      })
      const [result] = [bundled].flat()
      if (!result || !('output' in result)) throw new Error('The service worker was not bundled.')
      return `export default ${JSON.stringify(result.output[0].code)}`
    },
  }
}
