/**
 * Loads lazy images within 200 px of the window (specification, section 9); browsers load them earlier.
 * Before printing, all of them. An image that fails shows its description, and is loaded once more.
 */
type Sources = readonly [src: string, srcset: string | null]

const waiting = new Map<HTMLImageElement, Sources>()

function load(image: HTMLImageElement) {
  const sources = waiting.get(image)
  if (!sources) return
  const [src, srcset] = sources
  waiting.delete(image)
  observer.unobserve(image)
  image.loading = 'eager'
  if (srcset) image.srcset = srcset
  image.src = src
}

/** In place of an image: nothing, or the content of an SVG. */
function draw(image: HTMLImageElement, box: string, content = '') {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box}">${content}</svg>`
  image.removeAttribute('srcset')
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Browsers would show an icon, and Safari no description of more than a line. */
function drawDescription(image: HTMLImageElement) {
  const words = document.createElement('p')
  words.textContent = image.alt
  words.style.cssText = `margin:1em;font:17px/1.45 sans-serif;color:${getComputedStyle(image).color}`
  const xml = new XMLSerializer().serializeToString(words)
  const content = `<foreignObject width="100%" height="100%">${xml}</foreignObject>`
  draw(image, `${image.clientWidth} ${image.clientHeight}`, content)
}

/** Milliseconds until a failed image is loaded once more, or until the browser is online again. */
const retryDelay = 5000

const failed = new WeakSet<HTMLImageElement>()

// This event doesn't bubble.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLImageElement) || target.src.startsWith('data:')) return
    const retry = () => load(target)
    if (!failed.has(target)) {
      waiting.set(target, [target.src, target.srcset])
      if (navigator.onLine) setTimeout(retry, retryDelay)
      else addEventListener('online', retry, { once: true })
    }
    failed.add(target)
    drawDescription(target)
  },
  true,
)

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      const image = target as HTMLImageElement
      if (isIntersecting && waiting.has(image)) load(image)
    }
  },
  { rootMargin: '200px' },
)

function hold(image: HTMLImageElement) {
  const [src, srcset, width, height] = ['src', 'srcset', 'width', 'height'].map((name) =>
    image.getAttribute(name),
  )
  if (waiting.has(image) || !src || !width || !height) return
  waiting.set(image, [src, srcset ?? null])
  draw(image, `${width} ${height}`)
  observer.observe(image)
}

new MutationObserver(() => {
  document.querySelectorAll<HTMLImageElement>('img[loading=lazy]').forEach(hold)
}).observe(document, { childList: true, subtree: true })

addEventListener('beforeprint', () => {
  for (const image of [...waiting.keys()]) load(image)
})
