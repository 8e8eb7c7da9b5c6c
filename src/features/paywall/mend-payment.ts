/** Has a payment that failed tried again, where its reader has met the wall for it. */
import { takeStep } from '../account/subscription-store.ts'

export type Mending =
  | { readonly state: 'trying' }
  /** The wall goes, and the story comes: there is nothing more to say. */
  | { readonly state: 'mended' }
  /** They may choose another way of paying. */
  | { readonly state: 'declined' }
  | { readonly state: 'failed'; readonly words: string }

let mending: Promise<Mending> | undefined

/** Pressed twice, it is tried once. */
export function mendPayment(): Promise<Mending> {
  mending ??= mend().finally(() => {
    mending = undefined
  })
  return mending
}

async function mend(): Promise<Mending> {
  const taken = await takeStep({ step: 'mend' })
  if (taken.ok) return { state: 'mended' }
  const { code, message } = taken.failure
  return code === 'payment_declined' ? { state: 'declined' } : { state: 'failed', words: message }
}
