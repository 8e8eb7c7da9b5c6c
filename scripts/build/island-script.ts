/** Puts our script for islands (src/browser/island-element.ts) in the place of Astro's. */
import type { Plugin } from 'vite'

export const createIslandScriptPlugin = (script: string): Plugin => ({
  name: 'island-script',
  enforce: 'pre',
  load: (id) =>
    /\/astro\/dist\/runtime\/server\/astro-island\.prebuilt(?:-dev)?\.js$/.test(id)
      ? `export default ${JSON.stringify(script)}`
      : undefined,
})
