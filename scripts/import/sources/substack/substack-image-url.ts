/** Decodes addresses of pictures that Substack stores. */
import { decodePercentEncoding } from '../../../../src/domain/percent-encoding.ts'

/**
 * Returns the address of the stored picture, with which a resized copy's address ends:
 * `https://substackcdn.com/image/fetch/w_1456,c_limit/https%3A%2F%2Fsubstack-post-media.s3.amazonaws.com%2F…`.
 */
export function decodeSubstackImageUrl(src: string): string {
  const url = URL.parse(src)
  if (!url) return src
  const isResized =
    /^(cdn\.substack\.com|substackcdn\.com)$/.test(url.hostname) &&
    url.pathname.startsWith('/image/fetch/')
  const stored = isResized
    ? decodePercentEncoding(url.pathname.slice(url.pathname.lastIndexOf('/') + 1))
    : src
  if (!/^https?:\/\//.test(stored)) return src
  // The storage's former names no longer work.
  return stored.replace(/^https:\/\/bucketeer-[^/]*\.s3\.amazonaws\.com\//, mediaStorage)
}

const mediaStorage = 'https://substack-post-media.s3.amazonaws.com/'
