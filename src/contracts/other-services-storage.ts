import { type StoredItem, untilRemoved, untilTabCloses } from './device-storage.ts'

/**
 * Items that services needed by a page may store for this site, with their source in documentation or code. The local
 * stack has none of them, because its services are fakes.
 */
export const otherItems = [
  {
    // Source: https://cloud.google.com/recaptcha/docs/faq#does_recaptcha_use_cookies
    name: '_GRECAPTCHA',
    place: 'cookie',
    setBy: 'Google reCAPTCHA',
    purpose: 'Tells people and robots apart, where you sign up or pay',
    lifetime: '6 months',
  },
  {
    name: '_grecaptcha',
    place: 'localStorage',
    setBy: 'Google reCAPTCHA',
    purpose: 'Tells people and robots apart, where you sign up or pay',
    lifetime: untilRemoved,
  },
  {
    // Source: `getStorage` in @krakenjs/belter, which PayPal's script contains.
    name: '__paypal_storage__',
    place: 'localStorage',
    setBy: 'PayPal',
    purpose: 'Recognises a payment across PayPal’s windows, on pages where you pay',
    lifetime: untilRemoved,
  },
  {
    name: '__paypal_storage__',
    place: 'sessionStorage',
    setBy: 'PayPal',
    purpose: 'Recognises a payment across PayPal’s windows, on pages where you pay',
    lifetime: untilTabCloses,
  },
  {
    // Source: https://developers.cloudflare.com/fundamentals/reference/policies-compliances/cloudflare-cookies/
    name: '__cf_bm',
    place: 'cookie',
    setBy: 'Cloudflare, which hosts the site',
    purpose: 'Protects the site from automated attacks, while that protection is on',
    lifetime: '30 minutes',
  },
  {
    name: 'cf_clearance',
    place: 'cookie',
    setBy: 'Cloudflare, which hosts the site',
    purpose: 'Remembers that you’ve passed a check against automated attacks',
    lifetime: '30 minutes',
  },
] as const satisfies readonly (StoredItem & {
  readonly place: 'cookie' | 'localStorage' | 'sessionStorage'
  readonly setBy: string
})[]
