/**
 * One motif in a medallion: a ring of cyclic symmetry about it, a spray in each corner, a frame.
 */
import { type Block, makeBlock, middleOf, reachOf } from './block.ts'
import type { Point } from './curve.ts'
import {
  beadRing,
  corners,
  flowerRing,
  frameSide,
  innerRadius,
  lotusRing,
  type Ring,
  ropeRing,
  stipple,
  vineRing,
} from './medallion.ts'
import { drawings, type Motif } from './motifs.ts'
import type { Plate } from './pen.ts'
import type { Dyeing } from './pigments.ts'
import { handOf, type Impression } from './plan.ts'
import { type Random, randomOf } from './random.ts'

const ringSize = 1.06

type Field = { width: number; height: number; motif: Motif; dyeing: Dyeing; random: Random }

// The moon has always hung in a rope, and the eye among beads.
const rings: Partial<Record<Motif, readonly Ring[]>> = { moon: [ropeRing], eye: [beadRing] }
const anyRing: readonly Ring[] = [lotusRing, flowerRing, ropeRing, beadRing, vineRing]

export function roundel({ width, height, motif, dyeing, random }: Field) {
  const { manner, inks } = dyeing
  const drawing = drawings[motif]
  const blocks: Block[] = []
  const impressions: Impression[] = []
  const stamp = handOf(random, Object.keys(inks) as Plate[], 0.55)
  const cloth = { left: -20, top: -20, right: width + 20, bottom: height + 20 }
  const side = Math.min(width, height)
  // The square is 632 units wide.
  const scale = side / 632

  const print = (block: Block, turns: readonly number[], [dx, dy]: Point = [0, 0]) => {
    blocks.push(block)
    for (const turn of turns) {
      const placed = { x: width / 2 + dx, y: height / 2 + dy, turn, mirror: false }
      impressions.push(stamp(blocks.length - 1, placed, cloth))
    }
  }
  const around = (count: number, start = 0) =>
    Array.from({ length: count }, (_, i) => start + (360 * i) / count)

  print(makeBlock(manner, scale, frameSide(316)), around(4))
  print(makeBlock(manner, scale, random.pick(corners)), around(4, 45))

  const ring = random.pick(rings[motif] ?? anyRing)
  const sector = makeBlock(manner, scale * ringSize, (pen) => ring.draw(pen, 180 / ring.sectors))
  print(sector, around(ring.sectors))

  const seed = String(random.between(0, 1))
  const cut = (size: number) =>
    makeBlock(manner, size, (pen) => drawing.draw(pen, randomOf(seed), 'roundel'))
  const trial = cut(1)
  const middle = middleOf(trial)
  const room = innerRadius * ringSize - 9
  const size = Math.min((room / reachOf(trial, middle)) * (drawing.spill ?? 1), 2.4)
  const centre = cut(size * scale)
  const [shiftX, shiftY] = [-middle[0] * size, -middle[1] * size]
  if (random.chance(0.6)) {
    const motifPoints = centre.outline.map(
      ([x, y]) => [x * size + shiftX, y * size + shiftY] as const,
    )
    print(
      makeBlock(manner, scale, (pen) => stipple(pen, motifPoints, room)),
      [0],
    )
  }
  print(centre, [0], [shiftX * scale, shiftY * scale])
  return { blocks, impressions }
}
