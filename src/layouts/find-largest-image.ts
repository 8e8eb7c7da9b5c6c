/** The image that a page marks as its most important (ui/ResponsiveImage.astro), as the preload in its head names it. */
export type LargestImage = { readonly srcset: string; readonly sizes: string }

/** Finds the largest image of rendered HTML, in which attributes are quoted. */
export function findLargestImage(html: string): LargestImage | undefined {
  const at = html.indexOf(' fetchpriority="high"')
  const tag = html.slice(html.lastIndexOf('<img', at), at)
  const [, srcset] = / srcset="([^"]*)"/.exec(tag) ?? []
  const [, sizes] = / sizes="([^"]*)"/.exec(tag) ?? []
  return at >= 0 && srcset && sizes ? { srcset, sizes } : undefined
}
