import { defineConfig } from 'vitest/config'

const sources = ['src/**', 'functions/**', 'scripts/**']

/**
 * Tests that are about readers, each of whom makes their own, or that have an edge to themselves: they
 * run beside what needs no stack. The others rebuild its site, and wrangler's dev server drops what is
 * under way when the site is switched.
 */
const aside = [
  'functions/{account,analytics,newsletter,reading,saved,subscription}/*.stack.test.ts',
  'functions/{malformed,rotation}.stack.test.ts',
  '{functions,src}/**/outage.stack.test.ts',
]
const onTheStack = { fileParallelism: false, testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: sources.map((folder) => `${folder}/*.test.ts`),
          exclude: ['**/*.stack.test.ts'],
          // Only to end what hangs: properties over many inputs take their time on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'stack',
          include: sources.map((folder) => `${folder}/*.stack.test.ts`),
          exclude: aside,
          ...onTheStack,
        },
      },
      { test: { name: 'aside', include: aside, ...onTheStack } },
    ],
  },
})
