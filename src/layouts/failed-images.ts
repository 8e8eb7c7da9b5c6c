/** Shows the descriptions of images that fail, even if they did so before this script ran, and loads them once more. */

/** Draws the description, because browsers would show an icon, and Safari no description longer than a line. */
function drawDescription(image: HTMLImageElement) {
  const words = document.createElement('p')
  words.textContent = image.alt
  words.style.cssText = `margin:1em;font:17px/1.45 sans-serif;color:${getComputedStyle(image).color}`
  const xml = new XMLSerializer().serializeToString(words)
  const box = `0 0 ${image.clientWidth} ${image.clientHeight}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><foreignObject width="100%" height="100%">${xml}</foreignObject></svg>`
  image.removeAttribute('srcset')
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Milliseconds until a failed image is loaded once more, or until the browser is online again. */
const retryDelay = 5000

const failed = new WeakSet<HTMLImageElement>()

function replace(image: HTMLImageElement) {
  const { src, srcset } = image
  // The image hasn't been requested yet (lazy-images-script.ts).
  if (src.startsWith('data:')) return
  if (!failed.has(image)) {
    failed.add(image)
    const retry = () => {
      image.srcset = srcset
      image.src = src
    }
    if (navigator.onLine) setTimeout(retry, retryDelay)
    else addEventListener('online', retry, { once: true })
  }
  drawDescription(image)
}

// This event doesn't bubble.
addEventListener(
  'error',
  ({ target }) => target instanceof HTMLImageElement && replace(target),
  true,
)
for (const image of document.images) if (image.complete && !image.naturalWidth) replace(image)
