/** What stands in field and grove. */
import {
  arc,
  blade,
  curve,
  type Line,
  leafShape,
  mirrored,
  type Point,
  petal,
  pointAt,
  points,
  polar,
} from './curve.ts'
import type { Drawing } from './drawing.ts'
import { flower, leaf, stem } from './flora.ts'
import type { Pen } from './pen.ts'

/** A sheaf of paddy: ears bowed by their grain, tied at the waist. */
export const paddy: Drawing = {
  draw(pen, random, occasion) {
    if (occasion === 'roundel') return crossedEars(pen)
    const ears: { spine: Line; grains: number }[] = [
      {
        spine: curve(points('-4 74, -12 10, -34 -46, -62 -58, -80 -28')),
        grains: 13,
      },
      {
        spine: curve(points('4 74, 14 8, 38 -52, 66 -60, 82 -26')),
        grains: 13,
      },
      {
        spine: curve(points('0 74, -4 0, -2 -66, 18 -92, 36 -70')),
        grains: 13,
      },
    ]
    const blades: Line[] = [
      curve(points('-6 70, -26 24, -58 6, -84 14')),
      curve(points('6 70, 28 22, 58 8, 84 18')),
      curve(points('-3 64, -18 -8, -30 -64, -24 -98')),
    ]
    for (const line of blades) {
      pen.area(blade(line, leafShape(6.4, 0.4, 0.8)), 'second')
      pen.vein(line.slice(4, -5), 1.7, 'second')
    }
    for (const ear of ears) panicle(pen, ear.spine, ear.grains)
    const roots: Line[] = [-26, -13, 0, 13, 26].map((x) =>
      curve([
        [x * 0.26, 54],
        [x * 0.5, 76],
        [x, 100],
      ]),
    )
    for (const root of roots)
      pen.area(
        blade(root, (t) => 2.4 + 1.4 * t),
        'second',
        0.8,
      )
    pen.area(curve(points('-15 52, 0 49, 15 52, 16 60, 15 67, 0 70, -15 67, -16 60'), true))
    pen.vein(curve(points('-12 57, 0 55, 12 57')), 1.8)
    pen.vein(curve(points('-12 63, 0 64, 12 63')), 1.8)
    leaf(pen, [15, 60], 68, 24, 8, { bend: 40, tone: 'body', veins: 0 })
    leaf(pen, [15, 61], 118, 22, 8, { bend: 20, tone: 'body', veins: 0 })
    if (random.chance(0.5)) pen.dots(points('-52 52, 52 56, -40 80, 44 84'), 2.6, 'second')
  },
}

/** Grains on either side of a stalk, from where it begins to bow to its tip. */
function panicle(pen: Pen, spine: Line, grains: number, start = 0.46) {
  pen.area(
    blade(spine, (t) => 2 - 1.1 * t),
    'second',
    0.6,
  )
  for (let i = grains - 1; i >= 0; i--) {
    const t = start + ((0.99 - start) * i) / (grains - 1)
    const { point, bearing } = pointAt(spine, t)
    for (const side of [-1, 1]) {
      const lean = i === grains - 1 ? side * 10 : side * 34
      const grain = petal(point, bearing + lean, 16.5, 8, { peak: 0.5, bend: -side * 12 })
      pen.area(grain.outline, 'body', 0.85)
      pen.vein(grain.spine.slice(1, -1), 1.3)
      if (i % 2 === 0)
        pen.line([grain.spine.at(-1)!, polar(9, bearing + lean * 0.7, grain.spine.at(-1)!)], 1.3)
    }
  }
}

function crossedEars(pen: Pen) {
  const ear = curve(points('34 104, 14 70, -10 30, -30 -20, -50 -76, -84 -76, -96 -34'))
  for (const line of [
    curve(points('4 60, 36 32, 72 30, 98 58')),
    curve(points('16 74, 46 64, 70 76, 82 98')),
  ]) {
    for (const blades of [line, mirrored(line)]) {
      pen.area(blade(blades, leafShape(7.4, 0.42, 0.75)), 'second')
      pen.vein(blades.slice(5, -6), 1.9, 'second')
    }
  }
  panicle(pen, ear, 19, 0.36)
  panicle(pen, mirrored(ear), 19, 0.36)
  const grains: Point[] = [
    [0, -18],
    [-12, -48],
    [12, -48],
    [0, -74],
    [-48, 4],
    [48, 4],
    [0, 92],
    [-62, -14],
    [62, -14],
  ]
  grains.forEach((place, i) => {
    const grain = petal([place[0], place[1] + 7], i % 2 ? 24 : -18, 15, 8, { peak: 0.5 })
    pen.area(grain.outline, 'body', 0.85)
    pen.vein(grain.spine.slice(1, -1), 1.3)
  })
}

/** The tree of life on its hill, in leaf, flower and fruit at once. */
export const tree: Drawing = {
  draw(pen) {
    const hill: Line = [...arc([0, 102], 78, -86, 86, 0.34)]
    const limb = (line: Line, from: number, to: number) =>
      pen.area(
        blade(line, (t) => from + (to - from) * t),
        'body',
        0.9,
      )
    const boughs: Line[] = [
      curve(points('-2 40, -30 22, -54 18, -78 26')),
      curve(points('-2 22, -26 -6, -54 -18, -76 -20')),
      curve(points('0 4, -18 -34, -40 -52, -52 -70')),
    ]
    const top = curve(points('0 8, -3 -30, 2 -58, 0 -80'))
    const all = [...boughs, ...boughs.map(mirrored), top]
    for (const bough of all) limb(bough, 4.2, 1.4)
    limb(curve(points('0 92, -5 60, 4 34, 0 0')), 8.5, 4)
    for (const bough of all) {
      const upright = bough === top
      for (const t of upright ? [0.42, 0.68] : [0.34, 0.62]) {
        const node = pointAt(bough, t)
        for (const side of [-1, 1]) {
          leaf(pen, node.point, node.bearing + side * 56, 25, 12.5, { bend: -side * 22, veins: 3 })
        }
      }
      const end = pointAt(bough, 0.99)
      for (const lean of [-112, 112, -66, 66, -22, 22]) {
        leaf(pen, end.point, end.bearing + lean, 27, 13, { bend: lean * 0.12, veins: 3 })
      }
      flower(pen, end.point, upright ? 14.5 : 12.5, 6, { form: 'round' })
    }
    const bark = curve(points('1 84, -3 60, 3 36, 0 8'))
    pen.vein(bark, 2.6)
    pen.vein(curve(points('-5 88, -7 66, -2 46')), 1.8)
    pen.area(hill, 'second')
    for (let row = 0; row < 3; row++) {
      const count = 9 - row * 2
      for (let i = 0; i < count; i++) {
        const x = (i - (count - 1) / 2) * 15.5
        pen.vein(arc([x, 98 - row * 7 + Math.abs(x) * 0.05], 6.4, -82, 82), 1.9, 'second')
      }
    }
    for (const side of [-1, 1]) {
      stem(
        pen,
        curve([
          [side * 40, 84],
          [side * 46, 72],
          [side * 45, 58],
        ]),
        2.6,
      )
      leaf(pen, [side * 43, 76], side * 70, 20, 9, { veins: 3, bend: -side * 20 })
      flower(pen, [side * 45, 55], 9.5, 5, { form: 'round' })
    }
  },
}
