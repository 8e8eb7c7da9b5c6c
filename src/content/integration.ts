/**
 * What the publication adds to an Astro build: the sync before it, and after it the sealed bodies
 * and the removal of what no longer belongs to the site.
 */
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import { deriveSealingKeys, sealBody, sealedBodyPath } from '../contracts/sealed-body.ts'
import { staticHeadersFile } from '../contracts/security-headers.ts'
import type { BuildEnvironment } from './environment.ts'
import { digestOf, loadMirror, type MirroredArticle, readBody, writeWhole } from './mirror.ts'
import type { ContentSource } from './source.ts'
import { syncMirror } from './sync.ts'

export function publicationIntegration(
  environment: BuildEnvironment,
  source: ContentSource,
): AstroIntegration {
  let begun = 0
  let server: URL
  return {
    name: 'publication',
    hooks: {
      'astro:config:setup': async ({ command, logger }) => {
        if (command !== 'build' && command !== 'dev') return
        if (command === 'build') clearForeignOutput(environment)
        const report = await syncMirror(environment, source)
        logger.info(`${report.documentsRead} documents read, ${report.changed} changed`)
      },
      'astro:config:done': ({ config }) => {
        server = config.build.server
      },
      'astro:build:start': () => {
        begun = Date.now()
        // The Worker is bundled whole each time; chunks of earlier builds would be deployed with it.
        rmSync(server, { recursive: true, force: true })
      },
      'astro:build:ssr': ({ manifest }) => {
        // Astro lists every file of an output that is not emptied; the Worker needs none but its own.
        manifest.assets = manifest.assets.filter((path) => path.startsWith('/_astro/'))
      },
      'astro:build:done': async ({ dir, assets, logger }) => {
        const site = fileURLToPath(dir)
        writeIfChanged(join(site, '_headers'), staticHeadersFile())
        const articles = [...(loadMirror(environment.BUILD_STATE)?.articles.values() ?? [])]
        const sealed = await sealBodies(site, articles, environment)
        const built = [...assets.values()].flat().map((url) => fileURLToPath(url))
        const removed = prune(site, new Set([...built, ...sealed]), begun)
        logger.info(`${sealed.length} bodies sealed, ${removed} files removed`)
      },
    },
  }
}

/**
 * Empties an output that was built with another state folder: its pages and bodies would count as
 * built already wherever the names are the same, with another site's address and keys in them.
 */
function clearForeignOutput({ BUILD_OUTPUT, BUILD_STATE }: BuildEnvironment) {
  const marker = join(BUILD_OUTPUT, '.built-from')
  const own = resolve(BUILD_STATE)
  if (existsSync(marker) && readFileSync(marker, 'utf8') === own) return
  // What a build makes there, and nothing else: the variable may name any folder.
  for (const part of ['client', 'server']) {
    rmSync(join(BUILD_OUTPUT, part), { recursive: true, force: true })
  }
  writeWhole(marker, own)
}

/** Leaves a file with this content untouched. A build that dies leaves no half a body behind. */
function writeIfChanged(path: string, content: string | Uint8Array) {
  if (existsSync(path) && Buffer.from(content).equals(readFileSync(path))) return
  writeWhole(path, content)
}

/** Seals each closed article; a body that was sealed before from the same content is left alone. */
async function sealBodies(
  site: string,
  articles: readonly MirroredArticle[],
  environment: BuildEnvironment,
): Promise<string[]> {
  const keys = await deriveSealingKeys(environment.SEALING_KEYS)
  // By what the key is, not by its number alone: another secret under the same id is another key.
  const { current, secrets } = environment.SEALING_KEYS
  const sealedWith = digestOf(current, Buffer.from(secrets.get(current)!).toString('base64'))
  const ledgerPath = join(environment.BUILD_STATE, 'sealed.json')
  const ledger = readLedger(ledgerPath)
  const nextLedger: Record<string, string> = {}
  const files: string[] = []
  for (const { slug, access, digest } of articles) {
    if (access === 'public') continue
    const file = join(site, sealedBodyPath(slug))
    const state = `${sealedWith} ${digest}`
    files.push(file)
    nextLedger[slug] = state
    if (ledger[slug] === state && statSync(file, { throwIfNoEntry: false })) continue
    const { rest } = readBody(environment.BUILD_STATE, slug)
    const gzipped = new Uint8Array(gzipSync(rest, { level: 9 }))
    writeIfChanged(file, await sealBody(slug, gzipped, keys))
  }
  writeIfChanged(ledgerPath, JSON.stringify(nextLedger))
  return files
}

function readLedger(path: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

/** Files that a build does not list: they come from `public/`. */
const fromPublic = /^(?:fonts|icons)\/|^[^/]+\.(?:txt|svg|png|ico|webmanifest)$|^_headers$/

/**
 * Removes what an earlier build left behind: pages of withdrawn articles, their sealed bodies, and
 * scripts and styles that this build did not write. The output is never emptied before a build,
 * because pages that are skipped have to stay. `begun` is when the build began, in milliseconds.
 */
function prune(site: string, keep: ReadonlySet<string>, begun: number): number {
  const isKept = (path: string) => {
    const inSite = relative(site, path).split(sep).join('/')
    // Vite writes all of them each time, under names that say what is in them.
    if (inSite.startsWith('_astro/')) return statSync(path).mtimeMs >= begun
    return keep.has(path) || fromPublic.test(inSite)
  }
  let removed = 0
  const walk = (folder: string): boolean => {
    let isEmpty = true
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (walk(path)) rmdirSync(path)
        else isEmpty = false
      } else if (isKept(path)) {
        isEmpty = false
      } else {
        rmSync(path)
        removed++
      }
    }
    return isEmpty
  }
  walk(site)
  return removed
}
