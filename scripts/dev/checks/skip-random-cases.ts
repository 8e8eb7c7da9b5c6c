/** For `npm run mutate`: a property is a test of its examples only. */
import fc from 'fast-check'

fc.configureGlobal({ numRuns: 0 })
