/**
 * Configures reCAPTCHA v3, without zod, because browsers load this file. Source: "reCAPTCHA v3", "Verifying the user's
 * response" and the FAQ on content security policies in Google's documentation.
 */

/** Replaced by a fake's address in the local stack. */
export const botCheckDefaultUrl = 'https://www.google.com'

/** A token is accepted only for its own action. */
export const botCheckActions = {
  joinNewsletter: 'join_newsletter',
  checkout: 'checkout',
  student: 'confirm_student',
  unlock: 'unlock_article',
  report: 'report_page',
} as const
export type BotCheckAction = (typeof botCheckActions)[keyof typeof botCheckActions]

export function getBotCheckScriptUrl(url: string, siteKey: string): string {
  return `${url}/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`
}

/** Returns sources for the content security policy, needed only with a site key. */
export function getBotCheckPolicy(url: string) {
  const isGoogle = url === botCheckDefaultUrl
  const own = `${url}/recaptcha/`
  return {
    scripts: isGoogle ? [own, 'https://www.gstatic.com/recaptcha/'] : [own],
    connect: `connect-src ${own}`,
    frames: `frame-src ${own}${isGoogle ? ' https://recaptcha.google.com/recaptcha/' : ''}`,
  } as const
}
