/** Fruits of the orchard and the kitchen garden. */
import {
  along,
  blade,
  clearance,
  curve,
  disc,
  frame,
  inside,
  type Line,
  leafShape,
  type Point,
  petal,
  pointAt,
  points,
  polar,
  shift,
} from './curve.ts'
import type { Drawing } from './drawing.ts'
import { beading, bud, flower, leaf, stem } from './flora.ts'
import type { Pen } from './pen.ts'

/** The kairi: the young mango whose tip has curled, one garden within another. */
export const mango: Drawing = {
  draw(pen, random) {
    const outer = curve(
      points(
        `10 84, 40 76, 59 52, 65 18, 58 -18, 40 -50, 12 -74, -20 -82, -46 -73, -57 -52, -49 -36,
        -38 -40, -36 -51, -24 -55, -13 -42, -17 -18, -30 10, -37 38, -31 64, -13 80`,
      ),
      true,
    )
    const inner = curve(
      points(
        '9 66, 33 58, 45 36, 47 8, 38 -20, 22 -44, -2 -60, 2 -36, -4 -8, -15 18, -19 42, -10 60',
      ),
      true,
    )
    const ring = [...outer, outer[0]!]
    for (const { point, bearing, t } of along(ring, 11.4, 4)) {
      const far = t > 0.47 && t < 0.68
      const size = t > 0.68 ? 11 : 17
      if (far) continue
      pen.area(
        petal(polar(3, bearing - 90, point), bearing + 90, size, 11.4, { peak: 0.62, round: 0.62 })
          .outline,
        'second',
        0.85,
      )
    }
    const low = curve(points('4 80, 2 90, -8 101'))
    stem(pen, low, 4.6)
    leaf(pen, [3, 88], 80, 60, 22, { bend: -30 })
    leaf(pen, [1, 90], -72, 58, 22, { bend: 30 })
    pen.area(outer)
    pen.beads(
      along(ring, 7.2)
        .map(({ point, bearing }) => polar(6.6, bearing - 90, point))
        .filter((p) => clearance(outer, p) > 5.6 && inside(outer, p)),
      1.8,
    )
    pen.beads(points('-45 -62, -50 -50, -38 -66'), 1.8)
    pen.area(inner, 'bare')
    const heart = shift(
      inner.map(([x, y]): Point => [x - 13, y - 26]),
      { size: 0.74, to: [13, 29] },
    )
    pen.area(heart, 'second', 0.9)
    const twig = curve(points('13 66, 17 40, 17 14, 10 -10'))
    pen.vein(twig, 3, 'second')
    for (const [t, size] of [
      [0.42, 17],
      [0.62, 14],
      [0.8, 11],
    ] as const) {
      const node = pointAt(twig, t)
      for (const side of [-1, 1]) {
        const sprig = petal(node.point, node.bearing + side * 50, size, size * 0.52, {
          bend: -side * 26,
        })
        pen.area(sprig.outline, 'bare', 0.7)
      }
    }
    pen.area(petal(twig.at(-1)!, -22, 14, 7, { peak: 0.5 }).outline, 'bare', 0.7)
    flower(pen, [15, 46], 14.5, random.pick([6, 7]), { tone: 'bare', heart: 'body', form: 'round' })
    pen.dots(points('-46 -24, -44 -13, -46 -3'), 2.5, 'second')
  },
}

/** A pomegranate split by its ripeness, on a bough that bends under it. */
export const pomegranate: Drawing = {
  draw(pen, _random, occasion) {
    if (occasion === 'roundel') return splitFruit(pen)
    const bough = curve(points('-44 96, -34 70, -6 56, 8 44'))
    stem(pen, bough, 5.4)
    leaf(pen, [-36, 74], 118, 56, 19, { bend: -44 })
    leaf(pen, [-22, 62], 78, 72, 22, { bend: 18 })
    leaf(pen, [-38, 78], -34, 52, 18, { bend: -26 })
    const side = curve(points('-34 70, -58 54, -64 34'))
    stem(pen, side, 3)
    bud(pen, [-64, 35], -4, 32)
    crownOf(pen, [8, -40], 1)
    const fruit = curve(
      points('8 -44, 34 -40, 58 -18, 60 14, 40 42, 8 52, -24 42, -44 14, -42 -18, -18 -40'),
      true,
    )
    pen.area(fruit)
    pen.beads(beading(fruit, -6, 7.4), 1.7)
    const cleft = curve(points('6 -36, 26 -16, 32 8, 22 32, 6 44, -8 28, -12 4, -6 -18'), true)
    pen.area(cleft, 'bare')
    seeds(pen, curve(points('7 -26, 10 4, 7 36')), leafShape(20, 0.52, 0.62), 6)
    pen.vein(curve(points('-30 -20, -36 4, -26 28')), 2.4)
    pen.vein(curve(points('46 -16, 51 6, 42 28')), 2.4)
    pen.dots(points('66 60, 60 70, 72 70'), 2.3, 'second')
  },
}

function crownOf(pen: Pen, foot: Point, size: number) {
  for (const lean of [-50, 50, -26, 26, 0]) {
    const sepal = petal(foot, lean, 34 * size, 15 * size, {
      peak: 0.4,
      bend: lean * 0.7,
      round: 0.8,
    })
    pen.area(sepal.outline, 'second')
    pen.vein(sepal.spine.slice(4, -3), 1.7, 'second')
  }
}

/** Rows of seeds as they sit in their chamber, larger in the middle. */
function seeds(pen: Pen, spine: Line, width: (t: number) => number, rows: number) {
  const on = frame(spine, width)
  for (let row = 0; row < rows; row++) {
    const t = 0.1 + (0.8 * row) / (rows - 1)
    const across = Math.max(1, Math.round(width(t) / 5.4))
    for (let i = 0; i < across; i++) {
      const v = across === 1 ? 0 : (-1 + (2 * i) / (across - 1)) * 0.72
      const seat = on(t + (i % 2 ? 0.035 : -0.02), v)
      const drop = petal([seat[0], seat[1] + 5], v * 26, 11, 8, { peak: 0.42, round: 0.62 })
      pen.area(drop.outline, 'body', 0.75)
      pen.beads([[seat[0], seat[1] + 1]], 1.2, 'body')
    }
  }
}

function splitFruit(pen: Pen) {
  crownOf(pen, [0, -62], 1.15)
  leaf(pen, [-10, 76], -66, 62, 24, { bend: 34 })
  leaf(pen, [10, 76], 66, 62, 24, { bend: -34 })
  stem(pen, curve(points('0 98, -3 86, 0 70')), 6)
  const fruit = curve(
    points(
      '0 -66, 36 -58, 68 -28, 74 10, 58 50, 24 74, 0 78, -24 74, -58 50, -74 10, -68 -28, -36 -58',
    ),
    true,
  )
  pen.area(fruit)
  pen.beads(beading(fruit, -6.5, 8), 1.9)
  pen.area(disc([0, 6], 56), 'second')
  for (const [ring, radius, count] of [
    [0, 47, 20],
    [1, 33, 14],
    [2, 19, 8],
  ] as const) {
    for (let i = 0; i < count; i++) {
      const bearing = (360 * i) / count + ring * 9
      // One seed has slipped from its ring.
      const slipped = ring === 1 && i === 3
      const foot = polar(radius - 8 + (slipped ? 5 : 0), bearing + (slipped ? 9 : 0), [0, 6])
      const drop = petal(foot, bearing + (slipped ? 38 : 0), 15, 11.4, { peak: 0.62, round: 0.62 })
      pen.area(drop.outline, 'bare', 0.8)
      pen.beads([polar(8.5, bearing + (slipped ? 38 : 0), foot)], 1.7, 'bare')
    }
  }
  flower(pen, [0, 6], 9, 5, { tone: 'body', heart: 'second' })
}

/** Chillies on the twig; in a medallion they chase each other round. */
export const chilli: Drawing = {
  draw(pen, _random, occasion) {
    if (occasion === 'roundel') {
      for (let i = 0; i < 8; i++) {
        const bow = [8, 14, 5, 11, 16, 7, 13, 9][i]!
        const lies = (bearing: number, radius: number) => polar(radius, i * 45 + bearing)
        const spine = curve([
          lies(-20, 74),
          lies(-6, 78 + bow * 0.4),
          lies(10, 74 + bow * 0.3),
          lies(25, 62 - bow),
        ])
        pepper(pen, spine, 13, i % 2 ? 'second' : 'body')
      }
      flower(pen, [0, 0], 34, 8, { form: 'pointed' })
      pen.dots(
        Array.from({ length: 16 }, (_, i) => polar(41, i * 22.5)),
        2.2,
        'second',
      )
      return
    }
    const twig = curve(points('-14 -96, -4 -76, 0 -52'))
    stem(pen, twig, 5)
    leaf(pen, [-6, -80], 72, 66, 25, { bend: 34, veins: 6 })
    leaf(pen, [-8, -82], -84, 60, 24, { bend: -34, veins: 6 })
    for (const [x, y] of [
      [-36, -34],
      [40, -36],
      [0, -30],
    ] as const) {
      const stalk = curve([
        [-1, -56],
        [x * 0.55, -54],
        [x, y],
      ])
      stem(pen, stalk, 3)
    }
    flower(pen, [24, -72], 15, 5, { form: 'pointed' })
    pepper(pen, curve(points('-36 -36, -44 -4, -50 34, -70 66')), 12, 'body')
    pepper(pen, curve(points('40 -38, 48 -4, 50 30, 70 58')), 12, 'body')
    pepper(pen, curve(points('0 -32, 3 4, -2 50, 10 92')), 13, 'body')
    leaf(pen, [-4, -58], -128, 34, 14, { bend: 40, veins: 4 })
    leaf(pen, [2, -58], 132, 34, 14, { bend: -40, veins: 4 })
    pen.dots(points('-28 74, -22 84, -34 84, 38 80, 32 90, 44 90'), 2.3, 'second')
  },
}

function pepper(pen: Pen, spine: Line, width: number, tone: 'body' | 'second') {
  const shape = (t: number) => width * (1 - t) ** 0.62 * Math.min(1, (t + 0.02) * 9) ** 0.5 + 0.6
  pen.area(blade(spine, shape), tone)
  const on = frame(spine, shape)
  const steps = (from: number, to: number, v: number) =>
    curve(Array.from({ length: 6 }, (_, i) => on(from + ((to - from) * i) / 5, v)))
  pen.vein(steps(0.14, 0.8, -0.45), 2.6, tone)
  pen.beads(
    Array.from({ length: 9 }, (_, i) => on(0.16 + i * 0.065, 0.38)),
    1.3,
    tone,
  )
  const cap = spine[0]!
  const way = pointAt(spine, 0.03).bearing
  for (const lean of [-46, 46, 0]) {
    const sepal = petal(polar(-3, way, cap), way + lean, width * 1.25, width * 0.72, {
      bend: -lean * 0.6,
      peak: 0.4,
    })
    pen.area(sepal.outline, tone === 'body' ? 'second' : 'body', 0.8)
  }
}
