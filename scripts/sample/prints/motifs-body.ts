/** What people have of their own: the eye and the hand. */
import {
  arc,
  blade,
  curve,
  disc,
  divide,
  leafShape,
  type Point,
  petal,
  pointAt,
  points,
  polar,
  soften,
} from './curve.ts'
import type { Drawing } from './drawing.ts'
import { flower } from './flora.ts'
import type { Pen } from './pen.ts'

/** The long eye of the scroll painters, under its brow. */
export const eye: Drawing = {
  draw(pen) {
    const upper = curve(points('-86 24, -58 -8, -14 -26, 34 -16, 70 8, 103 14'))
    const lower = curve(points('103 14, 66 27, 24 46, -20 50, -58 40, -86 24'))
    const brow = curve(points('-94 -16, -62 -46, -12 -60, 46 -46, 98 -18'))
    pen.area(blade(brow, leafShape(10.5, 0.34, 0.7)))
    for (let i = 0; i < 19; i++) {
      const hair = pointAt(brow, 0.09 + i * 0.044)
      const reach = 7 * Math.sin(Math.PI * (0.12 + i * 0.042))
      pen.vein(
        [polar(reach, hair.bearing + 150, hair.point), polar(reach, hair.bearing - 22, hair.point)],
        1.8,
      )
    }
    pen.dots(
      divide(
        brow.map(([x, y]): Point => [x * 1.02, y - 16]),
        17,
      ),
      2.5,
      'second',
    )
    const lidLine = curve(points('-74 -8, -46 -30, -10 -40, 38 -30, 80 -2'))
    pen.dots(divide(lidLine, 21), 1.7)
    for (let i = 0; i < 13; i++) {
      const lash = pointAt(lower, 0.2 + i * 0.056)
      const drop = petal(polar(6, lash.bearing - 90, lash.point), lash.bearing - 90, 17, 8.4, {
        peak: 0.62,
        round: 0.65,
      })
      pen.area(drop.outline, 'second', 0.8)
      pen.vein(drop.spine.slice(2, -2), 1.3, 'second')
    }
    pen.area([...upper, ...lower.slice(1)], 'bare')
    const iris: Point = [-6, 8]
    pen.area(disc(iris, 34))
    for (let i = 0; i < 28; i++)
      pen.vein([polar(23.5, (i * 360) / 28, iris), polar(31, (i * 360) / 28, iris)], 1.8)
    pen.area(disc(iris, 20.5), 'second')
    pen.beads(
      Array.from({ length: 14 }, (_, i) => polar(16.2, (i * 360) / 14, iris)),
      1.4,
      'second',
    )
    pen.area(disc(iris, 12), 'body')
    pen.area(disc([iris[0] - 4.5, iris[1] - 4.5], 3.4), 'bare', 0.5)
    const thick = upper.map(
      ([x, y], i): Point => [x, y + 11 * Math.sin((Math.PI * i) / (upper.length - 1)) ** 0.8],
    )
    pen.area([...upper, ...thick.reverse()], 'body', 0.8)
    for (const [x, reach] of [
      [-58, 9],
      [-66, 6],
      [46, 11],
      [56, 8],
      [65, 6],
    ] as const) {
      const way = x < 0 ? -4 : 4
      pen.vein(
        curve([
          [x, 24 - reach],
          [x + way, 22],
          [x, 21 + reach],
        ]),
        2.2,
        'bare',
      )
    }
    pen.area(petal([-86, 25], 96, 17, 9, { peak: 0.4 }).outline, 'second', 0.7)
    pen.line(curve(points('66 34, 84 34, 97 29, 103 36, 96 40')), 2.8)
  },
}

/** An open hand, its palm and fingers painted. */
export const hand: Drawing = {
  draw(pen, random, occasion) {
    // Each finger: middle of its foot, of its tip, and half its width.
    const fingers: [Point, Point, number][] = [
      [[-33, 0], [-52, -46], 8.6],
      [[-14, -10], [-21, -76], 9.6],
      [[8, -12], [10, -86], 10],
      [[29, -6], [40, -70], 9.4],
    ]
    const thumb: [Point, Point, number] = [[32, 34], [68, -8], 10]
    const side = ([foot, tip, half]: (typeof fingers)[0]) => {
      const size = Math.hypot(tip[0] - foot[0], tip[1] - foot[1])
      const across: Point = [-(tip[1] - foot[1]) / size, (tip[0] - foot[0]) / size]
      const at = (p: Point, v: number): Point => [p[0] + across[0] * v, p[1] + across[1] * v]
      const out: Point = [
        tip[0] + ((tip[0] - foot[0]) / size) * half,
        tip[1] + ((tip[1] - foot[1]) / size) * half,
      ]
      const knuckle: Point = [(foot[0] + tip[0]) / 2, (foot[1] + tip[1]) / 2]
      return [
        at(foot, -half),
        at(knuckle, -half * 1.08),
        at(tip, -half * 0.94),
        at(out, -half * 0.6),
        at(out, half * 0.6),
        at(tip, half * 0.94),
        at(knuckle, half * 1.08),
        at(foot, half),
      ]
    }
    const outline = soften(
      [
        [-23, 92],
        [-23, 72],
        [-38, 50],
        [-44, 22],
        ...fingers.flatMap(side),
        [34, 8],
        ...side(thumb),
        [38, 56],
        [24, 72],
        [23, 92],
      ],
      3,
    )
    pen.area(outline)
    for (const [foot, tip] of [...fingers, thumb]) {
      const way = (Math.atan2(tip[0] - foot[0], foot[1] - tip[1]) * 180) / Math.PI
      const nail = petal(polar(-9, way, tip), way, 17, 12, { peak: 0.58, round: 0.55 })
      pen.area(nail.outline, 'second', 0.8)
      const size = Math.hypot(tip[0] - foot[0], tip[1] - foot[1])
      for (const [away, bow] of [
        [0.68, 5],
        [0.36, 5],
      ] as const) {
        const joint = polar(size * away, way, foot)
        for (const lift of [0, 4.4])
          pen.vein(arc(polar(lift - bow, way, joint), 9, way - 42, way + 42), 1.8)
      }
      pen.beads(
        [0.5, 0.18].map((away) => polar(size * away, way, foot)),
        1.8,
      )
    }
    const palm: Point = [-4, 33]
    for (const [[x, y]] of fingers) {
      const way = (Math.atan2(x - palm[0], palm[1] - y) * 180) / Math.PI
      pen.area(petal(polar(24, way, palm), way, 17, 8, { peak: 0.5 }).outline, 'second', 0.8)
      pen.beads([polar(45, way, palm)], 1.6)
    }
    flower(pen, palm, 20, random.pick([6, 8]), { tone: 'second', heart: 'body' })
    pen.beads(
      Array.from({ length: 18 }, (_, i) => polar(24.5, i * 20, palm)),
      1.4,
    )
    pen.vein(curve(points('30 42, 26 56, 16 68')), 2.2)
    pen.vein(curve(points('-36 26, -34 48, -22 66')), 2.2)
    pen.beads(divide(curve(points('-17 66, 0 70, 13 67')), 5), 1.6)
    if (occasion === 'roundel') stitches(pen, palm)
    for (const [y, tone] of [
      [76, 'second'],
      [86, 'bare'],
      [96, 'second'],
    ] as const) {
      pen.area(
        curve(
          [
            [-27, y - 4],
            [0, y - 1],
            [27, y - 4],
            [27, y + 4],
            [0, y + 7],
            [-27, y + 4],
          ].map(([x, b]) => [x!, b!] as const),
          true,
        ),
        tone,
        0.9,
      )
      pen.beads(
        divide(
          [
            [-20, y + 0.5],
            [0, y + 3],
            [20, y + 0.5],
          ],
          7,
        ),
        1.4,
        tone,
      )
    }
  },
}

function stitches(pen: Pen, palm: Point) {
  for (const radius of [29, 33.5]) {
    const ring = disc(palm, radius, 0.96)
    for (let i = 0; i + 1 < ring.length; i += 3) {
      if (Math.abs(ring[i]![0] + 4) < 34 && ring[i]![1] > 2) pen.vein([ring[i]!, ring[i + 1]!], 1.8)
    }
  }
}
