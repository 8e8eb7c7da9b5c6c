/** A carved block, and what has to be known of it before it is put anywhere. */
import { blade, divide, type Line, type Point, pathOf } from './curve.ts'
import { type Carving, carve, type Manner, type Pen, type Plate } from './pen.ts'
import type { Random } from './random.ts'
import type { Region } from './symmetry.ts'

export type Block = {
  readonly carving: Carving
  /** The wood's extent in block units; `scale` is in pixels a unit. */
  readonly bounds: Region
  readonly scale: number
  /** Points, in block units, that stand for all that the block prints. */
  readonly outline: Line
}

/** `sawn` is where the wood is sawn off whatever is drawn, so that its neighbour can join on. */
export function makeBlock(
  manner: Manner,
  scale: number,
  draw: (pen: Pen) => void,
  sawn: Partial<Region> = {},
): Block {
  const touched: Point[] = []
  const carving = carve(manner, (pen) =>
    draw({
      ...pen,
      area(line, tone, weight) {
        touched.push(...line, ...within(line))
        pen.area(line, tone, weight)
      },
      line(line, width, taper) {
        touched.push(...line)
        pen.line(line, width, taper)
      },
      dots(points, radius, tone) {
        touched.push(...points)
        pen.dots(points, radius, tone)
      },
    }),
  )
  // Room for contours, haloes and the largest dots.
  const room = 9
  const bounds = touched.reduce(
    ({ left, right, top, bottom }, [x, y]) => ({
      left: Math.min(left, x - room),
      right: Math.max(right, x + room),
      top: Math.min(top, y - room),
      bottom: Math.max(bottom, y + room),
    }),
    { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity },
  )
  return { carving, scale, bounds: { ...bounds, ...sawn }, outline: sparse(touched) }
}

/** Points inside an area, eight units apart, found row by row. */
function within(area: Line): Point[] {
  const ys = area.map(([, y]) => y)
  const found: Point[] = []
  for (let y = Math.min(...ys) + 4; y < Math.max(...ys); y += 8) {
    const crossings: number[] = []
    area.forEach(([x1, y1], i) => {
      const [x2, y2] = area[(i + 1) % area.length]!
      if (y1 > y !== y2 > y) crossings.push(x1 + ((x2 - x1) * (y - y1)) / (y2 - y1))
    })
    crossings.sort((one, other) => one - other)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      for (let x = crossings[i]! + 4; x < crossings[i + 1]!; x += 8) found.push([x, y])
    }
  }
  return found
}

/** Points about six units apart: enough to measure from. */
function sparse(points: readonly Point[]): Line {
  const cells = new Map<string, Point>()
  for (const point of points) {
    cells.set(`${Math.round(point[0] / 6)},${Math.round(point[1] / 6)}`, point)
  }
  return [...cells.values()]
}

/** How far a block reaches from a point, in block units. */
export const reachOf = ({ outline }: Block, [u, v]: Point = [0, 0]) =>
  outline.reduce((most, [x, y]) => Math.max(most, Math.hypot(x - u, y - v)), 1)

/** The middle of what a block prints, about which it fills a circle best. */
export function middleOf(block: Block): Point {
  let [x, y]: Point = [0, 0]
  // Steps towards the farthest point, ever shorter, close in on the smallest circle about them all.
  for (let step = 0.3; step > 0.002; step *= 0.93) {
    const far = block.outline.reduce((most, point) =>
      Math.hypot(point[0] - x, point[1] - y) > Math.hypot(most[0] - x, most[1] - y) ? point : most,
    )
    x += (far[0] - x) * step
    y += (far[1] - y) * step
  }
  return [x, y]
}

/** A block whose corners stand proud and touch the cloth: faint strokes at its edges. */
export function scuffed(block: Block, plate: Plate, random: Random): Block {
  const { left, right, top, bottom } = block.bounds
  const [l, r, t, b] = [left + 3, right - 3, top + 3, bottom - 3]
  const sides: [Point, Point][] = [
    [
      [l, t],
      [r, t],
    ],
    [
      [r, t],
      [r, b],
    ],
    [
      [r, b],
      [l, b],
    ],
    [
      [l, b],
      [l, t],
    ],
  ]
  const strokes = sides.flatMap(([from, to]) => {
    if (random.chance(0.3)) return []
    const [start, end] = [random.between(0, 0.25), random.between(0.3, 0.55)]
    const line = divide([from, to], 41).slice(Math.round(start * 40), Math.round(end * 40))
    return [{ d: pathOf(blade(line, (t) => 0.9 * (1 - t) + 0.15)), ink: true, faint: true }]
  })
  return { ...block, carving: { ...block.carving, [plate]: [...block.carving[plate], ...strokes] } }
}
