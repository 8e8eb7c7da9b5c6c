/** Heights, heavenly bodies and the sea. */
import {
  along,
  arc,
  blade,
  clearance,
  curve,
  disc,
  divide,
  inside,
  type Line,
  leafShape,
  type Point,
  petal,
  points,
  polar,
  spiral,
} from './curve.ts'
import type { Drawing } from './drawing.ts'
import { beading, flower, hatch, leaf, stem } from './flora.ts'
import type { Pen } from './pen.ts'

/** Peaks one behind the other, hatched on the side away from the sun. */
export const mountain: Drawing = {
  draw(pen, _random, occasion) {
    const sun: Point = [58, -66]
    if (occasion !== 'roundel') {
      for (let i = 0; i < 12; i++)
        pen.area(petal(polar(17, i * 30, sun), i * 30, 12, 6).outline, 'second', 0.7)
      pen.area(disc(sun, 14), 'second')
      pen.beads(
        disc(sun, 8).filter((_, i) => i % 4 === 0),
        1.4,
        'second',
      )
    }
    peak(pen, [-54, -34], [-100, 62], [0, 62], 'second')
    peak(pen, [54, -22], [4, 62], [100, 62], 'second')
    peak(pen, [2, -84], [-64, 66], [68, 66], 'body')
    for (const [row, y] of [56, 67, 78].entries()) {
      const count = 11 - row * 2
      for (let i = 0; i < count; i++) {
        const x = (i - (count - 1) / 2) * 18.4
        pen.area([...arc([x, y + 9], 10.4, -90, 90, 1.15)], row % 2 ? 'second' : 'bare', 0.85)
        pen.vein(arc([x, y + 9], 5.4, -84, 84, 1.15), 1.8, row % 2 ? 'second' : 'bare')
      }
    }
    for (const [x, y] of [
      [-84, 44],
      [-70, 50],
      [84, 44],
      [70, 50],
    ] as const) {
      pen.area(petal([x, y + 12], 0, 26, 12, { peak: 0.36 }).outline, 'body', 0.8)
      pen.vein(
        [
          [x, y + 8],
          [x, y - 6],
        ],
        1.6,
      )
    }
  },
}

function peak(pen: Pen, top: Point, left: Point, right: Point, tone: 'body' | 'second') {
  const slope = (foot: Point, bow: number) =>
    curve([
      top,
      [top[0] + (foot[0] - top[0]) * 0.42 - bow, top[1] + (foot[1] - top[1]) * 0.5],
      foot,
    ])
  const [west, east] = [slope(left, -4), slope(right, 4)]
  const outline = [...west, ...[...east].reverse()]
  pen.area(outline, tone)
  const ridge = curve([
    top,
    [top[0] + 5, top[1] + 30],
    [top[0] - 3, top[1] + 62],
    [top[0] + 6, left[1]],
  ])
  const shade = [...ridge, ...[...east].reverse()]
  for (const line of hatch(shade, 152, 6.4, 2.6)) pen.vein(line, 2, tone)
  pen.vein(ridge.slice(3), 2.4, tone)
  for (const away of [9, 18]) {
    const echo = west.map(([x, y]): Point => [x + away * 0.86, y + away])
    pen.beads(
      divide(echo.slice(9, -7), away === 9 ? 13 : 10).filter(([, y]) => y < left[1] - 12),
      1.6,
      tone,
    )
  }
  const drop = (left[1] - top[1]) * 0.3
  const cut = (line: Line) => line.filter(([, y]) => y < top[1] + drop)
  const [w, e] = [cut(west), cut(east)]
  const [a, b] = [w.at(-1)!, e.at(-1)!]
  const jag = [0.8, 0.6, 0.4, 0.2].map(
    (t, i): Point => [a[0] + (b[0] - a[0]) * (1 - t), a[1] + (i % 2 ? 7 : -7)],
  )
  pen.area([...w.slice().reverse(), ...e.slice(1), ...jag.reverse()], 'bare', 0.9)
  for (const t of [0.35, 0.62]) {
    const x = top[0] + 2
    pen.vein(
      [
        [x + t * 7, top[1] + drop * (t + 0.2)],
        [x + t * 14, top[1] + drop * (t + 0.42)],
      ],
      1.7,
      'bare',
    )
  }
}

/** The eight-pointed star of the ajrakh printers. */
export const star: Drawing = {
  draw(pen) {
    const zigzag = (outer: number, inner: number, count: number, turn = 0): Line =>
      Array.from({ length: count * 2 }, (_, i) =>
        polar(i % 2 ? inner : outer, turn + (180 * i) / count),
      )
    for (let i = 0; i < 8; i++) {
      const bearing = 22.5 + i * 45
      const bloom = petal(polar(64, bearing), bearing, 27, 15, { peak: 0.55 })
      pen.area(bloom.outline, 'second', 0.9)
      pen.vein(bloom.spine.slice(3, -3), 1.8, 'second')
      pen.dots([polar(96, bearing)], 2.4, 'second')
      pen.dots([polar(88, bearing - 11), polar(88, bearing + 11)], 1.7)
    }
    pen.area(zigzag(97, 66, 8))
    pen.beads(
      beading(
        zigzag(97, 66, 8).flatMap((p, i, all) => divide([p, all[(i + 1) % 16]!], 7).slice(0, -1)),
        -6.2,
        5.6,
      ),
      1.6,
    )
    pen.area(zigzag(76, 52, 8), 'bare')
    for (let i = 0; i < 8; i++) {
      const bearing = i * 45
      pen.area(
        [polar(70, bearing), polar(57, bearing + 8), polar(45, bearing), polar(57, bearing - 8)],
        'second',
        0.8,
      )
      pen.beads([polar(57.5, bearing)], 2, 'second')
    }
    pen.area(disc([0, 0], 46))
    pen.beads(
      Array.from({ length: 24 }, (_, i) => polar(41, i * 15)),
      1.8,
    )
    pen.area(zigzag(35, 25.5, 8, 22.5), 'bare', 0.9)
    flower(pen, [0, 0], 25, 8, { form: 'pointed', tone: 'second', heart: 'body' })
  },
}

/** A horned moon with what it carries. */
export const moon: Drawing = {
  draw(pen, random, occasion) {
    const thin = occasion === 'roundel'
    const horns = arc([0, 0], 68, -38, -322)
    const wide = thin ? 13 : 21
    const crescent = (scale: number) => {
      const shape = leafShape(wide * scale, 0.5, 0.9)
      return blade(horns, shape)
    }
    const outline = crescent(1)
    for (let i = 0; i < 19; i++) {
      const bearing = -62 - i * 13.1
      const reach = 68 + leafShape(wide, 0.5, 0.9)((i + 1.6) / 21) - 3
      const flick = petal(polar(reach, bearing), bearing, 15, 10, { peak: 0.55, round: 0.65 })
      pen.area(flick.outline, 'second', 0.8)
    }
    pen.area(outline)
    if (thin) {
      const beads = arc([0, 0], 68, -74, -286)
      pen.beads(divide(beads, 23), 2.1)
    } else {
      pen.area(blade(horns.slice(12, -12), leafShape(10, 0.5, 0.8)), 'second', 0.8)
      for (let i = 0; i < 15; i++) {
        const bearing = -76 - i * 14.86
        const room = 8.4 * Math.sin((Math.PI * (i + 2)) / 18)
        pen.vein(arc(polar(65, bearing), room, bearing - 88, bearing + 88), 2, 'second')
        pen.beads([polar(66, bearing)], 1.5, 'second')
      }
      for (const radius of [52.5, 83.5]) {
        const reach = radius > 60 ? [-108, -252] : [-100, -260]
        pen.beads(divide(arc([0, 0], radius, reach[0]!, reach[1]!), 19), 1.7)
      }
    }
    for (const tip of [polar(72, -38), polar(72, 38)])
      pen.dots([[tip[0], tip[1] - 6]], 4.2, 'second')
    if (thin) {
      stem(pen, curve(points('-4 54, 6 28, 0 -4')), 5)
      leaf(pen, [3, 36], 62, 38, 16, { bend: 20 })
      leaf(pen, [2, 42], -60, 36, 16, { bend: -20 })
      leaf(pen, [4, 20], -58, 24, 11, { bend: 24, veins: 4 })
      flower(pen, [0, -26], 36, 8)
      pen.dots(points('-30 -68, 30 -68, 0 -78'), 2.6, 'second')
    } else {
      const rays = random.pick([6, 8])
      const spikes: Line = Array.from({ length: rays * 2 }, (_, i) =>
        polar(i % 2 ? 15 : 36, (180 * i) / rays, [0, -14]),
      )
      pen.area(spikes, 'second')
      flower(pen, [0, -14], 14, rays, { form: 'round', heart: 'body' })
      pen.dots(points('-34 -46, 34 -46, 0 36, -22 28, 22 28'), 2.5, 'second')
    }
  },
}

/** A breaker rolling over lesser water; its sides meet, so that waves stand in a row. */
export const wave: Drawing = {
  joined: 214,
  draw(pen) {
    const swell = curve(
      points(
        '-107 41, -70 31, -36 4, -8 -34, 26 -62, 60 -64, 82 -44, 80 -20, 62 -10, 48 -20, 54 -32',
      ),
    )
    const hollow = curve(points('54 -32, 46 -40, 30 -32, 24 -8, 38 20, 68 38, 107 41'))
    const foam = along(swell, 11.6, 66).filter(({ t }) => t < 0.86)
    foam.forEach(({ point, bearing }, i) => {
      const crest = polar(4, bearing - 90, point)
      const curl = petal(crest, bearing - 84 + (i % 2) * 10, i % 2 ? 15 : 20, 13, {
        peak: 0.66,
        round: 0.6,
        bend: 30,
      })
      pen.area(curl.outline, i % 2 ? 'second' : 'bare', 0.85)
      pen.vein(curl.spine.slice(2, -2), 1.6, i % 2 ? 'second' : 'bare')
    })
    const water = [...swell, ...hollow.slice(1), ...points('118 41, 118 51, -118 51, -118 41')]
    pen.area(water)
    const echo = (lift: number, start: number, end: number) => {
      const line = [
        ...blade(
          swell,
          () => 0,
          () => lift,
        ).slice(swell.length),
      ].reverse()
      const part = line.slice(Math.floor(line.length * start), Math.ceil(line.length * end))
      return part.filter((point) => inside(water, point) && clearance(water, point) > 3.5)
    }
    pen.vein(echo(8, 0.08, 0.88), 2.8)
    pen.beads(divide(echo(15, 0.12, 0.72), 22), 1.9)
    pen.vein(echo(22, 0.14, 0.64), 2.6)
    pen.vein(echo(29, 0.17, 0.56), 2)
    pen.beads(divide(echo(36, 0.2, 0.5), 11), 1.9)
    pen.vein(echo(43, 0.24, 0.46), 2.2)
    pen.vein(spiral([66, -36], 13, 3, 250, 1.2), 3)
    pen.dots(points('97 -60, 103 -40, 99 -18'), 3, 'second')
    for (let row = 0; row < 3; row++) {
      for (let i = -1; i < 10; i++) {
        const seat: Point = [-96.3 + i * 21.4 + (row % 2 ? 10.7 : 0), 57 + row * 12]
        const tone = (['second', 'bare', 'second'] as const)[row]!
        pen.area([...arc(seat, 11.1, -90, 90), seat], tone, 0.85)
        pen.vein(arc(seat, 6.2, -84, 84), 2, tone)
        pen.beads([[seat[0], seat[1] - 2]], 1.4, tone)
      }
    }
  },
}
