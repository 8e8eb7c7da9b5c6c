/** Checks the types of .astro files, for which TypeScript's own compiler has no reader (the rest is its work). */
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
