/** Chooses the picture above an article, which must not be repeated right below it. */
import type { ImageDetails } from '../../../src/domain/image/image.ts'
import { withoutQuery } from '../html-to-markdown/link-addresses.ts'
import type { ImportedPost } from '../items/imported-item.ts'
import { type Note, noteLoss } from '../items/note.ts'
import { truncate } from '../items/single-line.ts'
import type { Mapping } from '../mapping/mapping.ts'
import {
  type BodyWithImages,
  isMoreMarker,
  noteMissingAlt,
  resolveAltText,
  type StoredFigure,
} from './convert-body.ts'
import type { ImageImporter } from './import-images.ts'
import { renderImportedBody } from './render-imported-body.ts'

type LeadPictureDeps = {
  readonly mapping: Mapping
  readonly images: Pick<ImageImporter, 'load'>
}

type LeadPicture = {
  /** Null for a post without pictures. */
  readonly picture: StoredFigure | null
  readonly notes: readonly Note[]
  readonly missingImageCount: number
}

/** Chooses the post's own picture, else the first in its text. */
export async function chooseLeadPicture(
  post: ImportedPost,
  figures: readonly StoredFigure[],
  { mapping, images }: LeadPictureDeps,
): Promise<LeadPicture> {
  const [first = null] = figures
  if (!post.image) return { picture: first, notes: [], missingImageCount: 0 }
  const { src, caption, credit } = post.image
  const loaded = await images.load(src)
  if (!loaded.ok) {
    const { reason, isTemporary } = loaded.failure
    const note = noteLoss(`lead picture {} ${reason}: replaced with another`, src)
    return { picture: first, notes: [note], missingImageCount: isTemporary ? 1 : 0 }
  }
  const alt = resolveAltText(post.image, mapping.descriptions)
  return {
    picture: { ...loaded.value, ...alt, src, caption, credit },
    notes: alt.altNeeded ? [noteMissingAlt(src)] : [],
    missingImageCount: 0,
  }
}

/** Adds fields that only the picture's copy in the text has. */
export function mergePictures(picture: StoredFigure, copy: StoredFigure): StoredFigure {
  const { alt, altNeeded } = picture.altNeeded && copy.alt ? copy : picture
  return {
    ...picture,
    ...{ alt, altNeeded },
    caption: picture.caption ?? copy.caption,
    credit: picture.credit ?? copy.credit,
  }
}

const maxTextLength = 500

export function createImage(
  { id, width, height, alt, altNeeded, caption, credit }: StoredFigure,
  mapping: Mapping,
): ImageDetails {
  const captionText = truncate(caption ?? '', maxTextLength)
  return {
    id,
    alt: truncate(alt, maxTextLength),
    ...(altNeeded ? { altNeeded } : {}),
    ...(captionText ? { caption: captionText } : {}),
    credit: truncate(credit ?? '', 200) || mapping.credit,
    width,
    height,
  }
}

/** The sizes that WordPress adds to the names of a picture's copies. */
const copySize = /-\d{1,5}x\d{1,5}(?=\.\w{1,5}$)/

function isSamePicture(one: StoredFigure, other: StoredFigure): boolean {
  const readName = ({ src }: StoredFigure) => withoutQuery(src).replace(copySize, '')
  return one.id === other.id || readName(one) === readName(other)
}

/** Removes the lead picture from the beginning of a body; null if it isn't there, or if no words would be left. */
export function removeLeadPicture(
  { body, figures }: Pick<BodyWithImages, 'body' | 'figures'>,
  leadPicture: StoredFigure,
): { readonly body: string; readonly figure: StoredFigure } | null {
  const [figure] = figures
  if (!figure || !isSamePicture(figure, leadPicture)) return null
  const [line = '', ...lines] = body.split('\n')
  if (!line.startsWith(`::figure{image="${figure.id}"`)) return null
  const rest = lines.join('\n').trim()
  const hasFreePreview = !isMoreMarker(rest.split('\n', 1)[0]!)
  return hasFreePreview && renderImportedBody(rest).words > 0 ? { body: rest, figure } : null
}
