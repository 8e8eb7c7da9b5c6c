import type { Hono, MiddlewareHandler } from 'hono'
import { createCallerPayPals } from '../identity/caller-paypal.ts'
import { addCookies } from '../identity/cookies.ts'
import type { Environment } from '../identity/edge-context.ts'
import { limitBotCheck } from '../platform/http/caller-bot-check.ts'
import { type AllDeps, createOwnServices, personalData } from './installed.ts'
import { sendPendingEmails } from './send-pending-emails.ts'
import type { Services } from './services.ts'

export type EdgeApp = Hono<Environment<AllDeps>>

export function provideDeps(services: Services): MiddlewareHandler<Environment<AllDeps>> {
  const { paypal, botCheck, tokens, now } = services
  const ownServices = createOwnServices(services)
  const createCallerPayPal = paypal && createCallerPayPals(paypal)
  return async (context, next) => {
    const cookies: string[] = []
    const { env } = context
    const deps: AllDeps = {
      ...services,
      ...ownServices,
      personalData,
      paypal: createCallerPayPal?.({ request: context.req.raw, env, tokens, now }) ?? null,
      botCheck: botCheck && limitBotCheck(botCheck, { env, request: context.req.raw }),
      env,
      // This is a getter, because middleware replaces the request to limit its body.
      get request() {
        return context.req.raw
      },
      // The execution context is read only when it's needed, because tests have none.
      execution: {
        waitUntil: (work) => context.executionCtx.waitUntil(work),
        passThroughOnException: () => context.executionCtx.passThroughOnException(),
      },
      setCookies: (lines) => cookies.push(...lines),
      sendPendingEmails: (uid) => sendPendingEmails(deps, uid),
    }
    context.set('deps', deps)
    await next()
    if (!context.error) addCookies(context.res, cookies)
  }
}
