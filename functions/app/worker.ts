/** Creates the services once per isolate, and handles any error that nothing else has handled. */

import { createPublishedPages } from '../articles/published-pages.ts'
import type { Bindings } from '../identity/edge-context.ts'
import { createIssueDeps } from '../issue/create-issue-deps.ts'
import { handleIssueMessages } from '../issue/handle-issue-messages.ts'
import { isLandingRoute } from '../landing/landing-path.ts'
import { catchExceptions } from '../platform/cron/cron-job.ts'
import { runCron } from '../platform/cron/run-cron.ts'
import { parseVariables } from '../platform/environment/env.ts'
import { findQueueBinding } from '../platform/environment/queue-name.ts'
import { createErrorResponse } from '../platform/http/error-response.ts'
import { drainRequestBody, setSecurityHeaders } from '../platform/http/guards.ts'
import { advanceRebuild } from '../publishing/advance-rebuild.ts'
import type { PublishedPages } from '../statistics/collecting/handle-event-messages.ts'
import { handleEventMessages } from '../statistics/collecting/handle-event-messages.ts'
import { createJobs } from './create-jobs.ts'
import { createServices } from './create-services.ts'
import type { EdgeApp } from './provide-deps.ts'
import { createApp } from './routes.ts'
import type { Services } from './services.ts'

let services: Services | undefined
let app: EdgeApp | undefined
let publishedPages: PublishedPages | undefined

/** Throws if the environment is incomplete. */
function getServices(env: Bindings): Services {
  services ??= createServices(parseVariables(env), env)
  return services
}

export { IssueSending } from '../issue/issue-sending-object.ts'
export { NetworkUnlocks } from '../paywall/network-unlocks-object.ts'

export default {
  async fetch(request, env, context) {
    try {
      app ??= createApp(getServices(env))
      const response = await app.fetch(request, env, context)
      await drainRequestBody(request)
      return setSecurityHeaders(response)
    } catch (error) {
      // The usual cause is an incomplete environment. The names of its variables are kept from callers.
      console.error(error instanceof Error ? error.message : 'unknown error')
      // Without the Worker's routes, landing pages are static files.
      if (isLandingRoute(new URL(request.url).pathname)) return env.ASSETS.fetch(request)
      return setSecurityHeaders(createErrorResponse('internal'))
    }
  },

  async queue(batch, env) {
    const services = getServices(env)
    const binding = findQueueBinding(batch.queue)
    if (binding === 'ISSUES') {
      const deps = createIssueDeps(services, env)
      if (deps) await handleIssueMessages(deps, batch.messages)
      return
    }
    if (binding === 'EVENTS') {
      publishedPages ??= createPublishedPages(env.ASSETS, services)
      return handleEventMessages({ ...services, publishedPages }, batch.messages)
    }
    // All messages have the same meaning: there is something to publish.
    const advanced = await catchExceptions(() => advanceRebuild(services))
    if (advanced.ok) return
    services.log('rebuild_not_advanced', { reason: advanced.failure.kind })
    batch.retryAll()
  },

  async scheduled(_, env) {
    const services = getServices(env)
    await runCron(services, (payPalUnavailableUntil) =>
      createJobs(services, env, payPalUnavailableUntil),
    )
  },
} satisfies ExportedHandler<Bindings>
