/**
 * What the printer needs on the table before printing: the blocks, the dyes, and where each lands.
 */
import type { Block } from './block.ts'
import type { Point } from './curve.ts'
import type { Plate } from './pen.ts'
import type { Dyeing } from './pigments.ts'
import type { Random } from './random.ts'
import type { Placement, Region } from './symmetry.ts'

/** One putting down of a block, with what the hand made of it. */
export type Impression = {
  readonly block: number
  readonly placed: Placement
  /** Where each colour's block came to lie beside the place that was meant, in pixels. */
  readonly slips: Readonly<Partial<Record<Plate, Point>>>
  /** How much dye it left, 0 to 1, and how that leans across the block. */
  readonly weight: number
  readonly lean: Point
  /** The part of the cloth that was not covered against this block. */
  readonly within: Region
}
export type Plan = {
  readonly seed: string
  readonly width: number
  readonly height: number
  readonly dyeing: Dyeing
  readonly blocks: readonly Block[]
  readonly impressions: readonly Impression[]
}

/**
 * The hand that prints: every block lands a little askew, every colour a little beside the last,
 * and the dye pad is sometimes nearly dry. `care` is 1 for a master, more for a learner.
 */
export function handOf(random: Random, plates: readonly Plate[], care: number) {
  // A plate is pegged wrong for the whole cloth, and then missed afresh each time.
  const pegged = plates.map(
    (plate, i) => [plate, i ? [random.slip(2.2), random.slip(2.2)] : [0, 0]] as const,
  )
  return (block: number, placed: Placement, within: Region): Impression => ({
    block,
    placed: {
      ...placed,
      x: placed.x + random.slip(2.4 * care),
      y: placed.y + random.slip(2.4 * care),
      turn: placed.turn + random.slip(0.6 * care),
    },
    slips: Object.fromEntries(
      pegged.map(([plate, [x, y]]) => [plate, [x! + random.slip(1.3), y! + random.slip(1.3)]]),
    ),
    weight: random.chance(0.07) ? random.between(0.7, 0.82) : random.between(0.88, 1),
    lean: [random.slip(0.16), random.slip(0.16)],
    within,
  })
}
