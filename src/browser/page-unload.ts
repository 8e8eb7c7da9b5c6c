/** Closing a page aborts its calls, which then fail as if the network were down, even though the server may respond. */

/** In milliseconds. A call may fail before its page gets `pagehide`. */
const gracePeriod = 200

let isTracked = false
let isUnloading = false

/** Call this before the first request whose failure matters. */
export function trackUnload() {
  if (isTracked) return
  isTracked = true
  addEventListener('pagehide', () => {
    isUnloading = true
  })
  // The page was restored from the back-forward cache.
  addEventListener('pageshow', () => {
    isUnloading = false
  })
}

/** Resolves to whether the page is being closed. May never resolve on a closed page. */
export async function isPageUnloading(): Promise<boolean> {
  if (!isUnloading) await new Promise((resolve) => setTimeout(resolve, gracePeriod))
  return isUnloading
}
