import type { Capability } from '../capability.ts'
import { createRebuildJob } from './advance-rebuild.ts'
import { handlePublish } from './publish-webhook.ts'
import { handleRebuildFailed } from './rebuild-failed-webhook.ts'

export const publishing = {
  routes: {
    'POST /api/webhooks/publish': handlePublish,
    'POST /api/webhooks/rebuild-failed': handleRebuildFailed,
  },
  jobs: (deps: Parameters<typeof createRebuildJob>[0]) => [createRebuildJob(deps)],
  /** Used signatures and webhook ids, including PayPal's. Removed after 1 and 30 days. */
  retention: [{ collection: 'providerEvents', field: 'expiresAt' }],
} satisfies Capability
