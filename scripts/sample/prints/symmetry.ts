/**
 * Plane symmetry: where a motif comes to lie on the cloth, before any hand has slipped. Whatever is
 * laid out here is exact; irregularity is added later, by `hand.ts`.
 */
import type { Point } from './curve.ts'

/** A block put down: mirrored in its upright axis or not, turned (degrees), moved (pixels). */
export type Placement = {
  readonly x: number
  readonly y: number
  readonly turn: number
  readonly mirror: boolean
}
/** A symmetry of the plane, in the same terms. */
export type Isometry = Placement

export type Group =
  | 'p1'
  | 'p2'
  | 'pm'
  | 'pg'
  | 'cm'
  | 'pmm'
  | 'pgg'
  | 'cmm'
  | 'p4'
  | 'p4m'
  | 'p4g'
  | 'p6'

export type Layout = {
  readonly group: Group
  /** The translations under which the cloth repeats, in pixels. */
  readonly lattice: readonly [Point, Point]
  /** One symmetry for each coset of the translations. */
  readonly cosets: readonly Isometry[]
  readonly seat: Placement
  /** Where bands may run between the motifs: the middle of a band's block, and its length. */
  readonly rails?: readonly { readonly seat: Placement; readonly length: number }[]
}
export type Region = { left: number; top: number; right: number; bottom: number }

export const still: Isometry = { x: 0, y: 0, turn: 0, mirror: false }
export const turned = (turn: number, x = 0, y = 0): Isometry => ({ x, y, turn, mirror: false })
/** Left and right exchanged, then moved. */
export const upright = (x = 0, y = 0): Isometry => ({ x, y, turn: 0, mirror: true })
/** Up and down exchanged, then moved. */
export const level = (x = 0, y = 0): Isometry => ({ x, y, turn: 180, mirror: true })
export const angles = (fold: number) =>
  Array.from({ length: fold }, (_, i) => turned((i * 360) / fold))

export function move({ x, y, turn, mirror }: Isometry, [px, py]: Point): Point {
  const radians = (turn * Math.PI) / 180
  const [s, c] = [Math.sin(radians), Math.cos(radians)]
  const mx = mirror ? -px : px
  return [mx * c - py * s + x, mx * s + py * c + y]
}

/** The placement to which a symmetry takes a placement. */
export function carry(by: Isometry, placed: Placement): Placement {
  const [x, y] = move(by, [placed.x, placed.y])
  const turn = by.turn + (by.mirror ? -placed.turn : placed.turn)
  return { x, y, turn: ((turn % 360) + 360) % 360, mirror: by.mirror !== placed.mirror }
}

/** Every image of the seat in a region, grown by `margin`; images that coincide are given once. */
export function orbit(
  layout: Layout,
  seat: Placement,
  region: Region,
  margin: number,
): Placement[] {
  const [[ux, uy], [vx, vy]] = layout.lattice
  const area = ux * vy - uy * vx
  const found = new Map<string, Placement>()
  for (const coset of layout.cosets) {
    const image = carry(coset, seat)
    const corners = [region.left - margin, region.right + margin].flatMap((x) =>
      [region.top - margin, region.bottom + margin].map((y) => [x - image.x, y - image.y] as const),
    )
    const [ns, ms] = [
      corners.map(([x, y]) => (x * vy - y * vx) / area),
      corners.map(([x, y]) => (y * ux - x * uy) / area),
    ]
    for (let n = Math.floor(Math.min(...ns)); n <= Math.max(...ns); n++) {
      for (let m = Math.floor(Math.min(...ms)); m <= Math.max(...ms); m++) {
        const x = image.x + n * ux + m * vx
        const y = image.y + n * uy + m * vy
        if (x < region.left - margin || x > region.right + margin) continue
        if (y < region.top - margin || y > region.bottom + margin) continue
        const key = `${Math.round(x)},${Math.round(y)}`
        if (!found.has(key)) found.set(key, { ...image, x, y })
      }
    }
  }
  return [...found.values()].sort((a, b) => a.y - b.y || a.x - b.x)
}
