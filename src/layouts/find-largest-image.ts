/** The image that a page flags as its most important (ui/ResponsiveImage.astro), in the form of the head's preload. */
export type LargestImage = { readonly srcset: string; readonly sizes: string }

/** Finds the largest image of rendered HTML, in which attributes are quoted. */
export function findLargestImage(html: string): LargestImage | undefined {
  const at = html.indexOf(' fetchpriority="high"')
  const tag = html.slice(html.lastIndexOf('<img', at), at)
  const [, srcset] = / srcset="([^"]*)"/.exec(tag) ?? []
  const [, sizes] = / sizes="([^"]*)"/.exec(tag) ?? []
  return at >= 0 && srcset && sizes ? { srcset, sizes } : undefined
}
