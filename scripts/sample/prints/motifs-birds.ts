/** Birds of court and street. */
import {
  arc,
  blade,
  clip,
  curve,
  disc,
  divide,
  leafShape,
  type Point,
  petal,
  pointAt,
  points,
  polar,
} from './curve.ts'
import type { Drawing } from './drawing.ts'
import { feathers } from './feathers.ts'
import { leaf, stem } from './flora.ts'
import type { Pen } from './pen.ts'

/** A peacock with its train spread behind it. */
export const peacock: Drawing = {
  draw(pen) {
    const rump: Point = [-6, 26]
    const bearings = [-114, -95, -76, -57, -38, -19]
    for (const rank of [1, 0]) {
      bearings.forEach((bearing, i) => {
        if (rank && i === 5) return
        const reach = 102 - Math.abs(i - 2.5) * 1.5
        trainFeather(pen, rump, bearing + rank * 9.5, rank ? 70 : reach, rank > 0)
      })
    }
    for (const [x, slant] of [
      [18, -2],
      [36, 5],
    ] as const) {
      const shank = curve([
        [x, 44],
        [x + slant, 68],
        [x + slant * 0.4, 88],
      ])
      pen.area(
        blade(shank, (t) => 4.4 - 2.6 * Math.min(1, t * 2)),
        'body',
        0.8,
      )
      for (const lean of [62, 96, -88]) {
        const toe = petal([x + slant * 0.4, 87], lean, lean < 0 ? 12 : 18, 5.4, {
          peak: 0.3,
          bend: 24,
        })
        pen.area(toe.outline, 'body', 0.8)
      }
    }
    const body = curve(
      points(
        `58 -80, 68 -74, 70 -64, 63 -54, 60 -36, 66 -12, 66 10, 54 34, 30 50, 2 48, -22 36, -30
        22, -12 8, 12 -2, 32 -14, 42 -36, 46 -60, 50 -75`,
      ),
      true,
    )
    pen.area(points('67 -75, 80 -69, 88 -61, 76 -62, 67 -62'), 'second')
    for (const [lean, reach] of [
      [-52, 19],
      [-28, 24],
      [-4, 26],
      [20, 24],
    ] as const) {
      const crest = petal(polar(reach * 0.55, lean, [57, -77]), lean, reach * 0.62, 8, {
        peak: 0.66,
        round: 0.6,
      })
      pen.line([[57, -77], polar(reach * 0.7, lean, [57, -77])], 2.2, false)
      pen.area(crest.outline, 'second', 0.8)
    }
    pen.area(body)
    const neck = curve(points('55 -56, 51 -36, 54 -14, 46 10, 40 20'))
    for (let row = 0; row < 9; row++) {
      const { point, bearing } = pointAt(neck, 0.04 + row * 0.115)
      const seats = row % 2 ? [-1.5, -0.5, 0.5, 1.5] : [-2, -1, 0, 1, 2]
      for (const across of seats) {
        const scale = arc(polar(across * 8.4, bearing + 90, point), 4.6, bearing - 82, bearing + 82)
        for (const part of clip(scale, body, 1.8)) pen.vein(part, 1.9)
      }
    }
    pen.area(disc([59, -68], 5), 'bare', 0.7)
    pen.beads([[59.8, -68]], 2.4, 'bare')
    for (let i = 0; i < 4; i++) {
      const quill = curve([
        [22 - i * 3, 18 + i * 5],
        [-2 - i * 2, 26 + i * 4.6],
        [-30 + i * 3, 28 + i * 5.6],
      ])
      pen.area(blade(quill, leafShape(5.4, 0.6, 0.6)), i % 2 ? 'bare' : 'second', 0.8)
      pen.vein(quill.slice(5, -3), 1.5, i % 2 ? 'bare' : 'second')
    }
    const wing = curve(points('50 8, 52 24, 38 37, 16 38, 4 30, 10 16, 26 6, 40 1'), true)
    pen.area(wing, 'second')
    for (let row = 0; row < 4; row++) {
      for (let i = -2; i < 3; i++) {
        const seat: Point = [42 - row * 9 + (i % 2 ? -2 : 0), 20 + i * 7.4 + (row % 2) * 3.4]
        for (const part of clip(arc(seat, 4.4, 190, 350), wing, 1.8)) pen.vein(part, 1.8, 'second')
      }
    }
    pen.beads(divide(curve(points('61 18, 50 37, 28 45, 4 43')), 10), 1.7)
  },
}

function trainFeather(pen: Pen, root: Point, bearing: number, length: number, small: boolean) {
  const spine = curve([
    root,
    polar(length * 0.55, bearing - 3, root),
    polar(length, bearing + 5, root),
  ])
  const eye = small ? 0.72 : 1
  const shape = leafShape(6.5, 0.55, 0.7)
  pen.area(blade(spine, shape), small ? 'second' : 'body', 0.8)
  for (let i = 0; i < 7; i++) {
    const rib = pointAt(spine, 0.32 + i * 0.06)
    for (const side of [-1, 1]) {
      pen.vein(
        [rib.point, polar(6, rib.bearing + side * 38, rib.point)],
        1.3,
        small ? 'second' : 'body',
      )
    }
  }
  const tip = spine.at(-1)!
  const way = pointAt(spine, 0.98).bearing
  const base = polar(-26 * eye, way, tip)
  pen.area(
    petal(base, way, 33 * eye, 27 * eye, { peak: 0.62, round: 0.6 }).outline,
    small ? 'second' : 'body',
  )
  const heart = polar(6 * eye, way, base)
  pen.area(
    petal(heart, way, 22 * eye, 17 * eye, { peak: 0.62, round: 0.6 }).outline,
    small ? 'body' : 'second',
  )
  pen.area(
    petal(polar(5 * eye, way, heart), way, 12 * eye, 9 * eye, { peak: 0.6, round: 0.6 }).outline,
    'bare',
    0.7,
  )
}

/** A pigeon on the wing; in a medallion, a swallow with a sprig. */
export const bird: Drawing = {
  spill: 1.22,
  draw(pen, _random, occasion) {
    if (occasion === 'roundel') return swallow(pen)
    feathers(
      pen,
      (t) => [34 - t * 16, -6],
      6,
      (t) => 58 - t * 44,
      (t) => 54 + 34 * Math.sin(0.5 + t * 1.4),
      18,
      'second',
    )
    feathers(
      pen,
      (t) => [-46 + t * 3, 22 + (t - 0.5) * 5],
      5,
      (t) => -130 + t * 50,
      (t) => 48 + 8 * Math.sin(t * 3.14),
      16,
      'second',
    )
    const body = curve(
      points(
        `70 -18, 76 -6, 66 6, 54 26, 28 42, -8 42, -40 32, -56 24, -44 12, -10 2, 24 -6, 42 -16,
        56 -24`,
      ),
      true,
    )
    pen.area(points('72 -14, 92 -18, 75 -8'), 'second')
    pen.area(points('73 -6, 90 2, 70 3'), 'second')
    pen.area(body)
    pen.area(disc([62, -9], 5), 'bare', 0.7)
    pen.beads([[62.5, -9]], 2.3, 'bare')
    const collar = curve(points('44 -17, 52 -6, 56 8, 50 28, 42 35, 46 14, 40 -2, 34 -12'), true)
    pen.area(collar, 'second', 0.9)
    pen.beads(divide(curve(points('42 -10, 48 2, 50 14, 46 27')), 6), 1.7, 'second')
    for (let row = 0; row < 5; row++) {
      for (let i = 0; i < 6; i++) {
        const seat: Point = [36 - i * 13 - row * 5, 14 + row * 6]
        for (const part of clip(arc(seat, 5, 185, 345), body, 2.5))
          if (seat[0] < 40) pen.vein(part, 1.9)
      }
    }
    // The near wing: long feathers, then coverts, then the shoulder.
    feathers(
      pen,
      (t) => [16 - t * 44, 2 + t * 10],
      8,
      (t) => -4 - t * 66,
      (t) => 96 - 32 * t,
      20,
      'body',
    )
    feathers(
      pen,
      (t) => [18 - t * 40, 6 + t * 8],
      6,
      (t) => -2 - t * 62,
      (t) => 54 - 16 * t,
      17,
      'second',
    )
    feathers(
      pen,
      (t) => [20 - t * 38, 8 + t * 7],
      5,
      (t) => -4 - t * 60,
      (t) => 30 - 6 * t,
      13,
      'bare',
    )
    const shoulder = curve(points('32 6, 24 -9, 6 -8, -14 3, -32 17, -12 22, 12 20, 27 15'), true)
    pen.area(shoulder)
    pen.beads(divide(curve(points('22 -1, 6 0, -12 10, -22 15')), 7), 1.9)
    pen.vein(curve(points('26 8, 8 9, -10 16')), 2)
  },
}

function swallow(pen: Pen) {
  for (const side of [-1, 1]) {
    const streamer = curve([
      [-34, 30],
      [-62, 52 + side * 8],
      [-88, 66 + side * 24],
    ])
    pen.area(
      blade(streamer, (t) => 8 * (1 - t) + 1.6),
      'body',
    )
    pen.vein(streamer.slice(3, -3), 1.8)
  }
  feathers(
    pen,
    (t) => [24 + t * 8, -8 + t * 4],
    6,
    (t) => 44 - t * 40,
    (t) => 58 + 36 * t,
    17,
    'second',
  )
  const sprig = curve(points('72 -30, 84 -44, 98 -52'))
  stem(pen, sprig, 2.6)
  leaf(pen, [80, -40], 4, 22, 10, { bend: 24, veins: 3 })
  leaf(pen, [84, -44], 104, 22, 10, { bend: -24, veins: 3 })
  leaf(pen, [97, -52], 50, 18, 9, { bend: 0, veins: 3 })
  const body = curve(
    points(
      `58 -44, 70 -38, 76 -28, 68 -16, 56 4, 34 24, 4 36, -26 38, -44 36, -32 24, -8 8, 20 -10,
      40 -34`,
    ),
    true,
  )
  pen.area(points('72 -37, 90 -31, 74 -25'), 'second')
  pen.area(body)
  const throat = curve(points('72 -22, 62 -4, 42 16, 12 30, -20 35, 4 24, 32 6, 52 -16'), true)
  pen.area(throat, 'bare', 0.8)
  pen.beads(divide(curve(points('62 -10, 44 10, 16 26')), 8), 1.5, 'bare')
  pen.area(disc([62, -34], 4.4), 'bare', 0.7)
  pen.beads([[62.5, -34]], 2, 'bare')
  feathers(
    pen,
    (t) => [26 - t * 42, -8 + t * 22],
    8,
    (t) => -28 - t * 58,
    (t) => 100 - 44 * t,
    17,
    'body',
  )
  feathers(
    pen,
    (t) => [28 - t * 36, -8 + t * 20],
    6,
    (t) => -26 - t * 52,
    (t) => 54 - 16 * t,
    15,
    'second',
  )
  const shoulder = curve(points('40 -12, 28 -26, 8 -18, -10 2, -22 20, 0 20, 22 8'), true)
  pen.area(shoulder)
  pen.beads(divide(curve(points('27 -18, 8 -8, -8 10')), 6), 1.8)
}
