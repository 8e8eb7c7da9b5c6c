/**
 * The invisible bot check, reCAPTCHA v3: it gives each caller a score and never puts a puzzle before
 * a reader. Free of zod, because browsers load this file. Facts: "reCAPTCHA v3", "Verifying the
 * user's response" and the questions on content security policies in Google's documentation.
 */

/** `https://www.google.com`, or a stand-in's address, for the script and for the verification. */
export const botCheckDefaultUrl = 'https://www.google.com'

/** What a token is for: one that was given for something else is not taken. */
export const botCheckActions = {
  joinNewsletter: 'join_newsletter',
  checkout: 'checkout',
} as const
export type BotCheckAction = (typeof botCheckActions)[keyof typeof botCheckActions]

export function botCheckScript(url: string, siteKey: string): string {
  return `${url}/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`
}

/** What a page's policy has to allow for the script, and only where there is a key. */
export function botCheckPolicy(url: string) {
  const isGoogle = url === botCheckDefaultUrl
  const own = `${url}/recaptcha/`
  return {
    scripts: isGoogle ? [own, 'https://www.gstatic.com/recaptcha/'] : [own],
    connect: `connect-src ${own}`,
    frames: `frame-src ${own}${isGoogle ? ' https://recaptcha.google.com/recaptcha/' : ''}`,
  } as const
}
