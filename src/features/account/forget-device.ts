/**
 * What this browser keeps of a reader and for nobody else. All of it goes when they sign out; what
 * belongs to the device, such as light or dark, stays. Whatever keeps something new of a reader adds
 * a line here.
 */
import { keysOnDevice, removeFromDevice } from '../../browser/device-storage.ts'

/** In localStorage, by the names or by how they begin. */
const keys = [
  'checkout',
  'checkout-counted',
  'continue',
  'history',
  'letter-owner',
  'preferences',
  'rating.',
  'saved',
  'saved.',
  'student',
] as const

/** Kept elsewhere, each with its way to go. Called again, and with nothing there, it is harmless. */
const elsewhere: readonly (() => Promise<unknown>)[] = []

/** Over once everything is gone. What cannot be removed keeps nothing else. */
export async function forgetDevice() {
  for (const name of keysOnDevice()) {
    if (keys.some((key) => (key.endsWith('.') ? name.startsWith(key) : name === key)))
      removeFromDevice(name)
  }
  forgetTab()
  await Promise.allSettled(elsewhere.map((go) => go()))
}

/** What is kept is of this visit, which is over. */
export function forgetTab() {
  try {
    sessionStorage.clear()
  } catch {
    // Then there is nothing.
  }
}
