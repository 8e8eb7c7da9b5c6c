import { createHash } from 'node:crypto'

/**
 * Pictures that wait (`loading="lazy"`) are asked for when they come within 200 px of the window, as
 * the specification wants it (section 9); browsers by themselves begin earlier, each at a margin of
 * its own. Inline and before the body, so that none is asked for in between: as it is parsed, each
 * gives its addresses up for an empty drawing of its proportions, until it is near. Without a script,
 * where the browser cannot watch, and on paper, they come as browsers do it.
 *
 * A string and not a function, so that the bytes that are hashed are those in the page.
 */
export const nearPicturesScript = `(d => {
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

/** As the content security policy names it. */
export const nearPicturesScriptHash =
  `sha256-${createHash('sha256').update(nearPicturesScript).digest('base64')}` as const
