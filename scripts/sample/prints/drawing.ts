/** What every motif is: a drawing of a stated size that knows how to be carved. */
import type { Pen } from './pen.ts'
import type { Random } from './random.ts'

/** In the field of a cloth, or alone in the middle of a medallion. */
export type Occasion = 'allover' | 'roundel'

export type Drawing = {
  /** Extent about 0, 0 in block units; in the field, neighbours keep clear of it. */
  readonly width: number
  readonly height: number
  /** Its sides meet its neighbours' sides. */
  readonly joined?: boolean
  /** How much larger than its medallion it is printed, where it may cross the ring. */
  readonly spill?: number
  draw(pen: Pen, random: Random, occasion: Occasion): void
}
