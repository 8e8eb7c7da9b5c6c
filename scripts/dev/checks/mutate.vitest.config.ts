/** Tests of rules that `npm run mutate` runs for each mutant. */
import { defineConfig } from 'vitest/config'

/** Tests that take more than five seconds each: random lives, floods, and flows that are interrupted at every call. */
const slow = [
  'account/{interrupted-deletion,purchase-during-deletion}',
  'books/{books-interrupted,random-lives}',
  'issue/{breaker,one-copy,own-changes,recent-addresses}',
  'newsletter/{one-domain,one-inbox,random-strangers}',
  'platform/**/{call-costs,optimistic-lock,wide-network}',
  'referral/{random-credit,sold-price}',
  'statistics/**/{count-once,listed-reads}',
  'subscription/{charged-twice,ownership}',
  '{malformed,paywall/random-lives}',
].map((name) => `functions/${name}-faults.test.ts`)

export default defineConfig({
  test: {
    include: ['{src/{domain,contracts},functions}/**/*.test.ts'],
    exclude: ['**/*.stack.test.ts', 'functions/subscription/paid-time.test.ts', ...slow],
    testNamePattern: /^(?!.*(interrupted|random|wherever|whenever))/,
    setupFiles: ['scripts/dev/checks/skip-random-cases.ts'],
    // The limit applies to tests that hang. Stryker measures each test, and ends mutants that make the test much
    // slower.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
})
