/**
 * What the publication adds to Astro. When developing, the sync before it. In a build (build.ts),
 * Astro compiles and renders nothing: its templates are kept for this and later builds.
 */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AstroIntegration } from 'astro'
import { noteCompiling, readBuiltFrom } from './built-from.ts'
import { keepCompiledSite } from './compiled-site.ts'
import type { BuildEnvironment } from './environment.ts'
import { removeStaleAssets } from './site-files.ts'
import type { ContentSource } from './source.ts'
import { syncMirror } from './sync.ts'

/** `compileId` identifies the code and the settings that are compiled. */
export function publicationIntegration(
  environment: BuildEnvironment,
  source: ContentSource,
  compileId: string,
): AstroIntegration {
  let begun = 0
  return {
    name: 'publication',
    hooks: {
      'astro:config:setup': async ({ command, addClientDirective }) => {
        for (const name of ['reader', 'asked']) {
          addClientDirective({ name, entrypoint: `./src/browser/client-${name}.ts` })
        }
        if (command === 'build') clearForeignOutput(environment)
        if (command === 'dev') await syncMirror(environment, source)
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
      'astro:build:done': () => {
        removeStaleAssets(environment.BUILD_OUTPUT, (path) => statSync(path).mtimeMs >= begun)
      },
    },
  }
}

/**
 * Empties an output that was built with another state folder: its pages and bodies would count as
 * built already wherever the names are the same, with another site's address and keys in them.
 * What is left of an own one is not whole until this build is done.
 */
function clearForeignOutput(environment: BuildEnvironment) {
  if (!readBuiltFrom(environment)?.isOwn) {
    // What a build makes there, and nothing else: the variable may name any folder.
    for (const part of ['client', 'server']) {
      rmSync(join(environment.BUILD_OUTPUT, part), { recursive: true, force: true })
    }
  }
  noteCompiling(environment)
}
