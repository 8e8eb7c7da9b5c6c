import cloudflare from '@astrojs/cloudflare'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { publicationIntegration } from './scripts/build/astro-integration.ts'
import { bundleEarlyBodyScript, bundlePrePaintScript } from './scripts/build/bundle-script.ts'
import {
  clientChunks,
  createDeskModules,
  createIslandRendererPlugin,
  createIslandScriptPlugin,
  createSmallerPreloadHelper,
  nameEntryFile,
} from './scripts/build/client-bundle.ts'
import { computeCompileId } from './scripts/build/compile-id.ts'
import { createFirestoreSource } from './scripts/build/firestore-source.ts'
import { createLaterStylesPlugin } from './scripts/build/later-styles.ts'
import { createServiceWorkerPlugin } from './scripts/build/service-worker-plugin.ts'
import { createModuleClassNames, createShortScopeNames } from './scripts/build/short-scope-names.ts'
import { connectFirestore } from './scripts/shared/connect-firestore.ts'
import { readBuildEnvironment } from './src/content/build-environment.ts'
import { pagePolicyDirectives } from './src/contracts/pages/security-headers.ts'
import { laterStyles } from './src/styles/later-styles.ts'
import { hashScript } from './src/ui/inline-script.ts'
import { waitScript } from './src/ui/later-styles-link.ts'

const environment = readBuildEnvironment()
const version = computeCompileId(environment)
const prePaintScript = await bundlePrePaintScript()
const earlyBodyScript = await bundleEarlyBodyScript()
/** The build's version, which pages and the service worker compare. */
const siteVersion = { siteVersion: JSON.stringify(version.slice(0, 16)) }

/** The first versions that support light-dark(). */
const cssTarget = ['chrome123', 'firefox120', 'safari17.5', 'ios17.5']

export default defineConfig({
  site: environment.SITE_URL,
  outDir: environment.BUILD_OUTPUT,
  cacheDir: `${environment.BUILD_STATE}/astro`,
  output: 'static',
  trailingSlash: 'never',
  // With inline styles, a first visit on a slow network paints half a second sooner.
  build: { format: 'file', inlineStylesheets: 'always' },
  // Classes are shorter than an attribute on every element.
  scopedStyleStrategy: 'class',
  adapter: cloudflare({ imageService: 'passthrough', prerenderEnvironment: 'node' }),
  session: false,
  integrations: [
    // Streaming each island takes a seventh of a page's rendering time. Without streams, Astro prefixes
    // the ids of React's useId in the browser but not in the build, so islands don't use it.
    react({ experimentalDisableStreaming: true }),
    publicationIntegration(
      environment,
      createFirestoreSource(connectFirestore(environment)),
      version,
    ),
  ],
  security: {
    csp: {
      directives: pagePolicyDirectives,
      scriptDirective: { hashes: [prePaintScript, waitScript].map(hashScript) },
      // react-hot-toast adds a style element.
      styleDirective: { resources: ["'self'", "'unsafe-inline'"] },
    },
  },
  devToolbar: { enabled: false },
  vite: {
    build: { emptyOutDir: false },
    plugins: [
      createServiceWorkerPlugin(siteVersion, cssTarget),
      createIslandRendererPlugin(),
      {
        name: 'settings-of-environments',
        // Cloudflare's plugin sets a different target for pages that the Worker renders. If their styles differ by a
        // byte from built pages' styles, Astro puts both into built pages.
        configEnvironment(name, options) {
          options.build = { ...options.build, cssTarget }
          // Module preloading would list all lazily loaded modules with their imports in every page's script. Astro
          // overrides this setting unless it's set here.
          if (name === 'client') options.build.modulePreload = false
        },
      },
      environment.PLAIN_BUILD
        ? []
        : [
            createIslandScriptPlugin(),
            createDeskModules(),
            createSmallerPreloadHelper(),
            createShortScopeNames(),
            createLaterStylesPlugin(laterStyles, cssTarget),
          ],
    ],
    // Public values for islands. They aren't in import.meta.env, because Cloudflare's plugin overrides those with a
    // local stack's .dev.vars.
    define: {
      ...siteVersion,
      prePaintScript: JSON.stringify(prePaintScript),
      earlyBodyScript: JSON.stringify(earlyBodyScript),
      botCheckSettings: JSON.stringify({
        siteKey: environment.RECAPTCHA_SITE_KEY,
        url: environment.RECAPTCHA_URL,
      }),
    },
    ...(environment.PLAIN_BUILD
      ? {}
      : { css: { modules: { generateScopedName: createModuleClassNames() } } }),
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // The Cloudflare adapter's banner defines `process`, which no browser script needs.
              banner: '',
              ...(environment.PLAIN_BUILD ? {} : { entryFileNames: nameEntryFile }),
              codeSplitting: {
                groups: environment.PLAIN_BUILD ? [] : clientChunks,
              },
            },
          },
        },
      },
    },
  },
})
