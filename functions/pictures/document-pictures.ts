/** Finds and changes the pictures in a document's fields and text. */
import {
  findFigures,
  replaceFileDirectives,
} from '../../src/content/manuscript/figure-directives.ts'
import { imageIdPattern } from '../../src/domain/image/image.ts'
import type { Picture } from '../../src/domain/image/picture.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'

const imageFields = ['image', 'portrait'] as const

type Values = Readonly<Record<string, unknown>>

/** One use of a picture, as the document describes it. */
type UsedPicture = { readonly id: string } & Pick<Picture, 'alt' | 'credit' | 'width' | 'height'>

const readText = (value: unknown) => (typeof value === 'string' ? value : '')

function readUse(id: unknown, values: Values): UsedPicture[] {
  const [width, height] = [Number(values.width), Number(values.height)]
  const isPicture = typeof id === 'string' && imageIdPattern.test(id)
  if (!isPicture || !Number.isInteger(width) || width < 1) return []
  if (!Number.isInteger(height) || height < 1) return []
  // The caption of an imported picture isn't its description.
  const alt = values.altNeeded ? '' : readText(values.alt)
  return [{ id, width, height, alt, credit: readText(values.credit) }]
}

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null

const findBodyFigures = (body: unknown) =>
  typeof body === 'string' && body.includes('::figure') ? findFigures(body) : []

export const listUsedPictures = (document: Fields): readonly UsedPicture[] => [
  ...imageFields.flatMap((name) => {
    const image = document[name]
    return isObject(image) ? readUse(image.id, image) : []
  }),
  ...findBodyFigures(document.body).flatMap(({ attributes }) =>
    readUse(attributes.image, attributes),
  ),
]

export const showsPicture = (document: Fields, id: string): boolean =>
  listUsedPictures(document).some((used) => used.id === id)

type Change = {
  /** Changes a picture in a field; the result replaces the picture. */
  readonly inField: (image: Values) => Values
  readonly inText: (
    attributes: Readonly<Record<string, string>>,
  ) => Readonly<Record<string, string>>
}

/** Changes all uses of a picture in a document. */
export function changePicture(document: Fields, id: string, change: Change): Fields {
  const changed: Fields = { ...document }
  for (const name of imageFields) {
    const image = document[name]
    if (isObject(image) && image.id === id) changed[name] = change.inField(image)
  }
  const figures = findBodyFigures(document.body).filter(({ attributes }) => attributes.image === id)
  if (figures.length > 0)
    changed.body = replaceFileDirectives(
      String(document.body),
      new Map(figures.map(({ line, attributes }) => [line, change.inText(attributes)])),
    )
  return changed
}

/** The focal point in a document's field; none for the centre. */
export const toFocusField = (focus: unknown): { focus?: string } =>
  typeof focus === 'string' ? { focus } : {}

/** Prepares a text for use as a directive's value, which quotation marks and braces would end. */
export const toAttribute = (text: string) =>
  text.replaceAll(/\s+/g, ' ').replaceAll('"', '”').replaceAll('{', '(').replaceAll('}', ')')
