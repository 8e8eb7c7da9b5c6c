/**
 * Shows the closed part of a story that is expected to be open, before any other script has loaded. This inline script,
 * bundled by scripts/build/bundle-script.ts, follows the closed part's place. The pre-paint script has preloaded the
 * address. story-body.ts adopts the response, even if it is a refusal.
 */
import { callTimeout } from '../../browser/call-timeout.ts'
import { showBody } from './show-body.ts'

const { open, body } = document.documentElement.dataset

async function fetchBody(address: string, slot: HTMLElement) {
  const response = await fetch(address, { signal: AbortSignal.timeout(callTimeout) })
  if (response.ok) showBody(slot, await response.clone().text())
  return response
}

if (open !== undefined && body) {
  globalThis.earlyBody = fetchBody(
    body,
    document.currentScript!.previousElementSibling as HTMLElement,
  )
  // The code that adopts the response handles the failure.
  globalThis.earlyBody.catch(() => {})
}
