import { hashScript } from '../ui/inline-script.ts'

/**
 * Loads lazy images within 200 px of the window (specification, section 9); browsers load them earlier.
 * Without IntersectionObserver, and before printing, browsers decide. It is a string, so that its hash
 * matches the bytes in the page.
 */
export const lazyImagesScript = `(d => {
  if (!('IntersectionObserver' in window)) return
  let known = new WeakSet
  let waiting = new Map
  let bring = (img, loading) => {
    let [src, srcset] = waiting.get(img)
    waiting.delete(img)
    near.unobserve(img)
    if (loading) img.loading = loading
    if (srcset) img.srcset = srcset
    img.src = src
  }
  let near = new IntersectionObserver(
    list => list.forEach(seen => seen.isIntersecting && waiting.has(seen.target) && bring(seen.target)),
    { rootMargin: '200px' },
  )
  let wait = img => {
    let of = name => img.getAttribute(name)
    if (known.has(img) || !of('src') || !of('width') || !of('height')) return
    known.add(img)
    waiting.set(img, [of('src'), of('srcset')])
    img.removeAttribute('srcset')
    img.src = 'data:image/svg+xml,' + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ' + of('width') + ' ' + of('height') + '"/>')
    near.observe(img)
  }
  new MutationObserver(() => d.querySelectorAll('img[loading="lazy"]').forEach(wait)).observe(d.documentElement, { childList: true, subtree: true })
  addEventListener('beforeprint', () => [...waiting.keys()].forEach(img => bring(img, 'eager')))
})(document)`.replace(/\n +/g, '\n')
export const lazyImagesScriptHash = hashScript(lazyImagesScript)
