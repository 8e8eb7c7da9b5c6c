/**
 * Moves styles that the first screen doesn't need (src/styles/later-styles.ts) from pages into one file, which
 * LaterStyles.astro links. The file's name is a hash of its sources, because pages are compiled before it.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { bundleStyles } from './bundle-script.ts'
import { listSources } from './short-scope-names.ts'

/** These settings affect the file too, so its name depends on them: browsers cache the file for a year. */
const settings = [
  'package-lock.json',
  'astro.config.mjs',
  ...['bundle-script', 'later-styles', 'short-scope-names'].map(
    (name) => `scripts/build/${name}.ts`,
  ),
]

/** Reads a style sheet with those that it imports. */
function readSources(path: string): string {
  const source = readFileSync(path, 'utf8')
  const imported = [...source.matchAll(/@import "(.+?)"/g)].map(([, name]) => name!)
  return [source, ...imported.map((name) => readSources(join(dirname(path), name)))].join('\n')
}

function computeName(paths: readonly string[]): string {
  // The names of scopes and classes depend on all files.
  const hash = createHash('sha256').update(
    [...listSources('.astro'), ...listSources('.module.css')].join('\n'),
  )
  for (const path of settings) hash.update(`\n${path}\n`).update(readFileSync(path))
  for (const path of paths) hash.update(`\n${path}\n`).update(readSources(path))
  return `_astro/later.${hash.digest('base64url').slice(0, 8)}.css`
}

/** Returns the part of a module's id that names its source. */
const readPath = (id: string, root: string) => id.split('?', 1)[0]!.slice(root.length + 1)

const isStyle = (id: string) => id.includes('type=style') || /\.css(?:$|\?)/.test(id)

/** `paths` lists components and style sheets, in cascade order. */
export function createLaterStylesPlugin(paths: readonly string[], target: string[]): Plugin {
  const fileName = computeName(paths)
  /** Keyed by path. */
  const collected = new Map<string, string>()
  let root = ''
  return {
    name: 'later-styles',
    apply: 'build',
    sharedDuringBuild: true,
    config: () => ({ define: { laterStylesPath: JSON.stringify(`/${fileName}`) } }),
    configResolved(config) {
      root = config.root
    },
    transform(code, id) {
      const path = readPath(id, root)
      if (!paths.includes(path) || !isStyle(id)) return undefined
      collected.set(path, code)
      return { code: '', map: null }
    },
    async generateBundle() {
      // Astro builds this environment last.
      if (this.environment.name !== 'client') return
      const missing = paths.filter((path) => !collected.has(path))
      if (missing.length > 0) this.error(`No page has the styles of ${missing.join(', ')}.`)
      const source = paths.map((path) => collected.get(path)).join('\n')
      this.emitFile({ type: 'asset', fileName, source: await bundleStyles(source, target) })
    },
  }
}
