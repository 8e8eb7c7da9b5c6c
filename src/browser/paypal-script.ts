/**
 * PayPal's script in the browser. It loads when somebody is about to pay, and not before; whether it
 * comes is not for us to say, so nobody depends on it: a purchase goes on at PayPal's own page as well.
 */
import { loadScript, type PayPalNamespace } from '@paypal/paypal-js'
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { PayPalSettings } from '../contracts/paypal-script.ts'

export type PayPalStatus = 'initial' | 'pending' | 'resolved' | 'rejected'

const $status = atom<PayPalStatus>('initial')

/** How far the script has come. */
export const $paypal: ReadableAtom<PayPalStatus> = computed($status, (status) => status)

let loading: Promise<PayPalNamespace | null> | undefined

/** Null where it did not load; the next call tries again. */
export function loadPayPal(settings: PayPalSettings): Promise<PayPalNamespace | null> {
  loading ??= load(settings)
  return loading
}

async function load({ clientId, scriptUrl }: PayPalSettings): Promise<PayPalNamespace | null> {
  $status.set('pending')
  try {
    const paypal = await loadScript({
      clientId,
      sdkBaseUrl: scriptUrl,
      components: 'buttons',
      currency: 'USD',
      vault: true,
      intent: 'subscription',
      disableFunding: ['card', 'credit'],
    })
    if (!paypal?.Buttons) throw new Error('It has no buttons.')
    $status.set('resolved')
    return paypal
  } catch {
    console.error('Failed to load the PayPal JS SDK script.')
    loading = undefined
    $status.set('rejected')
    return null
  }
}
