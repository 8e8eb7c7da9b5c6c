import { defineEndpoint } from './endpoint.ts'

export const payPalEndpoints = [
  defineEndpoint('POST /api/webhooks/paypal', {
    summary: 'handles a PayPal event, once PayPal has verified it',
    caller: 'provider',
    // Verification has its own limit (verify-paypal-events.ts).
    limit: ['READ_LIMIT', 'paypal'],
    request: 'raw',
    // PayPal's events are smaller than this limit.
    maxBytes: 131_072,
    response: 'empty',
    errors: ['bad_request', 'bad_signature', 'stale_signature'],
    example: { id: 'WH-1', event_type: 'x', resource: {} },
  }),
]
