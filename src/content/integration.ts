/**
 * What the publication adds to an Astro build: the sync before it; and instead of Astro's own
 * rendering of pages, the templates kept for this and later builds and the site written from them
 * (site-files.ts). So pages are made in one way, whether or not templates were compiled before.
 */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AstroIntegration } from 'astro'
import { noteBuiltFrom, readBuiltFrom } from './built-from.ts'
import { isCompiled, keepCompiledSite, loadCompiledSite } from './compiled-site.ts'
import type { BuildEnvironment } from './environment.ts'
import { writeWhole } from './mirror.ts'
import { removeStaleAssets, type SiteReport, writeSite } from './site-files.ts'
import type { ContentSource } from './source.ts'
import { type SyncReport, syncMirror } from './sync.ts'

type Synced = Awaited<ReturnType<typeof syncMirror>>

/** What a build has done, for whoever started it. Also kept as `report.json` in the state folder. */
export type BuildReport = SyncReport & SiteReport & { readonly compiled: boolean }

export function reportPath(state: string): string {
  return join(state, 'report.json')
}

/** Brings the site up to date with templates that are compiled already. */
export async function buildContent(
  environment: BuildEnvironment,
  source: ContentSource,
): Promise<BuildReport> {
  return writeContent(environment, await syncMirror(environment, source), false)
}

async function writeContent(
  environment: BuildEnvironment,
  { mirror, report: sync }: Synced,
  compiled: boolean,
): Promise<BuildReport> {
  const site = await loadCompiledSite(environment.BUILD_STATE, environment.SITE_URL)
  const report = { ...sync, ...(await writeSite(environment, mirror, site)), compiled }
  writeWhole(reportPath(environment.BUILD_STATE), JSON.stringify(report))
  return report
}

/** Whether new content needs no compiling: templates and output are those of this code. */
export function needsContentOnly(environment: BuildEnvironment, id: string): boolean {
  const builtFrom = readBuiltFrom(environment)
  const isWhole = builtFrom?.isOwn === true && builtFrom.compileId === id
  return isWhole && isCompiled(environment.BUILD_STATE, id)
}

/** `compileId` identifies the code and the settings that are compiled. */
export function publicationIntegration(
  environment: BuildEnvironment,
  source: ContentSource,
  compileId: string,
): AstroIntegration {
  // Cloudflare's plugin writes the variables of a local stack (.dev.vars) over those of the build.
  const given = { ...process.env }
  let begun = 0
  let synced: Synced
  return {
    name: 'publication',
    hooks: {
      'astro:config:setup': async ({ command, logger, addClientDirective }) => {
        addClientDirective({ name: 'reader', entrypoint: './src/browser/client-reader.ts' })
        if (command !== 'build' && command !== 'dev') return
        if (command === 'build') clearForeignOutput(environment)
        synced = await syncMirror(environment, source)
        const { documentsRead, changed } = synced.report
        logger.info(`${documentsRead} documents read, ${changed} changed`)
      },
      'astro:build:start': ({ setPrerenderer }) => {
        begun = Date.now()
        // The Worker is bundled whole each time; chunks of earlier builds would be deployed with it.
        rmSync(join(environment.BUILD_OUTPUT, 'server'), { recursive: true, force: true })
        setPrerenderer((astro) => ({
          ...astro,
          name: 'publication',
          async setup() {
            await astro.setup?.()
            keepCompiledSite(environment.BUILD_STATE, compileId, astro)
          },
          getStaticPaths: async () => [],
        }))
      },
      'astro:build:setup': ({ target, updateConfig }) => {
        if (target !== 'server') return
        // Astro leaves its own entry out where somebody else renders.
        const build = { rolldownOptions: { input: 'astro/entrypoints/prerender' } }
        updateConfig({ environments: { prerender: { build } } })
      },
      'astro:build:ssr': ({ manifest }) => {
        // Astro lists every file of an output that is not emptied; the Worker needs none but its own.
        manifest.assets = manifest.assets.filter((path) => path.startsWith('/_astro/'))
      },
      'astro:build:done': async ({ logger }) => {
        Object.assign(process.env, given)
        removeStaleAssets(environment.BUILD_OUTPUT, (path) => statSync(path).mtimeMs >= begun)
        const { written, removed, files } = await writeContent(environment, synced, true)
        noteBuiltFrom(environment, compileId)
        logger.info(`${written} files written, ${removed} removed, ${files} in all`)
      },
    },
  }
}

/**
 * Empties an output that was built with another state folder: its pages and bodies would count as
 * built already wherever the names are the same, with another site's address and keys in them.
 * What is left of an own one is not compiled until this build is done.
 */
function clearForeignOutput(environment: BuildEnvironment) {
  if (!readBuiltFrom(environment)?.isOwn) {
    // What a build makes there, and nothing else: the variable may name any folder.
    for (const part of ['client', 'server']) {
      rmSync(join(environment.BUILD_OUTPUT, part), { recursive: true, force: true })
    }
  }
  noteBuiltFrom(environment, null)
}
