import { defineConfig } from 'vitest/config'

const sources = ['src/**', 'functions/**', 'scripts/**']

/** Flows that are interrupted at every call. */
const faults = ['functions/**/*faults.test.ts']

/**
 * Tests that need each run of the cron job, PayPal's events or The Weekly's list for themselves. They don't change the
 * site, so journeys that need none of these may run beside them.
 */
const cron = [
  'functions/account/delete-account.stack.test.ts',
  'functions/{gift,issue}/*.stack.test.ts',
  'scripts/desk/commands/{reader,weekly}-command.stack.test.ts',
]
/**
 * Tests that don't change the site, many of them about readers that each test creates: all journeys that don't
 * either may run beside them. The project `stack` rebuilds the site, and wrangler's dev server drops running requests
 * when the site is switched.
 */
const parallel = [
  'functions/{account,desk,email,identity,images,newsletter,outbox,paywall,referral,statistics,subscription}/**/*.stack.test.ts',
  'functions/app/send-pending-emails.stack.test.ts',
  'functions/articles/sealed-bodies.stack.test.ts',
  'functions/{leak,missing-pages,database-outage,rotation}.stack.test.ts',
  'scripts/desk/commands/{gift,gift-links,ratings}-command.stack.test.ts',
  'scripts/operate/doctor/doctor.stack.test.ts',
  'src/{layouts,features/articles}/*.stack.test.ts',
]
/**
 * Times only end what hangs: property tests over many inputs, and what a backend does after its response,
 * are slow on a busy machine. Vitest would wait for the latter for one second.
 */
const expectOptions = { poll: { timeout: 20_000 } }
/**
 * At a low priority beside the stack's tests (scripts/dev/checks/check-steps.ts), so a test can take 25 times as long as
 * alone. A time limit of its own would end it by chance: these are the only ones. The larger young generation is collected
 * less often, because most objects die in it.
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
const onTheStack = {
  ...separateFiles,
  fileParallelism: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: expectOptions,
}

export default defineConfig({
  test: {
    // The cache's durations would order the files differently in each run: without it, larger files run first.
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
          exclude: [...cron, ...parallel],
          ...onTheStack,
        },
      },
      { test: { name: 'cron', include: cron, ...onTheStack } },
      { test: { name: 'parallel', include: parallel, exclude: cron, ...onTheStack } },
    ],
  },
})
