/** The parts from which the plants of the blocks are made: leaf, flower, bud, stem, tendril. */
import {
  along,
  arc,
  blade,
  clearance,
  clip,
  curve,
  disc,
  divide,
  inside,
  type Line,
  leafShape,
  type Point,
  petal,
  pointAt,
  polar,
  shift,
} from './curve.ts'
import type { Pen, Tone } from './pen.ts'

type LeafForm = { bend?: number; tone?: Tone; veins?: number; peak?: number }

/** A leaf with its ribs; `bend` in degrees turns the tip clockwise. */
export function leaf(
  pen: Pen,
  base: Point,
  bearing: number,
  length: number,
  width: number,
  { bend = 25, tone = 'second', veins = 5, peak = 0.42 }: LeafForm = {},
) {
  const { outline, spine } = petal(base, bearing, length, width, { peak, bend, round: 0.9 })
  pen.area(outline, tone)
  pen.vein(spine.slice(0, Math.ceil(spine.length * 0.9)), 2.2, tone)
  const shape = leafShape(width / 2, peak, 0.9)
  for (let i = 0; i < veins; i++) {
    const t = 0.18 + (0.6 * i) / Math.max(1, veins - 1)
    const rib = pointAt(spine, t)
    for (const side of [-1, 1]) {
      const reach = shape(t) * 1.05
      const tip = polar(reach, rib.bearing + side * 48, rib.point)
      pen.vein([rib.point, tip], 1.6, tone)
    }
  }
}

/** A petal with two lobes, as roses and pinks have on the Sanganer blocks. */
function lobed(base: Point, bearing: number, length: number, width: number): Line {
  const [w, l] = [width / 2, length]
  const half: Point[] = [
    [0, 0],
    [w * 0.55, -l * 0.3],
    [w, -l * 0.68],
    [w * 0.62, -l * 0.99],
    [w * 0.16, -l * 0.97],
  ]
  const other = half
    .slice(1)
    .reverse()
    .map(([x, y]) => [-x, y] as const)
  const ring = curve([...half, [0, -l * 0.86], ...other], true)
  return shift(ring, { turn: bearing, to: base })
}

type Bloom = { tone?: Tone; heart?: Tone; turn?: number; form?: 'lobed' | 'pointed' | 'round' }

/** An open flower seen from the front. */
export function flower(
  pen: Pen,
  centre: Point,
  radius: number,
  petals: number,
  { tone = 'body', heart = 'second', turn = 0, form = 'lobed' }: Bloom = {},
) {
  const width = ((2 * Math.PI * radius) / petals) * (form === 'pointed' ? 0.66 : 0.94)
  const foot = radius * 0.2
  for (let i = 0; i < petals; i++) {
    const bearing = turn + (360 * i) / petals
    const base = polar(foot, bearing, centre)
    if (form === 'lobed') pen.area(lobed(base, bearing, radius - foot, width), tone)
    else {
      const peak = form === 'round' ? 0.68 : 0.54
      const round = form === 'round' ? 0.6 : 0.9
      pen.area(petal(base, bearing, radius - foot, width, { peak, round }).outline, tone)
    }
    for (const lean of [-0.5, 0, 0.5]) {
      const from = polar(radius * 0.36, bearing + lean * 12, centre)
      const reach = lean ? 0.62 : 0.74
      const to = polar(radius * reach, bearing + (lean * 0.62 * 360) / petals, centre)
      pen.vein([from, to], radius > 24 ? 2 : 1.5, tone)
    }
  }
  pen.area(disc(centre, radius * 0.31), heart)
  const seeds = radius > 22 ? 6 : 4
  const ring = Array.from({ length: seeds }, (_, i) =>
    polar(radius * 0.19, turn + 30 + (360 * i) / seeds, centre),
  )
  pen.beads([centre, ...ring], Math.max(1.2, radius * 0.045), heart)
}

/** A flower from the side: a fan of petals above a calyx. */
export function fan(
  pen: Pen,
  base: Point,
  bearing: number,
  size: number,
  petals: number,
  { tone = 'body', heart = 'second' }: Bloom = {},
) {
  const spread = petals > 3 ? 74 : 46
  // From the outside in, so that the middle petal stands before the others.
  const order = Array.from({ length: petals }, (_, i) => -1 + (2 * i) / (petals - 1)).sort(
    (a, b) => Math.abs(b) - Math.abs(a),
  )
  for (const lean of order) {
    const length = size * (1 - 0.14 * Math.abs(lean))
    const direction = bearing + lean * spread
    const shape = { peak: 0.6, bend: lean * 22, round: 0.8 }
    const { outline, spine } = petal(base, direction, length, size * 0.44, shape)
    pen.area(outline, tone)
    pen.vein(spine.slice(Math.ceil(spine.length * 0.25), Math.ceil(spine.length * 0.85)), 2, tone)
  }
  const calyx = [-62, -22, 22, 62].map((lean) =>
    petal(base, bearing + lean, size * 0.42, size * 0.2, { peak: 0.35, bend: lean * 0.5 }),
  )
  for (const { outline } of calyx) pen.area(outline, heart)
  pen.area(disc(base, size * 0.15), heart)
}

/** A closed bud at the end of a stalk. */
export function bud(pen: Pen, base: Point, bearing: number, size: number, tone: Tone = 'body') {
  const { outline, spine } = petal(base, bearing, size, size * 0.52, { peak: 0.45, round: 0.8 })
  pen.area(outline, tone)
  pen.vein(spine.slice(Math.ceil(spine.length * 0.35)), 1.8, tone)
  for (const lean of [-30, 30]) {
    const sepal = petal(base, bearing + lean, size * 0.55, size * 0.22, { peak: 0.4, bend: -lean })
    pen.area(sepal.outline, 'second', 0.8)
  }
}

/** A stem as thick as it has to bear, thinner towards its end. */
export function stem(pen: Pen, line: Line, width = 4.4) {
  pen.area(
    blade(line, (t) => (width / 2) * (1 - 0.55 * t)),
    'second',
    0.5,
  )
}

/** The mound with its grasses from which a plant stands up on the blocks. */
export function mound(pen: Pen, base: Point, width: number) {
  for (const lean of [-58, -30, 30, 58]) {
    const side = lean / 58
    const foot: Point = [base[0] + side * width * 0.22, base[1] - 1]
    const blades = petal(foot, lean, width * 0.34, width * 0.1, { bend: lean * 0.5, peak: 0.4 })
    pen.area(blades.outline, 'second', 0.8)
  }
  const hill = [...arc([base[0], base[1] + 6], width / 2, -90, 90, 0.34)]
  pen.area(hill, 'body')
  pen.beads(divide(arc([base[0], base[1] + 5], width * 0.32, -70, 70, 0.3), 5), 1.7)
}

/** Beads that follow a contour, kept `distance` outside or (negative) inside it. */
export function beading(outline: Line, distance: number, spacing: number): Point[] {
  const away = Math.abs(distance)
  return along([...outline, outline[0]!], spacing)
    .map(({ point, bearing }) => {
      const one = polar(away, bearing + 90, point)
      return inside(outline, one) === distance < 0 ? one : polar(away, bearing - 90, point)
    })
    .filter((point) => clearance(outline, point) > away * 0.86)
}

/** Slanting lines of the graver over an area. */
export function hatch(area: Line, bearing: number, gap: number, margin = 2.5): Line[] {
  const [xs, ys] = [area.map(([x]) => x), area.map(([, y]) => y)]
  const [left, right, top, bottom] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...ys),
    Math.max(...ys),
  ]
  const middle: Point = [(left + right) / 2, (top + bottom) / 2]
  const reach = Math.hypot(right - left, bottom - top) / 2
  const lines: Line[] = []
  for (let away = -reach; away <= reach; away += gap) {
    const centre = polar(away, bearing + 90, middle)
    const line = [polar(-reach, bearing, centre), polar(reach, bearing, centre)]
    lines.push(...clip(line, area, margin))
  }
  return lines
}
