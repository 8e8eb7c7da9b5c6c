/** Astro integration: syncs content for the dev server; a build only compiles and stores templates. */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AstroIntegration } from 'astro'
import type { BuildEnvironment } from '../../src/content/build-environment.ts'
import { readBuildInputs, recordCompiling } from './build-inputs.ts'
import { storeCompiledTemplates } from './compiled-templates.ts'
import type { ContentSource } from './content-source.ts'
import { removeStaleAssets } from './site-files.ts'
import { syncContent } from './sync-content.ts'

export function publicationIntegration(
  environment: BuildEnvironment,
  source: ContentSource,
  compileId: string,
): AstroIntegration {
  let startedAt = 0
  return {
    name: 'publication',
    hooks: {
      'astro:config:setup': async ({ command, addClientDirective, addMiddleware }) => {
        for (const name of ['reader', 'interaction']) {
          addClientDirective({ name, entrypoint: `./src/browser/client-${name}.ts` })
        }
        if (command === 'build') clearOtherOutput(environment)
        if (command !== 'dev') return
        await syncContent(environment, source)
        addMiddleware({ entrypoint: './src/content/development-locals.ts', order: 'pre' })
      },
      'astro:build:start': ({ setPrerenderer }) => {
        startedAt = Date.now()
        // Otherwise, earlier builds' chunks would be deployed with the Worker.
        rmSync(join(environment.BUILD_OUTPUT, 'server'), { recursive: true, force: true })
        setPrerenderer((astro) => ({
          ...astro,
          name: 'publication',
          async setup() {
            await astro.setup?.()
            storeCompiledTemplates(environment.BUILD_STATE, compileId, astro)
          },
          getStaticPaths: async () => [],
        }))
      },
      'astro:build:setup': ({ target, updateConfig }) => {
        if (target !== 'server') return
        // Astro omits this entry when a prerenderer is set.
        const build = { rolldownOptions: { input: 'astro/entrypoints/prerender' } }
        updateConfig({ environments: { prerender: { build } } })
      },
      'astro:build:ssr': ({ manifest }) => {
        // Astro lists every file in an output folder that isn't emptied; the Worker needs only the compiled assets.
        manifest.assets = manifest.assets.filter((path) => path.startsWith('/_astro/'))
      },
      'astro:build:done': () => {
        removeStaleAssets(environment.BUILD_OUTPUT, (path) => statSync(path).mtimeMs >= startedAt)
      },
    },
  }
}

/** Empties an output built with another state folder: its pages may belong to a site with other keys. */
function clearOtherOutput(environment: BuildEnvironment) {
  if (!readBuildInputs(environment)?.isFromThisState) {
    // Removes only what a build writes, because the variable may point to any folder.
    for (const part of ['client', 'server']) {
      rmSync(join(environment.BUILD_OUTPUT, part), { recursive: true, force: true })
    }
  }
  recordCompiling(environment)
}
