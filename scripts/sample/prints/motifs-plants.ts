/** Plants of garden, field and pond. Units of the block: y grows downwards, middle at 0, 0. */
import {
  arc,
  blade,
  curve,
  disc,
  divide,
  type Line,
  leafShape,
  mirrored,
  petal,
  type Point,
  pointAt,
  polar,
} from './curve.ts'
import type { Drawing } from './drawing.ts'
import { bud, fan, flower, leaf, mound, stem, tendril } from './flora.ts'
import type { Pen } from './pen.ts'

/** The sprig of Sanganer: one great flower that nods, buds, and leaves on a swaying stem. */
export const buta: Drawing = {
  width: 138,
  height: 206,
  draw(pen, random) {
    const petals = random.pick([7, 8, 9])
    const main = curve([[-4, 88], [-12, 56], [4, 22], [14, -8], [4, -40]])
    mound(pen, [-4, 90], 46)
    stem(pen, main, 5.5)
    const left = curve([pointAt(main, 0.34).point, [-26, 34], [-44, 8], [-46, -6]])
    const right = curve([pointAt(main, 0.5).point, [30, 18], [48, 4], [50, -14]])
    stem(pen, left, 3.6)
    stem(pen, right, 3.6)
    fan(pen, [-46, -6], -14, 32, 5)
    fan(pen, [50, -14], 16, 28, 5)
    leaf(pen, pointAt(main, 0.2).point, 62, 46, 19, { bend: 26 })
    leaf(pen, pointAt(main, 0.16).point, -58, 44, 18, { bend: -30 })
    leaf(pen, pointAt(left, 0.6).point, -98, 30, 13, { bend: 34, veins: 4 })
    leaf(pen, pointAt(right, 0.62).point, 92, 30, 13, { bend: -30, veins: 4 })
    leaf(pen, pointAt(main, 0.72).point, -64, 32, 14, { bend: 38, veins: 4 })
    const high = curve([pointAt(main, 0.8).point, [30, -36], [44, -54], [45, -62]])
    stem(pen, high, 2.8)
    bud(pen, [45, -62], 8, 22)
    tendril(pen, pointAt(main, 0.78).point, [-36, -44], 8, -1)
    flower(pen, [0, -64], 37, petals, { turn: -8 })
    const crown = Array.from({ length: 7 }, (_, i) => polar(43.5, -66 + i * 22 - 8, [0, -64]))
    pen.dots(crown, 2.1, 'second')
  },
}

/** A lotus from the side above its water, petals in three ranks. */
export const lotus: Drawing = {
  width: 204,
  height: 176,
  draw(pen) {
    const seat: Point = [0, 26]
    const stalk = curve([[0, 82], [-3, 60], seat])
    for (const side of [1, -1] as const) {
      const bend = curve([[0, 78], [side * 34, 70], [side * 66, 52], [side * 74, 34]])
      stem(pen, bend, 3.4)
      bud(pen, [side * 74, 35], side * 12, 34)
      pad(pen, [side * 46, 78], 30, side)
    }
    stem(pen, stalk, 6)
    const rank = (leans: number[], length: number, width: number, tone: 'body' | 'second') => {
      for (const lean of leans) {
        const bend = lean * 0.28
        const shape = { peak: 0.52, bend, round: 0.85 }
        const { outline, spine } = petal(seat, lean, length - Math.abs(lean) * 0.1, width, shape)
        pen.area(outline, tone)
        const ribs = tone === 'body' ? [-0.52, 0, 0.52] : [0]
        for (const rib of ribs) {
          const fine = leafShape(width / 2, 0.52, 0.85)
          const line = spine.map(([x, y], i): Point => {
            const t = i / (spine.length - 1)
            const { bearing } = pointAt(spine, Math.min(0.98, t))
            return polar(fine(t) * rib, bearing + 90, [x, y])
          })
          const reach = rib ? 0.8 : 0.86
          pen.vein(line.slice(Math.ceil(line.length * 0.3), Math.ceil(line.length * reach)), 2, tone)
        }
      }
    }
    rank([-88, 88, -64, 64, -40, 40, -14, 14], 98, 36, 'second')
    rank([-76, 76, -51, 51, -26, 26, 0], 90, 38, 'body')
    rank([-62, 62, -34, 34, 0], 56, 30, 'second')
    for (const lean of [-104, 104, -128, 128]) {
      const sepal = petal(seat, lean, 44, 15, { bend: -lean * 0.3, peak: 0.4 })
      pen.area(sepal.outline, 'body')
      pen.vein(sepal.spine.slice(3, -4), 1.6)
    }
    pen.area(disc(seat, 9), 'body')
    pen.beads([seat, ...disc(seat, 5.2).filter((_, i) => i % 3 === 0)], 1.2)
  },
}

/** A lotus leaf floating, seen aslant. */
function pad(pen: Pen, centre: Point, radius: number, side: 1 | -1) {
  const rim = arc(centre, radius, side * 100, side * 100 - side * 320, 0.4)
  pen.area([centre, ...rim], 'second')
  for (const bearing of [-150, -110, -70, -35, 0, 35, 70]) {
    const [x, y] = polar(radius * 0.78, bearing * -side)
    pen.vein([[centre[0] + x * 0.2, centre[1] + y * 0.08], [centre[0] + x, centre[1] + y * 0.4]], 1.7, 'second')
  }
}

/** A sheaf of paddy: ears bowed by their grain, tied at the waist. */
export const paddy: Drawing = {
  width: 172,
  height: 204,
  draw(pen, random, occasion) {
    if (occasion === 'roundel') return crossedEars(pen)
    const ears: { spine: Line; grains: number }[] = [
      { spine: curve([[-4, 74], [-12, 10], [-34, -46], [-62, -58], [-80, -28]]), grains: 13 },
      { spine: curve([[4, 74], [14, 8], [38, -52], [66, -60], [82, -26]]), grains: 13 },
      { spine: curve([[0, 74], [-4, 0], [-2, -66], [18, -92], [36, -70]]), grains: 13 },
    ]
    const blades: Line[] = [
      curve([[-6, 70], [-26, 24], [-58, 6], [-84, 14]]),
      curve([[6, 70], [28, 22], [58, 8], [84, 18]]),
      curve([[-3, 64], [-18, -8], [-30, -64], [-24, -98]]),
    ]
    for (const line of blades) {
      pen.area(blade(line, leafShape(6.4, 0.4, 0.8)), 'second')
      pen.vein(line.slice(4, -5), 1.7, 'second')
    }
    for (const ear of ears) panicle(pen, ear.spine, ear.grains)
    const roots: Line[] = [-26, -13, 0, 13, 26].map((x) => curve([[x * 0.26, 54], [x * 0.5, 76], [x, 100]]))
    for (const root of roots) pen.area(blade(root, (t) => 2.4 + 1.4 * t), 'second', 0.8)
    pen.area(curve([[-15, 52], [0, 49], [15, 52], [16, 60], [15, 67], [0, 70], [-15, 67], [-16, 60]], true))
    pen.vein(curve([[-12, 57], [0, 55], [12, 57]]), 1.8)
    pen.vein(curve([[-12, 63], [0, 64], [12, 63]]), 1.8)
    leaf(pen, [15, 60], 68, 24, 8, { bend: 40, tone: 'body', veins: 0 })
    leaf(pen, [15, 61], 118, 22, 8, { bend: 20, tone: 'body', veins: 0 })
    if (random.chance(0.5)) pen.dots([[-52, 52], [52, 56], [-40, 80], [44, 84]], 2.6, 'second')
  },
}

/** Grains on either side of a stalk, from where it begins to bow to its tip. */
function panicle(pen: Pen, spine: Line, grains: number) {
  pen.area(blade(spine, (t) => 2 - 1.1 * t), 'second', 0.6)
  for (let i = grains - 1; i >= 0; i--) {
    const t = 0.46 + (0.53 * i) / (grains - 1)
    const { point, bearing } = pointAt(spine, t)
    for (const side of [-1, 1]) {
      const lean = i === grains - 1 ? side * 10 : side * 34
      const grain = petal(point, bearing + lean, 16.5, 8, { peak: 0.5, bend: -side * 12 })
      pen.area(grain.outline, 'body', 0.85)
      pen.vein(grain.spine.slice(1, -1), 1.3)
      if (i % 2 === 0) pen.line([grain.spine.at(-1)!, polar(9, bearing + lean * 0.7, grain.spine.at(-1)!)], 1.3)
    }
  }
}

function crossedEars(pen: Pen) {
  const ear = curve([[44, 84], [18, 30], [-14, -26], [-30, -70], [-66, -78], [-84, -40]])
  for (const line of [
    curve([[38, 74], [6, 40], [-40, 28], [-78, 42]]),
    curve([[-38, 74], [-6, 40], [40, 28], [78, 42]]),
  ]) {
    pen.area(blade(line, leafShape(7, 0.45, 0.8)), 'second')
    pen.vein(line.slice(5, -6), 1.8, 'second')
  }
  panicle(pen, ear, 15)
  panicle(pen, mirrored(ear), 15)
  const grains: Point[] = [[0, -66], [-18, -92], [18, -92], [-62, 2], [62, 2], [0, 78], [-20, 92], [20, 92]]
  grains.forEach((place, i) => {
    const grain = petal([place[0], place[1] + 7], i % 2 ? 24 : -18, 15, 8, { peak: 0.5 })
    pen.area(grain.outline, 'body', 0.85)
    pen.vein(grain.spine.slice(1, -1), 1.3)
  })
  const tie: Line = curve([[-9, 30], [0, 26], [9, 30], [10, 38], [0, 43], [-10, 38]], true)
  pen.area(tie, 'second')
  pen.vein(divide(curve([[-7, 35], [0, 33], [7, 35]]), 5), 1.6, 'second')
}

/** Jasmine: open stars, a sheaf of buds and paired leaves. */
export const jasmine: Drawing = {
  width: 180,
  height: 180,
  draw(pen, random) {
    const main = curve([[6, 92], [-6, 58], [2, 26], [0, 4]])
    stem(pen, main, 4.6)
    for (const side of [1, -1] as const) {
      const low = curve([pointAt(main, 0.34).point, [side * 28, 50], [side * 52, 34]])
      stem(pen, low, 3)
      leaf(pen, pointAt(main, 0.12).point, side * 72, 60, 24, { bend: side * -26, veins: 6 })
      leaf(pen, pointAt(main, 0.72).point, side * 84, 40, 17, { bend: side * 20 })
      flower(pen, [side * 55, 26], 25, 6, { form: 'pointed', turn: side * 9 })
      const high = curve([[0, 0], [side * 24, -14], [side * 40, -34]])
      stem(pen, high, 2.6)
      bud(pen, [side * 40, -34], side * 30, 28)
      const fine = curve([pointAt(high, 0.5).point, [side * 42, -12], [side * 60, -16]])
      stem(pen, fine, 2)
      bud(pen, [side * 60, -16], side * 66, 22)
      const crown = curve([[0, -10], [side * 13, -50], [side * 19, -68]])
      stem(pen, crown, 2.2)
      bud(pen, [side * 19, -68], side * 16, 23)
    }
    flower(pen, [0, -14], 41, random.pick([6, 7, 8]), { form: 'pointed' })
    pen.dots([[0, -66], [-76, 8], [76, 8]], 2.3, 'second')
  },
}
