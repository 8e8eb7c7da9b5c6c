/** Closing a page cancels its calls, which then fail as without a network, although the server may answer. */

/** Milliseconds. A call may fail before its page gets `pagehide`. */
const gracePeriod = 200

let isTracked = false
let isUnloading = false

/** Before the first call whose failure matters. */
export function trackUnload() {
  if (isTracked) return
  isTracked = true
  addEventListener('pagehide', () => {
    isUnloading = true
  })
  // A page restored from the back-forward cache.
  addEventListener('pageshow', () => {
    isUnloading = false
  })
}

/** Whether the page is being closed. May never resolve on a closed page. */
export async function isPageUnloading(): Promise<boolean> {
  if (!isUnloading) await new Promise((resolve) => setTimeout(resolve, gracePeriod))
  return isUnloading
}
