/** Makes Node load the other publication's data in place of ours. Node loads this file first (`node --import`). */
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'

const ours = new URL('../', import.meta.url).href
const harbour = new URL('./harbour/', import.meta.url).href

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context)
    if (!resolved.url.startsWith(ours)) return resolved
    const other = new URL(resolved.url.slice(ours.length), harbour)
    return existsSync(other) ? { ...resolved, url: other.href } : resolved
  },
})
