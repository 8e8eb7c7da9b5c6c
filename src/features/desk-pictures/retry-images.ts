/** Requests small pictures again that the server couldn't make yet: many new pictures at once take a while. */

/** Milliseconds before each retry. */
const pauses = [2000, 5000, 15_000]

const attempts = new WeakMap<HTMLImageElement, number>()

document.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLImageElement)) return
    const attempt = attempts.get(target) ?? 0
    const pause = pauses[attempt]
    if (pause === undefined) return
    attempts.set(target, attempt + 1)
    setTimeout(() => {
      const { src } = target
      target.src = ''
      target.src = src
    }, pause)
  },
  // Image errors don't bubble, so the listener captures them.
  true,
)
