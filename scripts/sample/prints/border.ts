/**
 * The edge of a sari or dupatta, cut into one long block of several bands that is printed side by
 * side along the cloth, and the narrow bands that run between motifs.
 */
import {
  type Band,
  beads,
  lozenges,
  petals,
  places,
  ribbon,
  rule,
  sprigs,
  teeth,
  vine,
} from './bands.ts'
import { divide, type Point } from './curve.ts'
import { flower, leaf } from './flora.ts'
import type { Pen } from './pen.ts'
import type { Random } from './random.ts'

// Bands are named from the field outwards.
const edges: readonly (readonly Band[])[] = [
  [teeth, rule(3), beads, rule(3), vine, rule(3), beads, rule(8)],
  [rule(3), petals, rule(4), ribbon, rule(4), beads, rule(9)],
  [beads, rule(3), lozenges, rule(3), sprigs, rule(7), beads, rule(12)],
  [teeth, rule(6), ribbon, rule(3), lozenges, rule(9)],
  [rule(3), beads, rule(3), vine, rule(3), petals, rule(10)],
]
const narrow: readonly (readonly Band[])[] = [
  [rule(3), petals, rule(6)],
  [beads, rule(3), lozenges, rule(3), beads, rule(8)],
  [teeth, rule(8), beads, rule(3)],
]

export type Edge = { readonly width: number; readonly height: number; draw(pen: Pen): void }

/** A block of border; `full` for a sari's edge, else the selvedge's. */
export function edgeBlock(random: Random, full: boolean): Edge {
  const bands = random.pick(full ? edges : narrow)
  const height = bands.reduce((sum, band) => sum + band.height, 0)
  const width = 290
  return {
    width,
    height,
    draw(pen) {
      let top = -height / 2
      for (const band of bands) {
        band.draw(pen, top, width / 2)
        top += band.height
      }
    },
  }
}

/** A narrow band that runs between motifs, alike from both its sides (p2mm). */
export function railBlock(random: Random, span: number) {
  const figure = random.whole(0, 3)
  const height = [16, 26, 30, 44][figure]!
  return {
    height: height + span * 0.04,
    draw(pen: Pen, length: number) {
      const half = length / 2
      const spread = (pitch: number) => places(half, Math.max(1, Math.round(length / pitch)))
      const lines = (away: number, width: number) => {
        for (const y of [-away, away])
          pen.line(
            divide(
              [
                [-half, y],
                [half, y],
              ],
              12,
            ),
            width,
            false,
          )
      }
      if (figure === 0)
        pen.dots(
          spread(13).map((x): Point => [x, 0]),
          3.2,
          'second',
        )
      if (figure === 1) {
        lines(8, 2.6)
        pen.dots(
          spread(11).map((x): Point => [x, 0]),
          3,
          'second',
        )
      }
      if (figure === 2) {
        for (const x of spread(27)) {
          pen.area([
            [x - 10, 0],
            [x, -10],
            [x + 10, 0],
            [x, 10],
          ])
          pen.beads([[x, 0]], 2.4)
        }
        pen.dots(
          spread(27).flatMap((x): Point[] => [
            [x + 13.5, -5],
            [x + 13.5, 5],
          ]),
          2.2,
          'second',
        )
      }
      if (figure === 3) {
        lines(17, 2.6)
        for (const x of spread(72)) {
          for (const side of [-90, 90])
            leaf(pen, [x + side / 7, 0], side, 19, 11, { bend: 0, veins: 3 })
          flower(pen, [x, 0], 12, 6, { form: 'round' })
        }
      }
    },
  }
}
