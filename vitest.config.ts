import { defineConfig } from 'vitest/config'

const sources = ['src/**', 'functions/**', 'scripts/**']

/**
 * Tests that are about readers, each of whom makes their own, or that have an edge to themselves: they
 * run beside those that look at the stack's site and rebuild it. None of the others takes a port.
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
