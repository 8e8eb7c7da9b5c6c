import cloudflare from '@astrojs/cloudflare'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { compileId } from './scripts/site/compile-id.ts'
import { firestoreSource } from './scripts/site/content-source.ts'
import { connectFirestore } from './scripts/site/firestore.ts'
import { serviceWorkerPlugin } from './scripts/site/service-worker-plugin.ts'
import { parseBuildEnvironment } from './src/content/environment.ts'
import { publicationIntegration } from './src/content/integration.ts'
import { pagePolicyDirectives } from './src/contracts/security-headers.ts'
import { nearPicturesScriptHash } from './src/layouts/near-pictures-script.ts'
import { readerHintScriptHash } from './src/layouts/reader-hint-script.ts'

const environment = parseBuildEnvironment(process.env)
const version = compileId(environment)
/** Pages and service worker carry it, and so know of each other whether they are of one build. */
const siteVersion = { siteVersion: JSON.stringify(version.slice(0, 16)) }

/** The first with light-dark(). */
const cssTarget = ['chrome123', 'firefox120', 'safari17.5', 'ios17.5']

export default defineConfig({
  site: environment.SITE_URL,
  outDir: environment.BUILD_OUTPUT,
  cacheDir: `${environment.BUILD_STATE}/astro`,
  output: 'static',
  trailingSlash: 'never',
  // Styles in the page: a first visit on a slow network paints half a second sooner.
  build: { format: 'file', inlineStylesheets: 'always' },
  // Shorter in the page than an attribute on every element.
  scopedStyleStrategy: 'class',
  adapter: cloudflare({ imageService: 'passthrough', prerenderEnvironment: 'node' }),
  session: false,
  integrations: [
    // A stream for each island is a seventh of a page's cost. Without them Astro gives React's useId no
    // prefix in the build, but gives it one in the browser: so islands do not use it.
    react({ experimentalDisableStreaming: true }),
    publicationIntegration(environment, firestoreSource(connectFirestore(environment)), version),
  ],
  security: {
    csp: {
      directives: pagePolicyDirectives,
      scriptDirective: { hashes: [readerHintScriptHash, nearPicturesScriptHash] },
      // The toasts write their own style element.
      styleDirective: { resources: ["'self'", "'unsafe-inline'"] },
    },
  },
  devToolbar: { enabled: false },
  vite: {
    build: { emptyOutDir: false },
    plugins: [
      serviceWorkerPlugin(siteVersion, cssTarget),
      {
        name: 'settings-of-environments',
        // Cloudflare's plugin sets another for pages of the edge, and Astro puts the styles of both into
        // a page of the build where they are not alike to the byte.
        configEnvironment(name, options) {
          options.build = { ...options.build, cssTarget }
          // All that is loaded when it is wanted would be listed, with what it imports, in the script of
          // every page. Here and not below, where Astro would say otherwise.
          if (name === 'client') options.build.modulePreload = false
        },
      },
    ],
    // Public, and wanted by islands wherever they stand, on pages rendered on demand too. No variable
    // of import.meta.env: Cloudflare's plugin lets a local stack's .dev.vars win over those.
    define: {
      ...siteVersion,
      botCheckSettings: JSON.stringify({
        siteKey: environment.RECAPTCHA_SITE_KEY,
        url: environment.RECAPTCHA_URL,
      }),
    },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            // What every page loads comes in two files: a third would be a third round trip.
            output: {
              codeSplitting: {
                groups: [
                  {
                    name: 'every-page',
                    test: /src\/(?:browser\/analytics|contracts\/(?:collect-path|analytics\/marks))\.ts$|vite\/preload-helper/,
                  },
                  // What the pages of signed-in readers load, in few files: the script of every page names them.
                  {
                    name: 'island',
                    test: /src\/browser\/(?:api|cookie|device-storage)\.ts$|node_modules\/nanostores\//,
                  },
                  {
                    name: 'reader',
                    test: /src\/(?:browser\/(?:query|session-mark|tab-memory)|features\/account\/(?:forget-device|subscription-store|user-store))\.ts$/,
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
})
