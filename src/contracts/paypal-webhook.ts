/** Where PayPal tells of what has happened. In a file of its own: no page has to do with it. */
export const payPalWebhook = '/api/webhooks/paypal'

/** More is no event of PayPal's. */
export const payPalEventBytes = 131_072
