/** Things that fly, sound and roll. */
import {
  arc,
  blade,
  curve,
  disc,
  divide,
  type Line,
  type Point,
  petal,
  points,
  polar,
  shift,
} from './curve.ts'
import type { Drawing } from './drawing.ts'
import { flower } from './flora.ts'

/** A fighter kite: tissue in two colours, a bent bow, a tail of tissue. */
export const kite: Drawing = {
  draw(pen, _random, occasion) {
    const round = occasion === 'roundel'
    const lift = round ? -12 : -18
    const y = (v: number) => v + lift
    const [top, left, right, low]: Point[] = [
      [0, y(-76)],
      [-72, y(-6)],
      [72, y(-6)],
      [0, y(66)],
    ]
    const edge = (a: Point, b: Point) =>
      curve([
        a,
        [((a[0] + b[0]) / 2) * 0.965, (a[1] + b[1]) / 2 + (lift - (a[1] + b[1]) / 2) * 0.035],
        b,
      ])
    const sheet = [
      edge(top!, right!),
      edge(right!, low!),
      edge(low!, left!),
      edge(left!, top!),
    ].flatMap((line) => line.slice(0, -1))
    if (round) {
      const loop = curve([
        [0, y(4)],
        [44, 62],
        [20, 88],
        [-40, 86],
        [-86, 40],
        [-94, -24],
        [-62, -78],
        [0, -98],
        [62, -80],
        [94, -26],
        [88, 36],
        [62, 72],
      ])
      pen.line(loop, 2.6, false)
    } else {
      pen.line(
        curve([
          [0, y(6)],
          [-20, 54],
          [8, 78],
          [-8, 92],
          [-2, 106],
        ]),
        2.4,
        false,
      )
    }
    const tail = round ? 24 : 34
    pen.area([low!, ...arc(low!, tail, 144, 216).map(([a, b]): Point => [a, b])], 'second')
    for (const bearing of [156, 168, 180, 192, 204])
      pen.vein([polar(7, bearing, low), polar(tail - 4, bearing, low)], 1.9, 'second')
    pen.area(sheet, 'body')
    pen.area([...edge(left!, top!), ...edge(top!, right!).slice(1), [0, y(-6)]], 'second')
    pen.area(
      [
        [0, y(-6)],
        [27, y(21)],
        [0, y(48)],
        [-27, y(21)],
      ],
      'bare',
    )
    flower(pen, [0, y(21)], 15, 8, { form: 'pointed' })
    pen.area(arcBand([0, y(-30)], 23, 13), 'bare', 0.9)
    flower(pen, [0, y(-34)], 9.5, 5, { form: 'round' })
    for (const side of [-1, 1]) {
      pen.beads(
        divide(
          [
            [side * 62, y(3)],
            [side * 9, y(56)],
          ],
          12,
        ),
        1.9,
      )
      pen.beads(
        divide(
          [
            [side * 60, y(-11)],
            [side * 10, y(-61)],
          ],
          11,
        ),
        1.9,
        'second',
      )
      pen.area(disc([side * 40, y(-14)], 6.5), 'bare', 0.8)
      pen.beads([[side * 40, y(-14)]], 2.6, 'bare')
      for (const i of [0, 1])
        pen.vein(
          [
            [side * (46 - i * 12), y(5 + i * 2)],
            [side * (30 - i * 6), y(20 + i * 6)],
          ],
          2.2,
        )
      const tuft: Point = [side * 72, y(-6)]
      for (const lean of [60, 90, 120])
        pen.area(petal(tuft, side * lean, 14, 5.4).outline, 'second', 0.6)
    }
    pen.vein(
      [
        [0, y(-72)],
        [0, y(62)],
      ],
      3,
      'bare',
    )
    pen.vein(
      curve([
        [-68, y(-7)],
        [-38, y(-34)],
        [0, y(-46)],
        [38, y(-34)],
        [68, y(-7)],
      ]),
      3,
      'second',
    )
  },
}

/** A new moon lying on its back, as kites wear it. */
const arcBand = (centre: Point, radius: number, inner: number): Line => [
  ...arc(centre, radius, 112, 248),
  ...arc([centre[0], centre[1] - 6], inner + 5, 250, 110),
]

/** A barrel drum for two hands, its cords laced in zigzag. */
export const drum: Drawing = {
  draw(pen, _random, occasion) {
    const turn = occasion === 'roundel' ? -4 : -14
    const put = (line: Line) => shift(line, { turn })
    const oval = (x: number, radius: number, squash: number) =>
      put(disc([0, 0], radius).map(([a, b]): Point => [x + a * squash, b]))
    const strap = curve(points('-72 -32, -48 -62, 2 -76, 52 -64, 74 -36'))
    pen.area(put(blade(strap, () => 4)), 'second', 0.9)
    pen.beads(divide(put(strap), 17).slice(1, -1), 1.7, 'second')
    // The far rim stands out behind the belly; of the near one the whole face is seen.
    pen.area(oval(-76, 44, 0.3), 'second')
    const belly = [
      ...curve(points('-74 -40, -40 -55, 0 -59, 40 -54, 74 -39')),
      ...curve(points('74 39, 40 54, 0 59, -40 55, -74 40, -83 18, -85 0, -83 -18, -74 -40')).slice(
        0,
        -1,
      ),
    ]
    pen.area(put(belly))
    const bulge = (x: number) => 59 - 19.5 * (Math.abs(x) / 74) ** 1.8
    const bow = (x: number, v: number) => x - (x < 0 ? 10 : -3) * Math.abs(x / 74) * (1 - v * v)
    const place = (x: number, v: number): Point => [bow(x, v), v * bulge(x)]
    const staff = (x: number) => [-1, -0.6, 0, 0.6, 1].map((v) => place(x, v * 0.99))
    for (const [a, b] of [
      [-70, -20],
      [66, 20],
    ] as const) {
      const cords = Array.from({ length: 13 }, (_, i) =>
        place(i % 2 ? b : a, -0.93 + (1.86 * i) / 12),
      )
      for (let i = 1; i < cords.length; i++) pen.vein(put([cords[i - 1]!, cords[i]!]), 3)
      const rings = Array.from({ length: 6 }, (_, i) =>
        place(a * 0.42 + b * 0.58, -0.93 + (1.86 * (i * 2 + 1)) / 12),
      )
      for (const ring of put(rings)) pen.area(disc(ring, 4.4), 'second', 0.7)
    }
    pen.area(put([...curve(staff(-16)), ...[...curve(staff(16))].reverse()]), 'second')
    for (let i = 0; i < 7; i++) {
      const y = (i - 3) * 15.4
      pen.area(
        put([
          [0, y - 7],
          [10, y],
          [0, y + 7],
          [-10, y],
        ]),
        'bare',
        0.7,
      )
      pen.beads(put([[0, y]]), 1.9, 'bare')
    }
    pen.area(oval(76, 43, 0.42), 'second')
    pen.beads(divide([...oval(76, 38.6, 0.42), oval(76, 38.6, 0.42)[0]!], 21), 1.7, 'second')
    pen.area(oval(77, 33.5, 0.38), 'bare')
    pen.beads(divide(oval(77, 26, 0.36), 17), 1.4, 'bare')
    pen.area(oval(78, 18, 0.36), 'body', 0.8)
    for (const side of [-1, 1]) {
      const knot = put([[side * 58, 52]])[0]!
      pen.line([knot, polar(12, 176, knot)], 2.6, false)
      for (const lean of [150, 180, 210]) {
        pen.area(petal(polar(9, 180, knot), lean, 18, 7).outline, 'second', 0.7)
      }
    }
  },
}

/** A cart's wheel, carved like the wheels of a temple. */
export const wheel: Drawing = {
  draw(pen) {
    const ring = (r: number) => disc([0, 0], r)
    for (let i = 0; i < 24; i++) {
      pen.area(
        petal(polar(84, i * 15), i * 15, 13, 10.5, { peak: 0.5, round: 0.6 }).outline,
        'second',
        0.8,
      )
    }
    pen.area(ring(87))
    pen.beads(
      Array.from({ length: 36 }, (_, i) => polar(80.5, i * 10)),
      2.1,
    )
    pen.area(ring(74.5), 'second', 0.8)
    for (let i = 0; i < 32; i++)
      pen.vein(
        [polar(69.5, i * 11.25 - 4), polar(65, i * 11.25), polar(69.5, i * 11.25 + 4)],
        2,
        'second',
      )
    pen.area(ring(62.5), 'bare')
    for (let i = 0; i < 8; i++) {
      const bearing = i * 45
      const fine = blade([polar(20, bearing + 22.5), polar(62, bearing + 22.5)], () => 1.6)
      pen.area(fine, 'second', 0.5)
      pen.area(disc(polar(44, bearing + 22.5), 4), 'second', 0.6)
      const spoke = blade(
        curve([polar(16, bearing), polar(30, bearing), polar(46, bearing), polar(63, bearing)]),
        (t) => 4.2 + 4.6 * Math.sin(Math.PI * t) ** 1.4,
      )
      pen.area(spoke)
      const jewel = polar(39.5, bearing)
      pen.area(disc(jewel, 5), 'bare', 0.6)
      pen.beads([jewel], 2, 'bare')
    }
    pen.area(ring(22), 'body')
    pen.beads(
      Array.from({ length: 16 }, (_, i) => polar(17.6, i * 22.5)),
      1.6,
    )
    flower(pen, [0, 0], 13.5, 8, { tone: 'second', heart: 'bare', form: 'pointed' })
  },
}
