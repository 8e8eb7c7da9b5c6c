/** Checks the types of .astro files, which TypeScript's own compiler can't read. */
import { check } from '@astrojs/check'

const hasFailed = await check({
  root: process.cwd(),
  tsconfig: 'tsconfig.astro.json',
  watch: false,
  preserveWatchOutput: true,
  minimumSeverity: 'warning',
  minimumFailingSeverity: 'warning',
})
process.exit(hasFailed ? 1 : 0)
