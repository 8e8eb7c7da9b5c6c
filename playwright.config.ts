import { defineConfig } from '@playwright/test'
import { browserArguments } from './scripts/dev/browsers/find-chromium.ts'
import { otherBrowserNames } from './scripts/dev/browsers/other-browsers.ts'
import { devEnvironment } from './scripts/dev/dev-environment.ts'
import type { OtherBrowserOptions } from './src/journeys/testing/other-browser-test.ts'

const { SITE_URL, BROWSER_PATH, TRACE } = devEnvironment

/** The folder for failed journeys' reports; each project's run empties its own subfolder. */
const output = '.local/journeys'

export default defineConfig<object, OtherBrowserOptions>({
  testDir: 'src/journeys',
  projects: [
    {
      name: 'readers',
      testMatch: '*.spec.ts',
      testIgnore: [
        'publishing.spec.ts',
        'desk-publishing.spec.ts',
        'article-states.spec.ts',
        '*other-browsers.spec.ts',
        'webkit.spec.ts',
      ],
      outputDir: `${output}/readers`,
    },
    // This project is separate, because wrangler's dev server drops requests in progress when the site is switched.
    {
      name: 'editors',
      testMatch: ['publishing.spec.ts', 'desk-publishing.spec.ts', 'article-states.spec.ts'],
      outputDir: `${output}/editors`,
      workers: 1,
    },
    // The two browsers run side by side, each with one journey at a time.
    ...otherBrowserNames.map((name) => ({
      name,
      testMatch: ['*other-browsers.spec.ts', ...(name === 'webkit' ? ['webkit.spec.ts'] : [])],
      outputDir: `${output}/${name}`,
      fullyParallel: false,
      use: { otherBrowser: name },
    })),
  ],
  fullyParallel: true,
  // Three workers share two cores with the stack's tests, because a journey spends half of its time waiting. Four
  // workers made pages so slow that fonts arrived late, and saved no time.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  // In milliseconds. The limit only ends journeys that hang: a long one takes half of it when other checks are running.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    ...(SITE_URL ? { baseURL: SITE_URL } : {}),
    // Traces need TRACE=1, because they slow down every journey.
    trace: TRACE ? 'retain-on-failure' : 'off',
    // A service worker would respond instead of a journey's routes. Journeys that test it allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(BROWSER_PATH ? { executablePath: BROWSER_PATH } : {}),
      args: [
        ...browserArguments,
        // Pages are open for only a few seconds, in which optimising compilers cost more than they save.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})
