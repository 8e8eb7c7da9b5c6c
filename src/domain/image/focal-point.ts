/** The point of a picture that crops keep: its distance from the left and the top, in percent. Doesn't use zod. */

export const focalPointPattern = /^(?:\d{1,2}|100) (?:\d{1,2}|100)$/

type FocusedImage = {
  readonly width: number
  readonly height: number
  readonly focus?: string | undefined
}

const read = (focus: string) => focus.split(' ').map(Number) as [number, number]

export const formatFocalPoint = (x: number, y: number): string =>
  [x, y].map((share) => Math.round(Math.min(100, Math.max(0, share)))).join(' ')

/** Returns a CSS value; undefined for the centre, which is the browsers' default. */
export function getObjectPosition(focus: string | undefined): string | undefined {
  return focus?.replace(/\d+/g, '$&%')
}

/** The size of a step in percent, so that a picture has a limited number of cards. */
export const cardFocusStep = 10

/** The focal point along the side that a crop to this ratio shortens, in steps; 50 for the centre. */
export function getCropFocus({ width, height, focus }: FocusedImage, ratio: number): number {
  if (focus === undefined) return 50
  const [x, y] = read(focus)
  return Math.round((width / height > ratio ? x : y) / cardFocusStep) * cardFocusStep
}
