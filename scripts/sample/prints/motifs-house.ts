/** Things of the house: light, letters and tea. */
import {
  blade,
  curve,
  disc,
  divide,
  type Line,
  leafShape,
  type Point,
  petal,
  pointAt,
  points,
  polar,
} from './curve.ts'
import type { Drawing } from './drawing.ts'
import { flower, leaf } from './flora.ts'

/** An oil lamp of clay or brass, its flame bowed by some draught. */
export const lamp: Drawing = {
  draw(pen) {
    const flame = curve(
      points('6 -2, -17 -18, -21 -42, -6 -66, 10 -96, 14 -70, 25 -48, 24 -22'),
      true,
    )
    for (let i = 0; i < 11; i++) {
      const bearing = -78 + i * 16
      const ray = petal(polar(i % 2 ? 56 : 52, bearing, [3, -34]), bearing, i % 2 ? 11 : 20, 6.5, {
        peak: 0.5,
      })
      if (i % 2) pen.dots([ray.spine[2]!], 2.8, 'second')
      else pen.area(ray.outline, 'second', 0.8)
    }
    pen.area(flame, 'body')
    pen.area(
      curve(points('5 -7, -9 -20, -11 -38, 1 -56, 9 -68, 12 -48, 16 -34, 15 -18'), true),
      'bare',
      0.9,
    )
    pen.area(petal([4, -8], 4, 32, 14, { peak: 0.42, bend: 6 }).outline, 'second', 0.8)
    pen.area(
      blade(curve(points('4 14, 2 2, 5 -12')), () => 2.4),
      'body',
      0.7,
    )
    const bowl = curve(
      points('-82 2, -66 0, 0 10, 66 0, 82 2, 70 28, 38 46, 0 50, -38 46, -70 28'),
      true,
    )
    for (const [y, half, deep, tone] of [
      [54, 16, 8, 'second'],
      [66, 10, 10, 'body'],
      [76, 20, 7, 'second'],
      [87, 34, 8, 'body'],
    ] as const) {
      pen.area(
        curve(
          [
            [-half, y - deep * 0.6],
            [0, y - deep * 0.75],
            [half, y - deep * 0.6],
            [half + 3, y],
            [half, y + deep * 0.6],
            [0, y + deep * 0.75],
            [-half, y + deep * 0.6],
            [-half - 3, y],
          ],
          true,
        ),
        tone,
        0.9,
      )
    }
    pen.beads(
      divide(
        [
          [-26, 87],
          [26, 87],
        ],
        9,
      ),
      1.8,
    )
    pen.area(disc([0, 3], 66, 0.16), 'bare')
    pen.area(bowl)
    pen.vein(curve(points('-70 9, -34 17, 0 19, 34 17, 70 9')), 2.6)
    for (let i = -4; i <= 4; i++) {
      const x = i * 14.5
      const foot: Point = [x * 0.78, 44 - Math.abs(i) * 1.9 - i * i * 0.35]
      const leafy = petal(foot, x * 0.52, 21 - Math.abs(i) * 0.9, 11.5, { peak: 0.55 })
      pen.area(leafy.outline, i % 2 ? 'bare' : 'second', 0.7)
      pen.vein(leafy.spine.slice(2, -2), 1.4, i % 2 ? 'bare' : 'second')
    }
    pen.area(
      blade(curve(points('2 16, 4 6, 5 -8')), (t) => 3 - t),
      'second',
      0.6,
    )
  },
}

/** A book open on its folding stand. */
export const book: Drawing = {
  draw(pen) {
    for (const side of [-1, 1]) {
      const leg = curve([
        [side * -62, 84],
        [side * -26, 56],
        [side * 30, 18],
        [side * 78, -4],
      ])
      pen.area(
        blade(leg, (t) => 8.5 - 2 * t),
        'second',
      )
      pen.vein(leg.slice(8, -8), 2.2, 'second')
      pen.beads(divide(leg.slice(3, 16), 3), 1.7, 'second')
    }
    flower(pen, [0, 40], 14, 8, { form: 'pointed' })
    for (const side of [-1, 1]) {
      const across = (points: Line): Line => points.map(([x, y]): Point => [x * side, y])
      const boards = across([
        ...curve(points('0 16, 46 4, 96 -14')),
        ...curve(points('96 -76, 48 -62, 0 -50')),
      ])
      pen.area(boards, 'body')
      const page = across([
        ...curve(points('0 10, 22 -6, 56 -12, 90 -22')),
        ...curve(points('90 -80, 54 -78, 24 -72, 0 -54')),
      ])
      pen.area(page, 'bare')
      pen.area(
        across([
          ...curve(points('0 13, 22 -3, 56 -9, 91 -19')),
          ...curve(points('90 -22, 56 -12, 22 -6, 0 10')),
        ]),
        'second',
        0.7,
      )
      for (let i = 0; i < 6; i++) {
        const y = -58 + i * 9
        if (side < 0 && i < 3) continue
        const line = across(
          curve([
            [13, y - 2],
            [30, y - 11],
            [56, y - 13.5],
            [78, y - 18 + (i === 5 ? 0 : 0)],
          ]),
        )
        const end = i === 5 ? 0.62 : 1
        pen.vein(line.slice(0, Math.ceil(line.length * end)), 2.9, 'bare')
        pen.beads(
          [0.3, 0.55, 0.8].filter((t) => t < end).map((t) => polar(3.6, 0, pointAt(line, t).point)),
          1.3,
          'bare',
        )
      }
      if (side < 0) {
        const plate = across([
          ...curve(points('15 -42, 34 -50, 56 -52, 78 -57')),
          ...curve(points('78 -73, 56 -70, 34 -67, 15 -58')),
        ])
        pen.area(plate, 'second', 0.8)
        flower(pen, [-46, -60], 8.2, 6, { form: 'round' })
      }
    }
    pen.area(
      blade(curve(points('0 -52, -2 -20, 2 12')), () => 2.2),
      'second',
      0.7,
    )
    pen.area(
      blade(curve(points('2 10, 9 22, 5 34, 12 44')), (t) => 2.4 + t * 1.6),
      'body',
      0.8,
    )
    for (const bearing of [-34, -12, 12, 34])
      pen.dots([polar(bearing % 34 ? 38 : 33, bearing, [0, -56])], 2.6, 'second')
    pen.area(petal([0, -64], 0, 24, 13, { peak: 0.5 }).outline, 'second', 0.8)
  },
}

/** A cup of tea on its saucer, just poured. */
export const cup: Drawing = {
  draw(pen, random) {
    const handled = random.chance(0.6)
    for (const [x, size] of [
      [-27, 0.8],
      [1, 1],
      [29, 0.8],
    ] as const) {
      const steam = Array.from({ length: 7 }, (_, i): Point => {
        const t = i / 6
        return [x + 8 * Math.sin(t * 5.6) * (1 - t * 0.3), -32 - t * 64 * size]
      })
      pen.area(blade(curve(steam), leafShape(4.2, 0.36, 0.7)), 'second', 0.6)
      pen.dots([polar(9, 0, steam.at(-1)!)], 2.2, 'second')
    }
    if (handled) {
      pen.area(
        blade(curve(points('48 -6, 76 -12, 82 12, 66 30, 38 36')), () => 5.4),
        'body',
      )
      pen.vein(curve(points('52 -4, 72 -7, 77 12, 63 26, 46 31')), 2)
    }
    pen.area(disc([0, 76], 82, 0.2), 'body')
    pen.beads(
      disc([0, 76], 73, 0.19).filter((_, i) => i % 5 === 0),
      1.9,
    )
    pen.area(disc([0, 73], 54, 0.16), 'bare', 0.9)
    pen.area(curve(points('-22 62, 22 62, 28 74, 0 78, -28 74'), true), 'second')
    const bowl = curve(
      points('-60 -16, -55 14, -42 42, -22 64, 0 68, 22 64, 42 42, 55 14, 60 -16, 0 -12'),
      true,
    )
    pen.area(bowl)
    const band = [...curve(points('-55 4, 0 12, 55 4')), ...curve(points('48 30, 0 40, -48 30'))]
    pen.area(band, 'bare')
    for (let i = -2; i <= 2; i++) {
      const x = i * 19.5
      const y = 26 - Math.abs(i) * 2.4 - i * i * 0.4
      if (i % 2) {
        leaf(pen, [x, y + 9], 0, 19, 10, { bend: 0, veins: 3, tone: 'second' })
      } else flower(pen, [x, y - 2], 9.4, 6, { form: 'round' })
    }
    for (let i = -3; i <= 3; i++) {
      const foot: Point = [i * 6.4, 63 - Math.abs(i) * 1.3]
      pen.vein([foot, [i * 11.4, 45 - Math.abs(i) * 1.5]], 2.4)
    }
    pen.area(disc([0, -16], 60, 0.19), 'second')
    pen.area(disc([0, -14.5], 51, 0.14), 'bare', 0.9)
    pen.vein(curve(points('-34 -13, -10 -10, 16 -10, 36 -13')), 2, 'bare')
  },
}
