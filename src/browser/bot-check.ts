/** The invisible bot check. Loads Google's script on first use. If the check fails, forms are sent without a token. */
import {
  type BotCheckAction,
  getBotCheckScriptUrl,
} from '../contracts/settings/bot-check-config.ts'

/** Defined by the build (astro.config.mjs); undefined in tests. */
declare const botCheckSettings: { readonly siteKey: string; readonly url: string } | undefined

const settings = typeof botCheckSettings === 'undefined' ? undefined : botCheckSettings

/** Empty if no bot check is configured. */
export const botCheckSiteKey = settings?.siteKey ?? ''
export const botCheckUrl = settings?.url ?? ''
/** Google requires this text if its badge is hidden. Empty if no bot check is configured. */
export const botCheckNotice = botCheckSiteKey && 'This site is protected by reCAPTCHA.'

type Grecaptcha = {
  ready(call: () => void): void
  execute(siteKey: string, options: { action: BotCheckAction }): Promise<string>
}

declare global {
  var grecaptcha: Grecaptcha | undefined
}

let loading: Promise<Grecaptcha | null> | undefined

function loadScript(): Promise<Grecaptcha | null> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = getBotCheckScriptUrl(botCheckUrl, botCheckSiteKey)
    script.onload = () => {
      const { grecaptcha } = globalThis
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
      else resolve(null)
    }
    script.onerror = () => {
      // The script was blocked or unreachable; the next call tries again.
      script.remove()
      loading = undefined
      resolve(null)
    }
    document.head.append(script)
  })
}

export function loadBotCheck(): Promise<Grecaptcha | null> {
  if (!botCheckSiteKey) return Promise.resolve(null)
  loading ??= loadScript()
  return loading
}

/** Milliseconds for the whole check; after that, the form is sent without a token. */
const timeout = 8000

/** Returns undefined if no check is configured or it fails. */
export async function getBotCheckToken(action: BotCheckAction): Promise<string | undefined> {
  if (!botCheckSiteKey) return undefined
  const token = async () => {
    const grecaptcha = await loadBotCheck()
    return grecaptcha?.execute(botCheckSiteKey, { action })
  }
  const timedOut = new Promise<undefined>((resolve) => setTimeout(resolve, timeout))
  return Promise.race([token(), timedOut]).catch(() => undefined)
}
