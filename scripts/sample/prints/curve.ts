/** The geometry of carving: lines as points, in block units (a motif is about 200 across). */
export type Point = readonly [x: number, y: number]
export type Line = readonly Point[]

const { PI, sin, cos, hypot, atan2, max, ceil } = Math
const radians = (degrees: number) => (degrees * PI) / 180

export const at = (x: number, y: number): Point => [x, y]

/** Points as a carver would note them: `x y, x y, ...`. */
export const points = (noted: string): Line =>
  noted.split(',').map((pair) => {
    const [x, y] = pair.trim().split(' ').map(Number)
    return at(x!, y!)
  })

/** `distance` from a point; 0 degrees is up, growing clockwise, as a plant is described. */
export function polar(distance: number, degrees: number, [x, y]: Point = [0, 0]): Point {
  return [x + distance * sin(radians(degrees)), y - distance * cos(radians(degrees))]
}

export const mix = ([x, y]: Point, [u, v]: Point, t: number): Point => [
  x + (u - x) * t,
  y + (v - y) * t,
]

const lengthOf = (line: Line) =>
  line.reduce(
    (sum, [x, y], i) => (i ? sum + hypot(x - line[i - 1]![0], y - line[i - 1]![1]) : 0),
    0,
  )

/**
 * A smooth line through the given points (centripetal Catmull-Rom, so it never loops on itself).
 */
export function curve(through: Line, closed = false): Line {
  const count = through.length
  const point = (i: number): Point => {
    if (closed) return through[((i % count) + count) % count]!
    if (i < 0) return mix(through[0]!, through[1]!, -1)
    if (i >= count) return mix(through[count - 1]!, through[count - 2]!, -1)
    return through[i]!
  }
  const line: Point[] = []
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [a, b, c, d] = [point(i - 1), point(i), point(i + 1), point(i + 2)]
    const knots = [a, b, c, d].map((p, k, all) => (k ? gap(all[k - 1]!, p) : 0))
    const [t1, t2, t3] = [knots[1]!, knots[1]! + knots[2]!, knots[1]! + knots[2]! + knots[3]!]
    const steps = max(2, ceil(hypot(c[0] - b[0], c[1] - b[1]) / 2.5))
    for (let s = 0; s < steps; s++) {
      const t = t1 + ((t2 - t1) * s) / steps
      const ab = mix(a, b, t / t1)
      const bc = mix(b, c, (t - t1) / (t2 - t1))
      const cd = mix(c, d, (t - t2) / (t3 - t2))
      const abc = mix(ab, bc, t / t2)
      line.push(mix(abc, mix(bc, cd, (t - t1) / (t3 - t1)), (t - t1) / (t2 - t1)))
    }
  }
  if (!closed) line.push(through[count - 1]!)
  return line
}
const gap = (a: Point, b: Point) => max(0.01, hypot(b[0] - a[0], b[1] - a[1]) ** 0.5)

/** Part of a circle or ellipse, from one bearing to another (degrees, 0 is up). */
export function arc(centre: Point, radius: number, from: number, to: number, squash = 1): Line {
  const steps = max(3, ceil((Math.abs(to - from) / 360) * max(14, radius * 2.2)))
  return Array.from({ length: steps + 1 }, (_, i) => {
    const [x, y] = polar(radius, from + ((to - from) * i) / steps)
    return [centre[0] + x, centre[1] + y * squash] as const
  })
}
export const disc = (centre: Point, radius: number, squash = 1) =>
  arc(centre, radius, 0, 360, squash).slice(1)

/** Points `spacing` apart along a line, with the bearing at which the line runs there. */
export function along(line: Line, spacing: number, start = 0) {
  const found: { point: Point; bearing: number; t: number }[] = []
  const total = lengthOf(line)
  let next = start
  let walked = 0
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!]
    const step = hypot(b[0] - a[0], b[1] - a[1])
    while (step > 0 && next <= walked + step + 1e-9) {
      const bearing = (atan2(b[0] - a[0], a[1] - b[1]) * 180) / PI
      found.push({ point: mix(a, b, (next - walked) / step), bearing, t: next / total })
      next += spacing
    }
    walked += step
  }
  return found
}
/** `count` points evenly along a line, ends included. */
export const divide = (line: Line, count: number): Point[] =>
  along(line, (lengthOf(line) / (count - 1)) * 0.99999)
    .slice(0, count)
    .map(({ point }) => point)

export const pointAt = (line: Line, t: number) => along(line, 1e9, t * lengthOf(line) * 0.99999)[0]!

/**
 * The outline of what grows along a spine: leaves, feathers, fish, strokes of the graver. `left`
 * and `right` are half widths at t from 0 (first point) to 1.
 */
export function blade(spine: Line, left: (t: number) => number, right = left): Line {
  const last = spine.length - 1
  const sides: [Point[], Point[]] = [[], []]
  const total = lengthOf(spine) || 1
  let walked = 0
  spine.forEach(([x, y], i) => {
    const [a, b] = [spine[max(0, i - 1)]!, spine[Math.min(last, i + 1)]!]
    if (i) walked += hypot(x - spine[i - 1]![0], y - spine[i - 1]![1])
    const size = hypot(b[0] - a[0], b[1] - a[1]) || 1
    const [nx, ny] = [(b[1] - a[1]) / size, -(b[0] - a[0]) / size]
    const t = walked / total
    sides[0].push([x + nx * left(t), y + ny * left(t)])
    sides[1].push([x - nx * right(t), y - ny * right(t)])
  })
  return [...sides[0], ...sides[1].reverse()]
}
/** Widest at `peak`, drawn to a point at both ends; `round` above 1 makes the ends finer. */
export const leafShape = (width: number, peak = 0.42, round = 0.85) => {
  const power = Math.log(0.5) / Math.log(peak)
  return (t: number) => width * sin(PI * Math.min(1, max(0, t)) ** power) ** round
}

/** A line moved sideways, for echoes inside or around a contour. */
export const offset = (line: Line, distance: number): Line =>
  blade(
    line,
    () => distance,
    () => 0,
  ).slice(0, line.length)

/** Corners cut away twice and again, for outlines put together from straight pieces. */
export function soften(corners: Line, times = 3): Line {
  let ring = corners
  for (let i = 0; i < times; i++) {
    ring = ring.flatMap((point, k) => {
      const next = ring[(k + 1) % ring.length]!
      return [mix(point, next, 0.25), mix(point, next, 0.75)]
    })
  }
  return ring
}

/** Places on a blade: t along its spine, v across it, -1 (left edge) to 1 (right edge). */
export function frame(spine: Line, left: (t: number) => number, right = left) {
  return (t: number, v: number): Point => {
    const { point, bearing } = pointAt(spine, Math.min(0.995, max(0, t)))
    return polar(v * (v < 0 ? left(t) : right(t)), bearing + 90, point)
  }
}

export function inside(area: Line, [x, y]: Point): boolean {
  let within = false
  for (let i = 0, j = area.length - 1; i < area.length; j = i++) {
    const [[x1, y1], [x2, y2]] = [area[i]!, area[j]!]
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) within = !within
  }
  return within
}
/** How far a point is from an outline. */
export const clearance = (area: Line, [x, y]: Point) =>
  area.reduce((least, [u, v]) => Math.min(least, hypot(u - x, v - y)), Infinity)

/** The parts of a line that lie in an area, at least `margin` from its outline. */
export function clip(line: Line, area: Line, margin = 0): Line[] {
  const parts: Point[][] = [[]]
  for (const { point } of along(line, 1.5)) {
    if (inside(area, point) && (!margin || clearance(area, point) >= margin)) {
      parts.at(-1)!.push(point)
    } else if (parts.at(-1)!.length) parts.push([])
  }
  return parts.filter((part) => part.length > 2)
}

type Shift = { turn?: number; size?: number; mirror?: boolean; to?: Point }
/** Mirrored in the upright axis, then turned (degrees), then sized, then moved. */
export function shift(
  line: Line,
  { turn = 0, size = 1, mirror = false, to = [0, 0] }: Shift,
): Line {
  const [s, c] = [sin(radians(turn)) * size, cos(radians(turn)) * size]
  return line.map(([px, y]) => {
    const x = mirror ? -px : px
    return [x * c - y * s + to[0], x * s + y * c + to[1]] as const
  })
}
export const mirrored = (line: Line) => line.map(([x, y]) => [-x, y] as const)

/** A petal standing on `base`, `length` long at a bearing, `bend` to its right at the tip. */
export function petal(
  base: Point,
  bearing: number,
  length: number,
  width: number,
  { peak = 0.6, bend = 0, round = 0.75 }: { peak?: number; bend?: number; round?: number } = {},
): { outline: Line; spine: Line } {
  const spine = curve([
    base,
    polar(length * 0.5, bearing + bend * 0.35, base),
    polar(length, bearing + bend, base),
  ])
  return { spine, outline: blade(spine, leafShape(width / 2, peak, round)) }
}

/** A spiral that winds in, for tendrils and crests. */
export function spiral(
  centre: Point,
  from: number,
  to: number,
  start: number,
  turns: number,
): Line {
  const steps = max(8, ceil(Math.abs(turns) * 22))
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = i / steps
    return polar(from + (to - from) * t ** 0.85, start + turns * 360 * t, centre)
  })
}

const digit = (value: number) => String(Math.round(value * 10) / 10 || 0)
export const pathOf = (line: Line, closed = true) =>
  `M${line.map(([x, y]) => `${digit(x)} ${digit(y)}`).join('L')}${closed ? 'Z' : ''}`
