/** Tests of rules that `npm run mutate` runs for each mutant: without random lives and flows interrupted at every call. */
import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const isFast = (file: string) =>
  !/fast-check|listFaults|random-steps|simulated|interrupted/.test(readFileSync(file, 'utf8'))

export default defineConfig({
  test: {
    include: globSync('{src/{domain,contracts},functions}/**/*.test.ts')
      .filter((file) => !file.endsWith('.stack.test.ts'))
      .filter(isFast),
    // Only ends what hangs: Stryker measures each test, and ends mutants that make it much slower.
    testTimeout: 900_000,
  },
})
