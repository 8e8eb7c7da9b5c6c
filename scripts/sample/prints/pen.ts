/**
 * How a drawing becomes blocks. A motif says what it is made of (areas, veins upon them, free
 * lines, dots); the manner of printing decides which of the blocks carries the wood for it. A
 * motif never knows a colour.
 */
import { blade, disc, type Line, type Point, pathOf } from './curve.ts'

/** `resist` is what keeps the bath off the cloth; the others print a dye. */
export const plates = ['resist', 'fill', 'accent', 'key'] as const
export type Plate = (typeof plates)[number]
/** `datta`: outline and filling. `begar`: solid and carved. `dabu`, `ajrakh`: left by resist. */
export type Manner = 'datta' | 'begar' | 'dabu' | 'ajrakh'
export type Tone = 'body' | 'second' | 'bare'

/** A piece of a block's face: wood that prints (`ink`), hardly (`faint`) or not, being cut away. */
export type Mark = {
  readonly d: string
  readonly ink: boolean
  readonly stroke?: number
  readonly faint?: boolean
}
export type Carving = Readonly<Record<Plate, readonly Mark[]>>

export type Pen = {
  /** A closed area that covers what was drawn before it. */
  area(outline: Line, tone?: Tone, weight?: number): void
  /** A line of the graver upon an area of that tone, swelling in the middle. */
  vein(line: Line, width?: number, on?: Tone): void
  /** A line that stands free on the cloth; `taper` ends it in a point. */
  line(line: Line, width?: number, taper?: boolean): void
  /** Beads upon an area. */
  beads(points: readonly Point[], radius?: number, on?: Tone): void
  /** Dots that stand free on the cloth. */
  dots(points: readonly Point[], radius?: number, tone?: 'body' | 'second'): void
}

const contour = 2.3
const halo = 6

/** Carves what `draw` draws, one set of marks a plate, in the order of cutting. */
export function carve(manner: Manner, draw: (pen: Pen) => void): Carving {
  const faces: Record<Plate, Mark[]> = { resist: [], fill: [], accent: [], key: [] }
  // Haloes go under everything, so that no part of a motif eats into its neighbour's.
  const haloes: Mark[] = []
  const ink = (plate: Plate, d: string, stroke?: number) =>
    faces[plate].push(stroke ? { d, ink: true, stroke } : { d, ink: true })
  const cut = (plate: Plate, d: string, stroke?: number) =>
    faces[plate].push(stroke ? { d, ink: false, stroke } : { d, ink: false })
  const clear = (d: string, gap: number) => {
    for (const plate of ['fill', 'accent', 'key'] as const) {
      cut(plate, d)
      cut(plate, d, gap)
    }
  }
  const keep = (d: string, stroke: number) => {
    haloes.push({ d, ink: true }, { d, ink: true, stroke })
  }

  type Cutter = (d: string, tone: Tone, weight: number, outline: Line) => void
  const areas: Record<Manner, Cutter> = {
    datta(d, tone, weight, outline) {
      clear(d, 0.8)
      if (tone !== 'bare') ink(tone === 'body' ? 'fill' : 'accent', d)
      ink('key', d, contour * 0.5 * weight)
      ink('key', swelling(outline, contour * 0.64 * weight))
    },
    begar(d, tone, weight) {
      clear(d, contour * 0.7 + contour * 1.2 * weight)
      if (tone === 'bare') ink('fill', d, contour * weight)
      else ink(tone === 'body' ? 'fill' : 'accent', d)
    },
    dabu(d, tone, weight) {
      clear(d, contour)
      keep(d, halo)
      ink('resist', d)
      cut('resist', d, contour * weight)
      if (tone === 'second') ink('accent', d)
    },
    ajrakh(d, tone, weight) {
      clear(d, contour)
      keep(d, halo)
      if (tone === 'second') cut('resist', d)
      else ink('resist', d)
      ink('resist', d, contour * 1.2 * weight)
      if (tone === 'body') {
        ink('accent', d)
        cut('accent', d, contour * 1.2 * weight)
      }
    },
  }
  const upon: Record<Manner, (d: string, on: Tone) => void> = {
    datta: (d) => ink('key', d),
    begar(d, on) {
      if (on === 'bare') ink('fill', d)
      else for (const plate of ['fill', 'accent'] as const) cut(plate, d)
    },
    dabu(d) {
      cut('resist', d)
      cut('accent', d)
    },
    ajrakh(d, on) {
      if (on === 'bare') ink('accent', d)
      else {
        cut('accent', d)
        ink('resist', d)
      }
    },
  }
  const free: Record<Manner, (d: string, tone: 'body' | 'second') => void> = {
    datta: (d, tone) => ink(tone === 'body' ? 'key' : 'accent', d),
    begar: (d, tone) => ink(tone === 'body' ? 'fill' : 'accent', d),
    dabu: (d) => ink('resist', d),
    ajrakh: (d) => ink('resist', d),
  }

  draw({
    area(outline, tone = 'body', weight = 1) {
      areas[manner](pathOf(outline), tone, weight * fineness(outline), outline)
    },
    vein: (line, width = 2.2, on = 'body') => upon[manner](pathOf(graver(line, width)), on),
    line: (line, width = 2.6, taper = true) =>
      free[manner](pathOf(taper ? graver(line, width) : blade(line, () => width / 2)), 'body'),
    beads(points, radius = 2, on = 'body') {
      if (points.length) upon[manner](points.map((point) => dotPath(point, radius)).join(''), on)
    },
    dots(points, radius = 2.4, tone = 'body') {
      if (points.length) free[manner](points.map((point) => dotPath(point, radius)).join(''), tone)
    },
  })
  return { ...faces, resist: [...haloes, ...faces.resist] }
}

/** Twice the area that an outline encloses, positive when it runs clockwise on the page. */
const twiceArea = (outline: Line) =>
  outline.reduce((sum, [x, y], i) => {
    const [u, v] = outline[(i + 1) % outline.length]!
    return sum + x * v - u * y
  }, 0)

/** Small areas get thin contours, or a flower of small petals would print as a blot. */
const fineness = (outline: Line) =>
  Math.min(1.1, Math.max(0.5, Math.sqrt(Math.abs(twiceArea(outline)) / 2) / 22 + 0.2))

/** A contour heavier below and to the right, as a carver's hand leans, and nowhere quite even. */
function swelling(outline: Line, width: number): string {
  const side = twiceArea(outline) > 0 ? 1 : -1
  const count = outline.length
  const [outer, inner]: [Point[], Point[]] = [[], []]
  outline.forEach(([x, y], i) => {
    const [a, b] = [outline[(i + count - 1) % count]!, outline[(i + 1) % count]!]
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
    const [nx, ny] = [((b[1] - a[1]) / length) * side, ((a[0] - b[0]) / length) * side]
    const waver = Math.sin(x * 0.17 + y * 0.11) * Math.sin(x * 0.07 - y * 0.13)
    const half = width * (0.34 + 0.3 * (nx * 0.5 + ny * 0.86) + 0.22 * waver)
    const swell = Math.max(0.1, half)
    outer.push([x + nx * swell, y + ny * swell])
    inner.push([x - nx * swell, y - ny * swell])
  })
  return pathOf(outer) + pathOf(inner.reverse())
}

/** A stroke of the graver: it enters and leaves the wood. */
const graver = (line: Line, width: number) =>
  blade(line, (t) => (width / 2) * (0.34 + 0.66 * Math.sin(Math.PI * t) ** 0.6))

/** Pegs of brass and dots of wood are never quite round. */
const dotPath = (point: Point, radius: number) =>
  pathOf(disc(point, radius, 0.94 + ((point[0] * 7 + point[1] * 13) % 10) / 100))
