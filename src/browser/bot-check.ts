/**
 * The invisible bot check in the browser. Its script comes from Google and loads only when a form
 * that needs it is being used. It never fails anything by itself: the edge decides what happens to a
 * form without a token.
 */
import { type BotCheckAction, botCheckScript } from '../contracts/bot-check.ts'

/** Written in its place by the build (astro.config.mjs); absent where nothing is built. */
declare const botCheckSettings: { readonly siteKey: string; readonly url: string } | undefined

const settings = typeof botCheckSettings === 'undefined' ? undefined : botCheckSettings

/** Empty where none is set up. */
export const botCheckSiteKey = settings?.siteKey ?? ''
export const botCheckUrl = settings?.url ?? ''

/** The part of Google's script that is used. */
type Grecaptcha = {
  ready(call: () => void): void
  execute(siteKey: string, options: { action: BotCheckAction }): Promise<string>
}

declare global {
  var grecaptcha: Grecaptcha | undefined
}

let loaded: Promise<Grecaptcha | null> | undefined

function loadScript(): Promise<Grecaptcha | null> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = botCheckScript(botCheckUrl, botCheckSiteKey)
    script.onload = () => {
      const { grecaptcha } = globalThis
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
      else resolve(null)
    }
    script.onerror = () => {
      // Blocked or out of reach: another try may fare better.
      script.remove()
      loaded = undefined
      resolve(null)
    }
    document.head.append(script)
  })
}

/** Loads the script, once, where a key is set up. */
export function prepareBotCheck(): Promise<Grecaptcha | null> {
  if (!botCheckSiteKey) return Promise.resolve(null)
  loaded ??= loadScript()
  return loaded
}

/** Milliseconds, for all of it: longer, and the reader is told what else they can do. */
const patience = 8000

/** A token for one call, or undefined where there is no check or it does not work. */
export async function botCheckToken(action: BotCheckAction): Promise<string | undefined> {
  if (!botCheckSiteKey) return undefined
  const token = async () => {
    const grecaptcha = await prepareBotCheck()
    return grecaptcha?.execute(botCheckSiteKey, { action })
  }
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, patience))
  return Promise.race([token(), tooLate]).catch(() => undefined)
}
