/** Stores the picture that the mapping file names for posts without one. */
import { dirname } from 'node:path'
import type { ImageDetails } from '../../../src/domain/image/image.ts'
import { maxImageBytes } from '../../../src/domain/upload-limits.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import { DeskError } from '../../desk/command-line/exit-status.ts'
import { createImageId, measureImage, putFile } from '../../desk/site/image-storage.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { readFileInside } from '../sources/source-file.ts'

export async function storeFallbackImage(
  desk: Desk,
  { fallbackImage: mappedImage }: Mapping,
  mappingFile: string,
  dryRun: boolean,
): Promise<ImageDetails | null> {
  if (!mappedImage) return null
  const mappingError = (reason: string) =>
    new DeskError(
      `fallbackImage: ${mappedImage.file} ${reason}. Replace the picture, or name another one in the mapping file.`,
    )
  const read = await readFileInside(dirname(mappingFile), mappedImage.file, maxImageBytes)
  if (!read.ok) throw mappingError(read.failure)
  const { bytes } = read.value
  const measured = await measureImage(bytes)
  if (!measured.ok) throw mappingError(measured.failure.reason)
  const id = createImageId(bytes, mappedImage.file)
  const { width, height } = measured.value
  const stored = dryRun ? null : await putFile(desk, id, bytes, measured.value, false)
  if (stored && !stored.ok)
    throw new DeskError(`${mappedImage.file}: ${stored.failure.reason}`, 'unavailable')
  return { id, alt: mappedImage.alt, credit: mappedImage.credit, width, height }
}
