/**
 * Shrinks the pages and scripts that Astro 7 and Vite 8 write. These plugins replace three of their modules by path,
 * and the chunks name modules as Astro does, because neither tool has settings for this. Without the plugins ([plain
 * builds](README.md#plain-builds)), a guest's story loads more and larger scripts. Plain builds have our island
 * renderer too.
 */
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Leaves out Astro's inline island scripts and styles (src/browser/island-element.ts, src/styles/base.css). */
export const createIslandScriptPlugin = (): Plugin => ({
  name: 'island-script',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/astro/dist/runtime/server/scripts.js')
      ? `export const determineIfNeedsHydrationScript = () => false
export const determinesIfNeedsDirectiveScript = () => false
export const getPrescripts = () => ''`
      : undefined,
})

/** Replaces Astro's island renderer with ours (src/ui/island-renderer.ts). */
export const createIslandRendererPlugin = (): Plugin => ({
  name: 'island-renderer',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/@astrojs/react/dist/client.js')
      ? `export { default } from ${JSON.stringify(resolve('src/ui/island-renderer.ts'))}`
      : undefined,
})

const deskImporter =
  /\/src\/(?:layouts\/DeskPage|pages\/desk\/|features\/(?:newsroom|desk-editor|desk-pictures|staff|statistics)\/)|\?desk$/
const isCopied = (id: string) =>
  (id.includes('/src/') && id.endsWith('.ts')) || id.includes('/node_modules/nanostores/')
const preloadHelper = /vite\/preload-helper\.js(?:\?desk)?$/

/**
 * Gives the desk's scripts their own modules. A file shared with readers' pages would import the script of every
 * page, which has side effects: it counts visits and follows the reader's session.
 */
export const createDeskModules = (): Plugin => ({
  name: 'desk-modules',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  async resolveId(source, importer, options) {
    if (!importer || !deskImporter.test(importer)) return
    if (preloadHelper.test(source)) return `${source}?desk`
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    return resolved && isCopied(resolved.id) ? { ...resolved, id: `${resolved.id}?desk` } : resolved
  },
})

/** Vite's own helper also loads the styles of lazily loaded modules, and makes up a fifth of every page's script. */
export const createSmallerPreloadHelper = (): Plugin => ({
  name: 'smaller-preload-helper',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) =>
    preloadHelper.test(id) ? 'export const __vitePreload = (load) => load()' : undefined,
  // Runs after Vite has written its lists of preloads.
  generateBundle: {
    order: 'post',
    handler(_, chunks) {
      for (const chunk of Object.values(chunks)) {
        if (chunk.type === 'chunk' && chunk.code.includes('__vite__mapDeps'))
          this.error(
            `${chunk.fileName} imports styles lazily. Import them from a page or a component.`,
          )
      }
    },
  },
})

/** Shortens the names of entry files, because every page contains the names of its scripts. */
export const nameEntryFile = ({ name }: { readonly name: string }) =>
  `_astro/${name.includes('.astro') ? 'page' : '[name]'}.[hash].js`

const chunksForReaders = [
  {
    // Every page loads this one file, and islands import from it too: more files would mean another round trip.
    name: 'every-page',
    test: /src\/layouts\/(?:Page\.astro\?astro&type=script&index=0|every-page-script\.ts$)|vite\/preload-helper/,
    includeDependenciesRecursively: true,
  },
  {
    name: 'later',
    test: /src\/(?:layouts\/Page\.astro\?astro&type=script&index=1|layouts\/later-script\.ts$|(?:browser\/(?:clipboard|cookie|device-storage|text-depth)|contracts\/pages\/login-paths|domain\/(?:capitalise|duration)|ui\/shared-text)\.ts$)/,
    includeDependenciesRecursively: true,
  },
  {
    // Code for checkouts and accounts.
    name: 'offer',
    test: /src\/(?:publication\/offer|domain\/subscription\/(?:offer|plan))\.ts$/,
  },
  // Signed-in readers' pages share few files, because the script of every page names them all. Lists that are loaded
  // when they scroll into view need the same modules.
  {
    name: 'island',
    test: /rolldown\/runtime|src\/(?:browser\/(?:api|create-element|fetch-json|retry|visit-attribution)|contracts\/(?:analytics\/tracked-elements|endpoints\/reader-messages|site-files\/recommendation-candidates)|features\/articles\/fill-most-read|publication\/picks)\.ts$|node_modules\/nanostores\/(?:atom|clean-stores|computed|lifecycle|warn)\//,
  },
  {
    name: 'wall',
    test: /src\/features\/paywall\/(?:guest-wall|closed-part|metered-wall|wall-store|wall-text)\.ts$|src\/browser\/story-pass\.ts$/,
  },
  {
    name: 'reader',
    test: /src\/(?:browser\/(?:query|session-id)|domain\/(?:list-text|image\/image-path)|features\/(?:session\/(?:clear-device-data|subscription-store|user-store)|saved\/(?:pending-changes|next-page-store))|ui\/toast)\.ts$/,
  },
  {
    // Modules that every article loads for signed-in readers. None has side effects, because guests load them too, with
    // a story or a form.
    name: 'signed-in',
    test: /src\/(?:browser\/(?:device-preferences|page-unload|sequential-queue)|features\/(?:session\/(?:follow-session|session-check-store)|saved\/(?:save-buttons|saved-articles|saved-store)|offline\/(?:article-cache|device-caches)|reading-history\/(?:article-progress|reading-history-api)|paywall\/(?:story-body|article-body-store|show-body)))\.ts$/,
  },
  {
    // The modules that every island needs besides its own code.
    name: 'react',
    test: /node_modules\/(?:react|react-dom|scheduler|@nanostores\/react)\//,
  },
  {
    name: 'for-you',
    test: /src\/(?:domain\/(?:category|recommendation)|features\/articles\/fill-for-you)\.ts$/,
  },
]

/** Chunks of readers' scripts; Rolldown splits the desk's scripts. */
export const clientChunks = chunksForReaders.map(({ test, ...chunk }) => ({
  ...chunk,
  test: (id: string) => !id.endsWith('?desk') && test.test(id),
}))
