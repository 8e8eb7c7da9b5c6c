import type { Capability } from '../capability.ts'
import type { Deps } from '../identity/edge-context.ts'
import { createPayPalWebhook } from './paypal-event-webhook.ts'

/** Only the handler of PayPal's events gets the plain PayPal client (identity/caller-paypal.ts). */
const createServices = (services: Parameters<typeof createPayPalWebhook>[0]) => ({
  handlePayPalEvent: createPayPalWebhook(services),
})

export const payPalEvents = {
  routes: {
    'POST /api/webhooks/paypal': (input, caller, deps: Deps & ReturnType<typeof createServices>) =>
      deps.handlePayPalEvent(input, caller, deps),
  },
  services: createServices,
} satisfies Capability
