/** Asks again for small pictures that the server couldn't make yet: many new ones at once take it a while. */

/** Milliseconds. */
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
  // Errors of pictures don't bubble.
  true,
)
