/** Imported pictures without a description (`altNeeded`, see src/domain/image/image.ts). */

import { missingAltProblem } from '../../domain/image/image.ts'
import { imageFields } from './closed-images.ts'
import type { DocumentFields } from './document.ts'
import { findFigures, replaceFileDirectives } from './figure-directives.ts'
import type { FieldProblem } from './problem.ts'

type FlaggedPicture = {
  readonly id: string
  readonly alt: string
  /** The field, or the figure's line and attributes. */
  readonly place: (typeof imageFields)[number] | ReturnType<typeof findFigures>[number]
}

function findFlaggedPictures(fields: DocumentFields): FlaggedPicture[] {
  const inFields = imageFields.flatMap((place): FlaggedPicture[] => {
    const image = fields[place] as { id?: unknown; alt?: unknown; altNeeded?: unknown } | undefined
    return image?.altNeeded === true
      ? [{ id: String(image.id), alt: String(image.alt ?? ''), place }]
      : []
  })
  const { body } = fields
  // Parsing every body of a publication takes minutes.
  if (typeof body !== 'string' || !body.includes('altNeeded')) return inFields
  const inBody = findFigures(body).flatMap((place): FlaggedPicture[] => {
    const { image = '', alt = '', altNeeded } = place.attributes
    return altNeeded === 'true' ? [{ id: image, alt, place }] : []
  })
  return [...inFields, ...inBody]
}

export function countAltNeeded(fields: DocumentFields): number {
  return findFlaggedPictures(fields).length
}

const isSamePicture = (one: FlaggedPicture, other: FlaggedPicture) =>
  one.id === other.id && one.alt === other.alt

/**
 * Keeps the flag of stored pictures whose description is unchanged, and removes it where an editor has
 * written one. Any other picture needs a description. `stored` is null for a new document.
 */
export function settleAltNeeded(
  fields: DocumentFields,
  stored: DocumentFields | null,
): { readonly fields: DocumentFields; readonly problems: readonly FieldProblem[] } {
  const previous = stored ? findFlaggedPictures(stored) : []
  const problems: FieldProblem[] = []
  const settled: DocumentFields = { ...fields }
  const figures = new Map<number, Readonly<Record<string, string>>>()
  for (const picture of findFlaggedPictures(fields)) {
    if (previous.some((one) => isSamePicture(one, picture))) continue
    const { place, alt } = picture
    if (typeof place === 'string') {
      if (alt === '') problems.push({ field: [place, 'alt'], message: missingAltProblem })
      const { altNeeded: _, ...image } = fields[place] as DocumentFields
      settled[place] = image
      continue
    }
    const { line, attributes } = place
    if (alt === '')
      problems.push({ field: ['body'], message: `::figure ${missingAltProblem}`, line })
    const { altNeeded: _, ...rest } = attributes
    figures.set(line, rest)
  }
  if (figures.size > 0) settled.body = replaceFileDirectives(String(fields.body), figures)
  return { fields: settled, problems }
}
