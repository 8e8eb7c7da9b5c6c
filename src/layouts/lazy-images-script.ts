/**
 * Loads lazy images within 200 px of the window (specification, section 9); browsers load them earlier. Before
 * printing, loads all images.
 */
type Sources = readonly [src: string, srcset: string | null]

const waiting = new Map<HTMLImageElement, Sources>()

function load(image: HTMLImageElement) {
  const [src, srcset] = waiting.get(image)!
  waiting.delete(image)
  observer.unobserve(image)
  image.loading = 'eager'
  if (srcset) image.srcset = srcset
  image.src = src
}

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
  image.removeAttribute('srcset')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"/>`
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  observer.observe(image)
}

new MutationObserver(() => {
  document.querySelectorAll<HTMLImageElement>('img[loading=lazy]').forEach(hold)
}).observe(document, { childList: true, subtree: true })

addEventListener('beforeprint', () => {
  for (const image of [...waiting.keys()]) load(image)
})
