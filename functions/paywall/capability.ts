import type { Capability } from '../capability.ts'
import type { JobDeps } from '../platform/cron/due-records.ts'
import { getWall, unlockArticle } from './meter-handlers.ts'
import { createUnlocksJob } from './unlocks-job.ts'

export const paywall = {
  routes: {
    'GET /api/articles/:slug/wall': getWall,
    'POST /api/articles/:slug/unlock': unlockArticle,
  },
  jobs: (deps: JobDeps) => [createUnlocksJob(deps)],
  /** Hashes of addresses that unlocked a story, or whose accounts have unlocked stories. Removed after 30 days. */
  retention: [{ collection: 'unlockAddresses', field: 'expiresAt' }],
} satisfies Capability
