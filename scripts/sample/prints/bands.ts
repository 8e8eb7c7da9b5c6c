/**
 * Bands (frieze groups) for the edges of cloths. Each is drawn on a block from -half to half; x
 * runs along the edge, and what is drawn upwards points to the field.
 */
import { at, curve, disc, divide, type Line, type Point, petal, pointAt } from './curve.ts'
import { flower, leaf, stem } from './flora.ts'
import type { Pen } from './pen.ts'

/** Draws a band with its upper edge at `top`, on a block from -half to half. */
export type Band = { readonly height: number; draw(pen: Pen, top: number, half: number): void }

/**
 * `count` places a pitch apart, so that the last of one block stands as far from the next's first.
 */
export const places = (half: number, count: number) =>
  Array.from({ length: count }, (_, i) => -half + ((i + 0.5) * 2 * half) / count)

const strip = (left: number, right: number, top: number, bottom: number): Line => [
  ...divide(
    [
      [left, top],
      [right, top],
    ],
    9,
  ),
  ...divide(
    [
      [right, bottom],
      [left, bottom],
    ],
    9,
  ),
]

export const rule = (width: number): Band => ({
  height: width + 6,
  draw(pen, top, half) {
    const y = top + 3 + width / 2
    pen.line(
      divide(
        [
          [-half - 9, y],
          [half + 9, y],
        ],
        12,
      ),
      width,
      false,
    )
  },
})
export const beads: Band = {
  height: 11,
  draw(pen, top, half) {
    pen.dots(
      places(half, 26).map((x): Point => [x, top + 5.5]),
      3,
      'second',
    )
  },
}
/** The temple edge: p1m1. */
export const teeth: Band = {
  height: 34,
  draw(pen, top, half) {
    const count = 10
    const wide = (half / count) * 0.92
    for (const x of places(half, count)) {
      pen.area([
        [x - wide, top + 33],
        [x - wide * 0.45, top + 17],
        [x, top + 2],
        [x + wide * 0.45, top + 17],
        [x + wide, top + 33],
      ])
      pen.vein(
        [
          [x, top + 12],
          [x, top + 29],
        ],
        2.4,
      )
      pen.beads(
        [
          [x - wide * 0.36, top + 26],
          [x + wide * 0.36, top + 26],
        ],
        1.7,
      )
    }
  },
}
/** A vine that sways, with a flower in every bay: p2mg but for the hand of its leaves. */
export const vine: Band = {
  height: 84,
  draw(pen, top, half) {
    const y = top + 42
    const bays = 4
    const sway = (t: number): Point => [-half + t * 2 * half, y - 26 * Math.sin(t * Math.PI * bays)]
    const line = Array.from({ length: 97 }, (_, i) => sway(i / 96))
    pen.line(line, 3.6, false)
    for (let i = 0; i < bays; i++) {
      const t = (i + 0.5) / bays
      const up = i % 2 ? -1 : 1
      for (const [away, lean] of [
        [-0.34, -50],
        [0.34, 50],
      ] as const) {
        const { point } = pointAt(line, t + away / bays)
        const bearing = (up > 0 ? 0 : 180) + lean * up
        leaf(pen, point, bearing, 25, 12, { bend: -lean * 0.4 * up, veins: 3 })
      }
      const node = sway(t)
      const heart: Point = [node[0], y + up * 12]
      stem(pen, curve([node, [node[0] + 4, y - up * 8], heart]), 3)
      for (const side of [-1, 1]) {
        leaf(pen, [node[0], node[1] + up * 4], up > 0 ? side * 122 : side * 58, 22, 10, {
          veins: 3,
          bend: 0,
        })
      }
      flower(pen, heart, 20, 7, { form: 'round', turn: up > 0 ? 0 : 180 })
    }
  },
}
/** Lotus petals shoulder to shoulder: p1m1. */
export const petals: Band = {
  height: 42,
  draw(pen, top, half) {
    const count = 14
    const shape = { peak: 0.5, round: 0.7 }
    const pitch = (2 * half) / count
    for (const x of places(half, count)) {
      pen.dots([[x + pitch / 2, top + 8]], 2.6, 'second')
      pen.area(petal([x, top + 42], 0, 38, pitch * 0.94, shape).outline)
      pen.area(petal([x, top + 38], 0, 25, pitch * 0.5, shape).outline, 'second', 0.8)
    }
  },
}
/** Lozenges with beads between: p2mm. */
export const lozenges: Band = {
  height: 36,
  draw(pen, top, half) {
    const y = top + 18
    const count = 10
    const pitch = (2 * half) / count
    for (const x of places(half, count)) {
      pen.area([
        [x - pitch * 0.42, y],
        [x, y - 16],
        [x + pitch * 0.42, y],
        [x, y + 16],
      ])
      pen.area(
        [
          [x - pitch * 0.2, y],
          [x, y - 7.5],
          [x + pitch * 0.2, y],
          [x, y + 7.5],
        ],
        'bare',
        0.8,
      )
      pen.beads([[x, y]], 2, 'bare')
      pen.dots(
        [
          [x + pitch / 2, y - 11],
          [x + pitch / 2, y + 11],
        ],
        2.8,
        'second',
      )
    }
  },
}
/** A dyed band in which flowers are left: p2mm. */
export const ribbon: Band = {
  height: 62,
  draw(pen, top, half) {
    pen.area(strip(-half - 12, half + 12, top + 2, top + 60), 'second', 0.8)
    const count = 6
    const pitch = (2 * half) / count
    for (const x of places(half, count)) {
      for (const lean of [-90, 90]) {
        leaf(pen, [x + Math.sign(lean) * 17, top + 31], lean, pitch * 0.22, 13, {
          tone: 'bare',
          bend: 0,
          veins: 3,
        })
      }
      flower(pen, [x, top + 31], 20, 8, { tone: 'body', heart: 'bare', form: 'round' })
      for (const [dx, dy] of [
        [-0.5, 14],
        [0.5, 14],
        [-0.5, 48],
        [0.5, 48],
      ] as const) {
        pen.beads([[x + dx * pitch * 0.84, top + dy]], 2.4, 'second')
      }
    }
  },
}
/** Small sprigs standing in a row: p1m1. */
export const sprigs: Band = {
  height: 74,
  draw(pen, top, half) {
    places(half, 6).forEach((x) => {
      stem(
        pen,
        [
          [x, top + 68],
          [x, top + 50],
          [x, top + 30],
        ],
        3,
      )
      for (const side of [-1, 1]) {
        leaf(pen, [x, top + 62], side * 52, 26, 11, { bend: side * 24, veins: 3 })
        leaf(pen, [x, top + 46], side * 62, 19, 9, { bend: -side * 20, veins: 3 })
      }
      flower(pen, [x, top + 22], 17.5, 7, { form: 'round' })
      pen.area(disc([x, top + 69], 3.4))
    })
    const pitch = half / 6
    for (const x of places(half, 6)) {
      pen.dots([at(x + pitch, top + 35), at(x + pitch, top + 50)], 2.8, 'second')
    }
  },
}
