/**
 * How a drawing becomes blocks. A motif says what it is made of (areas, veins upon them, free lines,
 * dots); the manner of printing decides which of the blocks carries the wood for it. A motif never
 * knows a colour.
 */
import { blade, disc, type Line, pathOf, type Point } from './curve.ts'

/** `resist` is what keeps the bath off the cloth; the others print a dye. */
export const plates = ['resist', 'fill', 'accent', 'key'] as const
export type Plate = (typeof plates)[number]
/** `datta`: outline and filling. `begar`: solid and carved. `dabu`, `ajrakh`: left by resist. */
export const manners = ['datta', 'begar', 'dabu', 'ajrakh'] as const
export type Manner = (typeof manners)[number]
export type Tone = 'body' | 'second' | 'bare'

/** A piece of a block's face: wood that prints (`ink`) or wood cut away. */
export type Mark = { readonly d: string; readonly ink: boolean; readonly stroke?: number }
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

const contour = 2.5
const halo = 9

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

  const areas: Record<Manner, (d: string, tone: Tone, weight: number) => void> = {
    datta(d, tone, weight) {
      clear(d, 0.8)
      if (tone !== 'bare') ink(tone === 'body' ? 'fill' : 'accent', d)
      ink('key', d, contour * weight)
    },
    begar(d, tone, weight) {
      clear(d, contour * 1.9)
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
      ink('resist', d, contour * 1.3 * weight)
      if (tone === 'body') {
        ink('accent', d)
        cut('accent', d, contour * 1.3)
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
    area: (outline, tone = 'body', weight = 1) => areas[manner](pathOf(outline), tone, weight),
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

/** A stroke of the graver: it enters and leaves the wood. */
const graver = (line: Line, width: number) =>
  blade(line, (t) => (width / 2) * (0.34 + 0.66 * Math.sin(Math.PI * t) ** 0.6))

/** Pegs of brass and dots of wood are never quite round. */
const dotPath = (point: Point, radius: number) =>
  pathOf(disc(point, radius, 0.94 + ((point[0] * 7 + point[1] * 13) % 10) / 100))
