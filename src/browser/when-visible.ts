/** Runs immediately or, in a page that was opened in the background, when it's first seen. */
export function runWhenVisible(action: () => void) {
  if (document.hidden) document.addEventListener('visibilitychange', action, { once: true })
  else action()
}
