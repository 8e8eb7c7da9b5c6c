import { defineConfig } from 'vitest/config'

const sources = ['src/**', 'functions/**', 'scripts/**']

/** The longest of those below, by itself. */
const malformed = ['functions/malformed.stack.test.ts']

/**
 * Tests that leave the site as it is, many of them about readers, each of whom makes their own: they run
 * beside what needs no stack. The others rebuild the site, and wrangler's dev server drops what is under
 * way when it is switched.
 */
const aside = [
  'functions/{account,analytics,newsletter,pictures,reading,ratings,saved,subscription}/*.stack.test.ts',
  'functions/{leak,missing-pages,outage,rotation}.stack.test.ts',
  'scripts/desk/{ratings,reader}.stack.test.ts',
  'scripts/live/{doctor,security-rules}.stack.test.ts',
  'src/content/outage.stack.test.ts',
  'src/{layouts,features/articles,features/syndication}/*.stack.test.ts',
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
          exclude: [...aside, ...malformed],
          ...onTheStack,
        },
      },
      { test: { name: 'aside', include: aside, ...onTheStack } },
      { test: { name: 'malformed', include: malformed, ...onTheStack } },
    ],
  },
})
