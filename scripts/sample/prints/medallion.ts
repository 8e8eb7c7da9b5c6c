/**
 * What surrounds the motif of a medallion: ring blocks, which hold one sector each and are printed
 * round, the spray in a corner and the frame. A sector's middle points up, its centre is 0, 0.
 */
import {
  along,
  arc,
  blade,
  curve,
  disc,
  divide,
  type Line,
  offset,
  type Point,
  petal,
  points,
  polar,
} from './curve.ts'
import { bud, fan, flower, leaf, stem } from './flora.ts'
import type { Pen } from './pen.ts'

/** `half` is half the sector in degrees. Everything lies outside the inner radius. */
export type Ring = { readonly sectors: number; draw(pen: Pen, half: number): void }
/** Where rings begin; they end at about 262. */
export const innerRadius = 194

const rule = (pen: Pen, radius: number, half: number, width: number) =>
  pen.line(arc([0, 0], radius, -half, half), width, false)

/** Bearings of `count` figures spread over the sector so that sectors join without a gap. */
const bearings = (half: number, count: number) =>
  Array.from({ length: count }, (_, i) => -half + ((i + 0.5) * 2 * half) / count)

const beads = (pen: Pen, radius: number, half: number, count: number, size: number) =>
  pen.dots(
    bearings(half, count).map((bearing) => polar(radius, bearing)),
    size,
    'second',
  )

const band = (from: number, to: number, half: number): Line => [
  ...arc([0, 0], to, -half, half),
  ...arc([0, 0], from, half, -half),
]

export const lotusRing: Ring = {
  sectors: 12,
  draw(pen, half) {
    rule(pen, 197, half, 3)
    beads(pen, 205, half, 6, 3)
    rule(pen, 213, half, 3)
    const shape = { peak: 0.52, round: 0.7 }
    for (const bearing of bearings(half, 3)) {
      pen.area(petal(polar(215, bearing), bearing, 40, 33, shape).outline)
      pen.area(petal(polar(218, bearing), bearing, 27, 18, shape).outline, 'second', 0.8)
      pen.vein([polar(222, bearing), polar(238, bearing)], 2, 'second')
      pen.dots([polar(252, bearing + half / 3)], 3.4)
    }
  },
}
export const flowerRing: Ring = {
  sectors: 10,
  draw(pen, half) {
    rule(pen, 197, half, 3.4)
    pen.area(band(203, 240, half), 'second', 0.8)
    for (const lean of [-1, 1]) {
      const foot = polar(221, lean * 4.4)
      leaf(pen, foot, lean * 92, 30, 14, { tone: 'bare', bend: lean * 12, veins: 3 })
      pen.beads([polar(209, lean * half * 0.84), polar(234, lean * half * 0.84)], 2.3, 'second')
    }
    flower(pen, polar(221.5, 0), 15.5, 7, { heart: 'bare', form: 'round' })
    rule(pen, 245.5, half, 3)
    for (const bearing of bearings(half, 5)) {
      pen.area(
        petal(polar(247, bearing), bearing, 15, 17, { peak: 0.42, round: 0.7 }).outline,
        'body',
        0.9,
      )
    }
  },
}
export const ropeRing: Ring = {
  sectors: 12,
  draw(pen, half) {
    beads(pen, 201, half, 7, 2.8)
    rule(pen, 209, half, 2.6)
    // Strands lie over one another, each from the inner edge of the rope to the outer.
    for (const bearing of bearings(half, 5)) {
      const strand = curve([
        polar(213, bearing - 3.2),
        polar(221, bearing - 2.4),
        polar(229, bearing + 2.4),
        polar(237, bearing + 3.2),
      ])
      pen.area(
        blade(strand, (t) => 3 + 3.4 * Math.sin(Math.PI * t)),
        'body',
        0.9,
      )
      pen.vein(strand.slice(2, -2), 1.8)
    }
    rule(pen, 241, half, 2.6)
    beads(pen, 250, half, 5, 3.6)
  },
}
export const beadRing: Ring = {
  sectors: 12,
  draw(pen, half) {
    beads(pen, 199, half, 9, 2.4)
    rule(pen, 207, half, 4.4)
    for (const bearing of bearings(half, 4)) {
      pen.area(disc(polar(222, bearing), 10), 'body', 0.9)
      pen.area(disc(polar(222, bearing), 4.6), 'bare', 0.7)
      pen.dots([polar(212.5, bearing + half / 4), polar(231, bearing + half / 4)], 2.3, 'second')
    }
    rule(pen, 237, half, 3)
    beads(pen, 246, half, 8, 2.8)
    beads(pen, 255, half, 4, 3.8)
  },
}
export const vineRing: Ring = {
  sectors: 8,
  draw(pen, half) {
    rule(pen, 197, half, 3.4)
    const sway = (t: number) => polar(225 - 13 * Math.sin(t * 2 * Math.PI), -half + t * 2 * half)
    pen.line(
      Array.from({ length: 31 }, (_, i) => sway(i / 30)),
      3.4,
      false,
    )
    for (const [t, out] of [
      [0.25, 1],
      [0.75, -1],
    ] as const) {
      const bearing = -half + t * 2 * half
      const way = out > 0 ? bearing : bearing + 180
      for (const side of [-1, 1]) {
        leaf(pen, sway(t + side * 0.17), way + side * out * 22, 27, 13, {
          bend: side * out * -20,
          veins: 3,
        })
        leaf(pen, sway(t), way + side * 118, 20, 10, { bend: 0, veins: 3 })
      }
      flower(pen, polar(225 + out * 8, bearing), 18, 7, { form: 'round', turn: way })
    }
    rule(pen, 252, half, 3)
    for (const bearing of bearings(half, 8)) {
      const bump = petal(polar(253, bearing), bearing, 12, 13.5, { peak: 0.4, round: 0.7 })
      pen.area(bump.outline, 'body', 0.8)
    }
  },
}

/** Grows from the medallion towards a corner of the cloth (up), as wide as the corner allows. */
const spray = (pen: Pen) => {
  const foot: Point = [0, -284]
  for (const side of [-1, 1] as const) {
    const branch = curve([foot, [side * 34, -306], [side * 72, -306], [side * 104, -292]])
    stem(pen, branch, 3.4)
    leaf(pen, branch[10]!, side * 30, 36, 15, { bend: side * 30 })
    leaf(pen, branch[22]!, side * 44, 28, 12, { bend: side * 26, veins: 4 })
    leaf(pen, branch[20]!, side * 138, 22, 10, { bend: -side * 40, veins: 3 })
    bud(pen, [side * 103, -292], side * 112, 24)
    pen.dots(
      [
        [side * 34, -354],
        [side * 58, -340],
      ],
      2.8,
      'second',
    )
  }
  stem(pen, curve([foot, [0, -302], [0, -324]]), 4)
  fan(pen, [0, -324], 0, 56, 5)
  pen.area(disc(foot, 7))
  pen.dots(points('0 -388, -9 -394, 9 -394, 0 -401'), 3, 'second')
}
/** A quarter of a sun, rising from the corner of the frame. */
const sunrise = (pen: Pen) => {
  const seat: Point = [0, -416]
  for (let i = 0; i < 5; i++) {
    const bearing = 180 + (i - 2) * 20
    const { outline, spine } = petal(polar(34, bearing, seat), bearing, 62, 27, {
      peak: 0.6,
      round: 0.7,
    })
    pen.area(outline)
    pen.area(petal(polar(42, bearing, seat), bearing, 38, 13, { peak: 0.6 }).outline, 'second', 0.8)
    pen.dots([polar(9, bearing, spine.at(-1)!)], 3, 'second')
  }
  for (let i = 0; i < 4; i++) pen.dots([polar(88, 150 + i * 20, seat)], 2.6)
  pen.area([seat, ...arc(seat, 36, 135, 225)], 'second')
  pen.beads(
    Array.from({ length: 5 }, (_, i) => polar(28, 148 + i * 16, seat)),
    2.4,
    'second',
  )
  pen.beads([polar(15, 165, seat), polar(15, 195, seat)], 2.2, 'second')
}
/** Two mangoes that lean together. */
const mangoes = (pen: Pen) => {
  for (const side of [-1, 1] as const) {
    const spine = curve([
      [side * 26, -292],
      [side * 40, -322],
      [side * 26, -356],
      [side * 6, -366],
    ])
    const body = (t: number) =>
      t < 0.34
        ? 19 * Math.sqrt(1 - (1 - t / 0.34) ** 2)
        : 19 * Math.cos(((t - 0.34) / 0.66) * 1.57) ** 0.8 + 0.8
    const outline = blade(spine, body)
    pen.dots(
      along(offset(outline, side < 0 ? 7 : 7), 9).map(({ point }) => point),
      1.9,
    )
    pen.area(outline)
    pen.area(
      blade(spine.slice(3, -8), (t) => body(t * 0.8) * 0.56),
      'bare',
      0.8,
    )
    flower(pen, spine[6]!, 8, 5, { form: 'round', tone: 'second', heart: 'body' })
    leaf(pen, [side * 30, -288], side * 78, 50, 17, { bend: side * 22 })
    bud(pen, [side * 84, -288], side * 84, 20)
  }
  bud(pen, [0, -372], 0, 24)
  pen.dots(points('0 -300, 0 -312, 0 -324'), 2.8, 'second')
}
export const corners: readonly ((pen: Pen) => void)[] = [spray, sunrise, mangoes]

/** One side of the frame; `reach` is half the side of the square. */
export const frameSide = (reach: number) => (pen: Pen) => {
  const inset = reach - 12
  for (const [away, width] of [
    [inset, 4.4],
    [inset - 11, 2.2],
  ] as const) {
    pen.line(
      divide(
        [
          [-away, -away],
          [away, -away],
        ],
        24,
      ),
      width,
      false,
    )
  }
}

/** Rings of dots wherever the motif leaves room for them. */
export function stipple(pen: Pen, motif: readonly Point[], radius: number) {
  const clear = ([x, y]: Point) => motif.every(([u, v]) => (u - x) ** 2 + (v - y) ** 2 > 210)
  for (let away = radius - 2, row = 0; away > 20; away -= 11.5, row++) {
    const count = Math.round((2 * Math.PI * away) / 13 / 6) * 6
    const ring = Array.from({ length: count }, (_, i) =>
      polar(away, (360 * (i + (row % 2) / 2)) / count),
    )
    pen.dots(ring.filter(clear), 1.9)
  }
}
