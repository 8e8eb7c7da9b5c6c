import type { Capability } from '../capability.ts'
import { createRebuildJob } from './advance-rebuild.ts'
import { handlePublish } from './publish-webhook.ts'
import { handleRebuildFailed } from './rebuild-failed-webhook.ts'
import { createArticlesJob } from './scheduled-articles.ts'

export const publishing = {
  routes: {
    'POST /api/webhooks/publish': handlePublish,
    'POST /api/webhooks/rebuild-failed': handleRebuildFailed,
  },
  jobs: (deps: Parameters<typeof createArticlesJob>[0]) => [
    createArticlesJob(deps),
    createRebuildJob(deps),
  ],
  /** Used signatures and webhook ids, PayPal’s too: one day, and 30. */
  retention: [{ collection: 'providerEvents', field: 'expiresAt' }],
} satisfies Capability
