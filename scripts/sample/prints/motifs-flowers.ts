/** Flowers of garden and pond. Units of the block: y grows downwards, middle at 0, 0. */
import {
  arc,
  curve,
  disc,
  divide,
  frame,
  leafShape,
  type Point,
  petal,
  pointAt,
  points,
  polar,
} from './curve.ts'
import type { Drawing } from './drawing.ts'
import { bud, fan, flower, leaf, mound, stem } from './flora.ts'
import type { Pen } from './pen.ts'

/** The sprig of Sanganer: one great flower that nods, buds, and leaves on a swaying stem. */
export const buta: Drawing = {
  draw(pen, random) {
    const petals = random.pick([8, 9, 10])
    const main = curve(points('-4 88, -12 58, 4 24, 14 -8, 4 -40'))
    mound(pen, [-4, 90], 62)
    stem(pen, main, 6.5)
    const left = curve([pointAt(main, 0.34).point, [-26, 36], [-46, 12], [-50, -6]])
    const right = curve([pointAt(main, 0.5).point, [32, 20], [50, 4], [54, -14]])
    stem(pen, left, 4)
    stem(pen, right, 4)
    fan(pen, [-50, -6], -16, 38, 5)
    fan(pen, [54, -14], 18, 34, 5)
    leaf(pen, pointAt(main, 0.18).point, 66, 60, 23, { bend: 26, veins: 6 })
    leaf(pen, pointAt(main, 0.16).point, -60, 56, 22, { bend: -30, veins: 6 })
    leaf(pen, pointAt(left, 0.5).point, -96, 40, 16, { bend: 40 })
    leaf(pen, pointAt(right, 0.5).point, 92, 40, 16, { bend: -40 })
    leaf(pen, pointAt(main, 0.36).point, 48, 32, 14, { bend: 36, veins: 4 })
    leaf(pen, pointAt(main, 0.7).point, -66, 38, 16, { bend: 40, veins: 4 })
    const high = curve([pointAt(main, 0.78).point, [30, -34], [46, -54], [48, -64]])
    stem(pen, high, 3)
    bud(pen, [48, -64], 8, 27)
    const near = curve([pointAt(main, 0.8).point, [-22, -36], [-40, -50], [-44, -60]])
    stem(pen, near, 3)
    bud(pen, [-44, -60], -12, 25)
    flower(pen, [0, -64], 38, petals, { turn: -8 })
    const crown = Array.from({ length: 7 }, (_, i) => polar(44.5, -66 + i * 22 - 8, [0, -64]))
    pen.dots(crown, 2.2, 'second')
  },
}

/** A lotus from the side above its water, petals in three ranks. */
export const lotus: Drawing = {
  draw(pen) {
    const seat: Point = [0, 28]
    for (const side of [1, -1] as const) {
      const bend = curve([
        [0, 84],
        [side * 40, 78],
        [side * 74, 58],
        [side * 84, 34],
      ])
      stem(pen, bend, 3.6)
      bud(pen, [side * 84, 36], side * 10, 40)
      pad(pen, [side * 50, 84], 32, side)
    }
    stem(pen, curve([[0, 90], [-3, 64], seat]), 6.5)
    const rank = (
      leans: number[],
      length: number,
      width: number,
      tone: 'body' | 'second' | 'bare',
    ) => {
      for (const lean of leans) {
        const shape = { peak: 0.5, bend: lean * 0.26, round: 0.85 }
        const { outline, spine } = petal(seat, lean, length - Math.abs(lean) * 0.12, width, shape)
        pen.area(outline, tone)
        const on = frame(spine, leafShape(width / 2, 0.5, 0.85))
        for (const v of [-0.55, 0, 0.55]) {
          const reach = v ? 0.74 : 0.84
          const rib = Array.from({ length: 8 }, (_, i) => on(0.3 + ((reach - 0.3) * i) / 7, v))
          pen.vein(rib, v ? 1.7 : 2.3, tone)
        }
        pen.beads([on(0.9, 0)], 1.3, tone)
      }
    }
    rank([-64, 64, -38, 38, -12, 12], 108, 38, 'second')
    rank([-80, 80, -52, 52, -26, 26, 0], 92, 42, 'body')
    rank([-60, 60, -31, 31, 0], 58, 32, 'bare')
    for (const lean of [-108, 108, -136, 136]) {
      const sepal = petal(seat, lean, 46, 17, { bend: -lean * 0.34, peak: 0.42 })
      pen.area(sepal.outline, 'second')
      pen.vein(sepal.spine.slice(3, -4), 1.8, 'second')
    }
    pen.area(disc(seat, 10))
    pen.beads([seat, ...divide(disc(seat, 5.6), 8).slice(1)], 1.3)
  },
}

/** A lotus leaf floating, seen aslant. */
function pad(pen: Pen, centre: Point, radius: number, side: 1 | -1) {
  const rim = arc(centre, radius, side * 100, side * 100 - side * 320, 0.4)
  pen.area([centre, ...rim], 'second')
  for (const bearing of [-150, -110, -70, -35, 0, 35, 70]) {
    const [x, y] = polar(radius * 0.78, bearing * -side)
    pen.vein(
      [
        [centre[0] + x * 0.2, centre[1] + y * 0.08],
        [centre[0] + x, centre[1] + y * 0.4],
      ],
      1.7,
      'second',
    )
  }
}

/** Jasmine: open stars, a sheaf of long buds and paired leaves. */
export const jasmine: Drawing = {
  draw(pen, random) {
    const petals = random.pick([7, 8])
    const main = curve(points('8 96, -6 66, 3 34, 0 0'))
    stem(pen, main, 5)
    for (const side of [1, -1] as const) {
      const low = curve([pointAt(main, 0.3).point, [side * 30, 56], [side * 58, 44]])
      stem(pen, low, 3.2)
      leaf(pen, pointAt(low, 0.5).point, side * 128, 44, 18, { bend: side * -34 })
      leaf(pen, pointAt(main, 0.08).point, side * 98, 38, 15, { bend: side * -30, veins: 4 })
      leaf(pen, pointAt(main, 0.56).point, side * 66, 42, 18, { bend: side * 26 })
      flower(pen, [side * 60, 38], 27, 6, { form: 'pointed', turn: side * 9 })
      const high = curve([
        [0, 0],
        [side * 26, -12],
        [side * 46, -36],
      ])
      stem(pen, high, 2.6)
      bud(pen, [side * 46, -36], side * 34, 34)
      const fine = curve([pointAt(high, 0.42).point, [side * 44, -6], [side * 62, -10]])
      stem(pen, fine, 2.2)
      bud(pen, [side * 62, -10], side * 70, 25)
      const crown = curve([
        [0, -10],
        [side * 15, -44],
        [side * 20, -62],
      ])
      stem(pen, crown, 2.4)
      bud(pen, [side * 20, -62], side * 18, 32)
    }
    bud(pen, [0, -56], 0, 40)
    flower(pen, [0, -14], 44, petals, { form: 'pointed' })
    const ring = Array.from({ length: petals }, (_, i) =>
      polar(41, (360 * (i + 0.5)) / petals, [0, -14]),
    )
    pen.dots(
      ring.filter(([, y]) => y < 20),
      2.1,
      'second',
    )
  },
}
