/**
 * What every motif is: a drawing about 0, 0, some 200 units across, that knows how to be carved.
 */
import type { Pen } from './pen.ts'
import type { Random } from './random.ts'

/** In the field of a cloth, or alone in the middle of a medallion. */
type Occasion = 'allover' | 'roundel'

export type Drawing = {
  /** The width at which its sides meet its neighbours' sides, if they do. */
  readonly joined?: number
  /** How much larger than its medallion it is printed, where it may cross the ring. */
  readonly spill?: number
  draw(pen: Pen, random: Random, occasion: Occasion): void
}
