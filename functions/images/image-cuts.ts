/**
 * Cuts: an image in one size and format, made once and stored beside the originals. No original's id contains a
 * slash, so no address leads to a cut by itself.
 */
import { imageQuality } from '../../src/domain/image/image-path.ts'
import type { Bindings } from '../http/edge-context.ts'

export type ImageFormat = 'image/avif' | 'image/webp' | 'image/jpeg'

export type Cut = {
  readonly id: string
  readonly size: ImageTransform
  readonly format: ImageFormat
  /** Stored apart: an open cut is served without asking who the caller is. */
  readonly isClosed: boolean
}

type Storage = Pick<Bindings, 'MEDIA' | 'IMAGES'>

const getFolder = (id: string, isClosed: boolean) => `cuts/${isClosed ? 'closed' : 'open'}/${id}/`

/** Contains everything that decides the bytes, so that another quality gets other cuts. */
function getCutKey({ id, size, format, isClosed }: Cut): string {
  const { width, height } = size
  const extension = format.slice('image/'.length)
  return `${getFolder(id, isClosed)}${width}${height ? `x${height}` : ''}-q${imageQuality}.${extension}`
}

/** Null if it hasn't been made. */
export const findCut = (
  { MEDIA }: Pick<Storage, 'MEDIA'>,
  cut: Cut,
): Promise<R2ObjectBody | null> => MEDIA.get(getCutKey(cut))

/** Costs seconds for AVIF. Throws if the original is damaged or missing. */
export async function makeCut({ MEDIA, IMAGES }: Storage, cut: Cut): Promise<ArrayBuffer> {
  const original = await MEDIA.get(cut.id)
  if (!original) throw new Error('no original')
  const made = await IMAGES.input(original.body)
    .transform(cut.size)
    .output({ format: cut.format, quality: imageQuality })
  return new Response(made.image()).arrayBuffer()
}

/** Two at once store the same. */
export async function storeCut({ MEDIA }: Pick<Storage, 'MEDIA'>, cut: Cut, bytes: ArrayBuffer) {
  await MEDIA.put(getCutKey(cut), bytes, { httpMetadata: { contentType: cut.format } })
}

/** For an image that was opened: from now on its cuts are open ones. */
export async function deleteClosedCuts({ MEDIA }: Pick<Storage, 'MEDIA'>, id: string) {
  // One page: an image has fewer cuts than the 1,000 that R2 lists at once.
  const { objects } = await MEDIA.list({ prefix: getFolder(id, true) })
  if (objects.length > 0) await MEDIA.delete(objects.map(({ key }) => key))
}
