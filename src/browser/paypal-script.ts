/**
 * Loads PayPal's script when a reader is about to pay. If the script is blocked, the reader continues on PayPal's site.
 */
import { loadScript, type PayPalNamespace } from '@paypal/paypal-js'
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { PayPalSettings } from '../contracts/settings/paypal-config.ts'
import { currency } from '../publication/offer.ts'

export type PayPalScriptStatus = 'initial' | 'pending' | 'resolved' | 'rejected'

const $status = atom<PayPalScriptStatus>('initial')

export const $paypal: ReadableAtom<PayPalScriptStatus> = computed($status, (status) => status)

let pendingLoad: Promise<PayPalNamespace | null> | undefined

/** Resolves to null if the script didn't load; the next call tries again. */
export function loadPayPal(settings: PayPalSettings): Promise<PayPalNamespace | null> {
  pendingLoad ??= loadWithSettings(settings)
  return pendingLoad
}

async function loadWithSettings({
  clientId,
  scriptUrl,
}: PayPalSettings): Promise<PayPalNamespace | null> {
  $status.set('pending')
  try {
    const paypal = await loadScript({
      clientId,
      sdkBaseUrl: scriptUrl,
      components: 'buttons',
      currency,
      vault: true,
      intent: 'subscription',
      disableFunding: ['card', 'credit'],
    })
    if (!paypal?.Buttons) throw new Error('The PayPal SDK has no buttons.')
    $status.set('resolved')
    return paypal
  } catch {
    console.error('Failed to load the PayPal JS SDK script.')
    pendingLoad = undefined
    $status.set('rejected')
    return null
  }
}
