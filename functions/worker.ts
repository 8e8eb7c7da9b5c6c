/** The Worker's entry: makes the services once, and is the last boundary for errors. */
import { deriveDeskKeys } from '../src/contracts/desk-signature.ts'
import { deriveSealingKeys } from '../src/contracts/sealed-body.ts'
import { staticHeaders } from '../src/contracts/security-headers.ts'
import { createOutage } from './account/outage.ts'
import { createTokens } from './account/tokens.ts'
import { createBotCheck } from './adapters/bot-check.ts'
import { createEventReceiver } from './adapters/event-receiver.ts'
import { createFirestore } from './adapters/firestore.ts'
import { createIdentityService } from './adapters/identity.ts'
import { createRebuildHook } from './adapters/rebuild-hook.ts'
import { serviceAccountToken } from './adapters/service-account.ts'
import { createOpenedBodies } from './articles/opened-bodies.ts'
import { type Bindings, parseVariables, type Variables } from './env.ts'
import type { EdgeApp, Services } from './http/context.ts'
import { errorResponse } from './http/errors.ts'
import { withSecurityHeaders } from './http/guards.ts'
import { createChangedList } from './publishing/changed-list.ts'
import { lookAfterRebuild } from './publishing/rebuild.ts'
import { publishScheduled } from './publishing/scheduled-articles.ts'
import { createApp, type EdgePage } from './routes.ts'

/** A reader is waiting: longer than this counts as away. */
const backendTimeout = 4000

/** Nobody is waiting, but the Worker lives on until it is over. */
const patientTimeout = 10_000

function createServices(variables: Variables): Services {
  return {
    firestore: createFirestore({
      url: variables.FIRESTORE_URL,
      projectId: variables.FIREBASE_PROJECT_ID,
      token: serviceAccountToken(
        variables.FIREBASE_SERVICE_ACCOUNT,
        'https://firestore.googleapis.com/',
        Date.now,
      ),
      timeout: backendTimeout,
    }),
    identity: createIdentityService({
      url: variables.IDENTITY_URL,
      apiKey: variables.FIREBASE_API_KEY,
      projectId: variables.FIREBASE_PROJECT_ID,
      timeout: backendTimeout,
    }),
    outage: createOutage(),
    botCheck: variables.RECAPTCHA_SECRET
      ? createBotCheck({
          url: variables.RECAPTCHA_URL,
          secret: variables.RECAPTCHA_SECRET,
          timeout: backendTimeout,
        })
      : null,
    tokens: createTokens(variables.SESSION_KEYS),
    sealingKeys: deriveSealingKeys(variables.SEALING_KEYS),
    openedBodies: createOpenedBodies(),
    deskKeys: deriveDeskKeys(variables.DESK_KEYS),
    changedList: createChangedList(),
    rebuildHook: variables.REBUILD_HOOK_URL
      ? createRebuildHook({
          url: variables.REBUILD_HOOK_URL,
          token: variables.REBUILD_HOOK_TOKEN,
          event: variables.REBUILD_HOOK_EVENT,
          timeout: patientTimeout,
        })
      : null,
    eventReceiver: variables.ANALYTICS_URL
      ? createEventReceiver({
          url: variables.ANALYTICS_URL,
          writeKey: variables.ANALYTICS_WRITE_KEY,
          timeout: patientTimeout,
        })
      : null,
    now: () => new Date(),
    log: (event, details) => console.log(JSON.stringify({ event, ...details })),
  }
}

/** Loaded when a page is wanted, so that the API starts without Astro and React. */
const renderPage: EdgePage = async (request, env, context) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response('Method not allowed', { status: 405, headers: { Allow: 'GET, HEAD' } })
  }
  const { handle } = await import('@astrojs/cloudflare/handler')
  const page = await handle(request as never, env as never, context as never)
  const response = new Response(page.body as unknown as BodyInit, page as unknown as ResponseInit)
  const policy = response.headers.get('Content-Security-Policy')
  for (const [name, value] of Object.entries(staticHeaders)) response.headers.set(name, value)
  if (policy) {
    const own = staticHeaders['Content-Security-Policy']
    response.headers.set('Content-Security-Policy', `${policy.replace(/;?\s*$/, ';')} ${own}`)
  }
  return response
}

let services: Services | undefined
let app: EdgeApp | undefined

/** Throws where the environment is incomplete. */
function servicesOf(env: Bindings): Services {
  services ??= createServices(parseVariables(env))
  return services
}

export default {
  async fetch(request, env, context) {
    try {
      app ??= createApp(servicesOf(env), renderPage)
      return withSecurityHeaders(await app.fetch(request, env, context))
    } catch (error) {
      // An incomplete environment, above all: its names are for the log, not for the caller.
      console.error(error instanceof Error ? error.message : 'unknown error')
      return withSecurityHeaders(errorResponse('internal'))
    }
  },

  /** However many messages: they say no more than that something was published. */
  async queue(batch, env) {
    const { log } = servicesOf(env)
    const done = await lookAfterRebuild(servicesOf(env), env)
    if (done.ok) return
    log('rebuild_not_looked_after', { reason: done.failure.kind })
    batch.retryAll()
  },

  /** Every minute. What could not be done now is done in the next one. */
  async scheduled(_, env) {
    const { log } = servicesOf(env)
    const published = await publishScheduled(servicesOf(env))
    if (!published.ok) log('articles_not_published', { reason: published.failure.kind })
    const done = await lookAfterRebuild(servicesOf(env), env)
    if (!done.ok) log('rebuild_not_looked_after', { reason: done.failure.kind })
  },
} satisfies ExportedHandler<Bindings>
