import { defineConfig } from '@playwright/test'
import { browserArguments } from './scripts/local/browser.ts'
import { otherBrowserNames } from './scripts/local/other-browsers.ts'
import type { OtherBrowserOptions } from './src/journeys/other-browser.ts'

const { SITE_URL, BROWSER_PATH, TRACE } = process.env

/** What is kept of those that fail; each run empties its own. */
const output = '.local/journeys'

export default defineConfig<object, OtherBrowserOptions>({
  testDir: 'src/journeys',
  projects: [
    {
      name: 'readers',
      testMatch: '*.spec.ts',
      testIgnore: ['publishing.spec.ts', 'other-browsers.spec.ts', 'webkit.spec.ts'],
      outputDir: `${output}/readers`,
    },
    // By itself: wrangler's dev server drops what is under way when the site is switched.
    { name: 'editors', testMatch: 'publishing.spec.ts', outputDir: `${output}/editors` },
    // One after the other in each, and the two side by side.
    ...otherBrowserNames.map((name) => ({
      name,
      testMatch: ['other-browsers.spec.ts', ...(name === 'webkit' ? ['webkit.spec.ts'] : [])],
      outputDir: `${output}/${name}`,
      fullyParallel: false,
      use: { otherBrowser: name },
    })),
  ],
  fullyParallel: true,
  // The machine that this has to pass on has two cores: a third is no faster, and all wait longer.
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    ...(SITE_URL ? { baseURL: SITE_URL } : {}),
    // Kept of what fails, for whoever asks (TRACE=1): every journey pays for it.
    trace: TRACE ? 'retain-on-failure' : 'off',
    // It would answer before the routes of a journey do; those that are about it allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(BROWSER_PATH ? { executablePath: BROWSER_PATH } : {}),
      args: [...browserArguments],
    },
  },
})
