import { defineConfig } from 'vitest/config'

const sources = ['src/**', 'functions/**', 'scripts/**']

/** Tests of flows that are interrupted at every call. */
const faults = ['functions/**/*faults.test.ts']

/**
 * These tests run at a low priority beside the stack's (scripts/dev/checks/check-steps.ts), so a test can take 25 times
 * as long as alone. A shorter limit in a test would make it fail by chance, so these limits are the only ones. The
 * larger young generation is collected less often, because most objects die in it.
 */
const separateFiles = { isolate: false, setupFiles: ['scripts/dev/checks/separate-test-files.ts'] }
const withoutStack = {
  ...separateFiles,
  testTimeout: 900_000,
  hookTimeout: 900_000,
  maxWorkers: 2,
  execArgv: ['--max-semi-space-size=64'],
  expect: { poll: { timeout: 200_000 } },
}
export default defineConfig({
  test: {
    // The cache's durations would order the files differently in each run: without the cache, larger files run first.
    cache: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: sources.map((folder) => `${folder}/*.test.ts`),
          exclude: ['**/*.stack.test.ts', ...faults],
          ...withoutStack,
        },
      },
      { test: { name: 'faults', include: faults, ...withoutStack } },
      {
        test: {
          name: 'stack',
          include: sources.map((folder) => `${folder}/*.stack.test.ts`),
          ...separateFiles,
          // Files run one by one, because their tests rebuild the site and run the cron job.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Vitest would wait one second for what a backend does after its response.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
