/**
 * A variant is an image in one size and format, created once and stored beside the originals. Originals' ids contain no
 * slash, so no address leads directly to a variant.
 */
import { imageQuality } from '../../src/domain/image/image-path.ts'
import type { Bindings } from '../identity/edge-context.ts'
import { isRemoved } from './removed-images.ts'

export type ImageFormat = 'image/avif' | 'image/webp' | 'image/jpeg'

export type Variant = {
  readonly id: string
  readonly size: ImageTransform
  readonly format: ImageFormat
  /** Closed variants are stored separately, because open ones are served without identifying the caller. */
  readonly isClosed: boolean
}

type Storage = Pick<Bindings, 'MEDIA' | 'IMAGES'>

const getFolder = (id: string, isClosed: boolean) =>
  `variants/${isClosed ? 'closed' : 'open'}/${id}/`

/** The key contains everything that the bytes depend on, so that a change of quality creates new variants. */
function getVariantKey({ id, size, format, isClosed }: Variant): string {
  const { width, height, gravity } = size
  const focus = typeof gravity === 'object' ? `-${gravity.x}` : ''
  const extension = format.slice('image/'.length)
  return `${getFolder(id, isClosed)}${width}${height ? `x${height}${focus}` : ''}-q${imageQuality}.${extension}`
}

/** Returns null if the variant doesn't exist. */
export const findVariant = (
  { MEDIA }: Pick<Storage, 'MEDIA'>,
  variant: Variant,
): Promise<R2ObjectBody | null> => MEDIA.get(getVariantKey(variant))

/** Creates a variant. AVIF takes seconds. Throws if the original is damaged or missing. */
export async function makeVariant(
  { MEDIA, IMAGES }: Storage,
  variant: Variant,
): Promise<ArrayBuffer> {
  const original = await MEDIA.get(variant.id)
  if (!original) throw new Error('no original')
  const made = await IMAGES.input(original.body)
    .transform(variant.size)
    .output({ format: variant.format, quality: imageQuality })
  return new Response(made.image()).arrayBuffer()
}

/** Stores a variant. Two simultaneous calls store the same bytes. */
export async function storeVariant(
  { MEDIA }: Pick<Storage, 'MEDIA'>,
  variant: Variant,
  bytes: ArrayBuffer,
) {
  const key = getVariantKey(variant)
  await MEDIA.put(key, bytes, { httpMetadata: { contentType: variant.format } })
  try {
    // If the image was removed while the variant was being created, the removal couldn't find the variant.
    if (await isRemoved({ MEDIA }, variant.id)) await MEDIA.delete(key)
  } catch (error) {
    await MEDIA.delete(key)
    throw error
  }
}

/** Returns the number of deleted variants. */
export async function deleteVariants(
  { MEDIA }: Pick<Storage, 'MEDIA'>,
  id: string,
  isClosed: boolean,
): Promise<number> {
  // One page is enough: an image has fewer variants than the 1,000 that R2 lists at once.
  const { objects } = await MEDIA.list({ prefix: getFolder(id, isClosed) })
  if (objects.length > 0) await MEDIA.delete(objects.map(({ key }) => key))
  return objects.length
}
