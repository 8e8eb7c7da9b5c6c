/**
 * PayPal's script for browsers, by which its buttons come onto the pages where readers pay. Free of
 * zod, because browsers load this file. Facts: "JavaScript SDK reference" and "Best practices" in
 * PayPal's documentation, which names the hosts of the policy.
 */

/** PayPal's own address for browsers; a stand-in's on one machine. */
export const payPalDefaultUrl = 'https://www.paypal.com'
export const payPalScriptPath = '/sdk/js'

/** What pages where readers pay know of PayPal. Public by nature, all of it. */
export type PayPalSettings = {
  readonly clientId: string
  readonly scriptUrl: string
}

const payPalHosts = ['https://*.paypal.com', 'https://*.paypalobjects.com', 'https://*.venmo.com']

/**
 * What the policy of such a page has to allow, and no other page does. PayPal would like scripts in the
 * page as well, for the moment before its frame is there; it does without.
 */
export function payPalPolicy(scriptUrl: string) {
  const { origin } = new URL(scriptUrl)
  const hosts = origin === payPalDefaultUrl ? payPalHosts : [origin]
  return {
    scripts: hosts,
    directives: (['connect-src', 'frame-src', 'img-src'] as const).map(
      (name) => `${name} ${hosts.join(' ')}` as const,
    ),
  }
}
