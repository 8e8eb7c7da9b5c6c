/** Milliseconds. */
const interval = 30_000

const part = document.querySelector<HTMLElement>('[data-now]')
let timer: ReturnType<typeof setInterval> | undefined

async function refresh(part: HTMLElement) {
  if (document.hidden) return
  // A keyboard user may have the focus on one of the table's links.
  if (part.contains(document.activeElement)) return
  const response = await fetch(part.dataset.now!).catch(() => null)
  // The browser is offline, or the site is busy. The time of the last update shows how old the numbers are.
  if (!response || response.status >= 500 || response.status === 429) return
  if (response.ok) {
    part.innerHTML = await response.text()
    return
  }
  clearInterval(timer)
  const note = document.createElement('p')
  note.className = 'updated'
  note.textContent =
    'These numbers can’t be refreshed. You may be logged out, or your role may have changed. Reload the page.'
  part.append(note)
}

if (part) {
  timer = setInterval(refresh, interval, part)
  document.addEventListener('visibilitychange', () => refresh(part))
}
