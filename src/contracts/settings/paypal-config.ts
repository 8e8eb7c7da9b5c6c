/**
 * Configures PayPal, without zod, because browsers load this file. Source: "JavaScript SDK reference" and "Best
 * practices" in PayPal's documentation, which also lists the hosts.
 */

/** Replaced by a fake's address in the local stack. */
export const payPalDefaultUrl = 'https://www.paypal.com'
export const payPalScriptPath = '/sdk/js'

/** All of these settings are public. */
export type PayPalSettings = {
  readonly clientId: string
  readonly scriptUrl: string
}

const payPalHosts = ['https://*.paypal.com', 'https://*.paypalobjects.com', 'https://*.venmo.com']

/** PayPal also recommends inline scripts for the moment before its frame has loaded, but works without them. */
export function getPayPalPolicy(scriptUrl: string) {
  const { origin } = new URL(scriptUrl)
  const hosts = origin === payPalDefaultUrl ? payPalHosts : [origin]
  return {
    scripts: hosts,
    directives: (['connect-src', 'frame-src', 'img-src'] as const).map(
      (name) => `${name} ${hosts.join(' ')}` as const,
    ),
  }
}
