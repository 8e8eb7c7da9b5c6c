/**
 * Starts a purchase as the first operator, as far as possible without a browser. Costs nothing, because nobody approves
 * the purchase. The page's bot check doesn't concern readers who are logged in.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { checkoutResponseSchema } from '../../../../src/contracts/endpoints/checkout-endpoints.ts'
import { keyringSchema } from '../../../../src/contracts/signing/keyring.ts'
import {
  importSigningKeys,
  signToken,
  toUnixSeconds,
} from '../../../../src/contracts/signing/signed-token.ts'
import { CommandError } from '../../../shared/command-error.ts'
import { connectPayPal } from '../paypal/connect-paypal.ts'
import { ServiceError } from '../run/service.ts'
import type { SetupContext } from '../run/step.ts'
import { connectSite } from './connect-site.ts'
import { findOperator } from './operator-step.ts'

/** A session as the Worker issues it (functions/identity/session-tokens.ts). It isn't stored. */
async function createCookie({ secrets }: SetupContext, uid: string): Promise<string> {
  const keys = await importSigningKeys(keyringSchema.parse(secrets.require('SESSION_KEYS')))
  const now = toUnixSeconds(new Date())
  return `__Host-session=${await signToken('session', { sub: uid, since: now, iat: now }, keys)}`
}

const subscriptionSchema = z.object({
  status: z.string(),
  plan_id: z.string(),
  custom_id: z.string().default(''),
  application_context: z.object({ return_url: z.string().optional() }).optional(),
})
const plansSchema = z.record(z.string(), z.string())

/** Null for an operator who subscribes already. */
async function startCheckout(context: SetupContext, uid: string, requestId: string) {
  const body = { kind: 'annual', source: null, requestId }
  const headers = { Cookie: await createCookie(context, uid) }
  try {
    return await connectSite(context).write(
      'POST',
      '/api/checkout',
      { body, headers },
      checkoutResponseSchema,
    )
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'already_subscribed') return null
    throw error
  }
}

/** Throws a CommandError unless PayPal waits for the payer's approval of the right plan. */
export async function tryCheckout(context: SetupContext) {
  const { settings } = context
  const uid = await findOperator(context)
  // A call repeated with this id starts no second purchase.
  const requestId = settings.get('CHECKOUT_REQUEST') ?? randomUUID()
  settings.set('CHECKOUT_REQUEST', requestId)
  const started = await startCheckout(context, uid, requestId)
  if (started) {
    const { service } = await connectPayPal(context)
    const path = `/v1/billing/subscriptions/${started.id}`
    const found = await service.read(path, subscriptionSchema)
    const plans = plansSchema.parse(JSON.parse(settings.require('PAYPAL_PLANS')))
    const wanted = `${settings.require('SITE_URL')}/subscribe/finish`
    // PayPal doesn't always repeat the address.
    const returnUrl = found?.application_context?.return_url ?? wanted
    const problem = !found
      ? 'PayPal doesn’t have it'
      : found.plan_id !== plans[started.plan]
        ? `it has the plan ${found.plan_id}`
        : found.custom_id !== uid
          ? 'it names another reader'
          : returnUrl !== wanted
            ? `payers return to ${returnUrl}`
            : !['APPROVAL_PENDING', 'CANCELLED'].includes(found.status)
              ? `its status is ${found.status}`
              : null
    // A repeated request would find this purchase again.
    if (problem) settings.remove('CHECKOUT_REQUEST')
    if (problem) throw new CommandError(`the purchase ${started.id} isn’t right: ${problem}`)
    await cancel(service, path)
  }
  settings.remove('CHECKOUT_REQUEST')
  settings.set('CHECKOUT_TRIED', 'yes')
}

/** PayPal may refuse to cancel what nobody has approved, which then expires. */
async function cancel(service: Awaited<ReturnType<typeof connectPayPal>>['service'], path: string) {
  const body = { reason: 'Started by the setup' }
  try {
    await service.write('POST', `${path}/cancel`, { body })
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 422)) throw error
  }
}
