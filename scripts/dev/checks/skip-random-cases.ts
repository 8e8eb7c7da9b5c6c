/** For `npm run mutate`: property tests run only their explicit examples. */
import fc from 'fast-check'

fc.configureGlobal({ numRuns: 0 })
