/** The small blocks that fill the places between motifs. */
import { disc, petal, polar } from './curve.ts'
import { flower, leaf, stem } from './flora.ts'
import type { Pen } from './pen.ts'

/** Fills a circle of radius `r` (block units) with a figure of `fold` mirrors. */
export type Filler = (pen: Pen, r: number, fold: number) => void

const bearings = (count: number, start = 0) =>
  Array.from({ length: count }, (_, i) => start + (360 * i) / count)
const fewer = (fold: number) => (fold % 4 ? 6 : 4)

const rosette: Filler = (pen, r, fold) => {
  for (const bearing of bearings(fold, 180 / fold)) {
    pen.area(
      petal(polar(r * 0.46, bearing), bearing, r * 0.5, r * 0.28, { peak: 0.5 }).outline,
      'second',
    )
    pen.dots([polar(r * 0.94, bearing + 180 / fold)], r * 0.06)
  }
  flower(pen, [0, 0], r * 0.7, fold, { form: 'round' })
}
const wheelet: Filler = (pen, r, fold) => {
  pen.area(disc([0, 0], r * 0.74), 'second')
  flower(pen, [0, 0], r * 0.56, fold, { form: 'pointed', tone: 'bare', heart: 'body' })
  pen.dots(
    bearings(fold * 2).map((bearing) => polar(r * 0.92, bearing)),
    r * 0.06,
  )
}
const cross: Filler = (pen, r, fold) => {
  for (const bearing of bearings(fewer(fold))) {
    leaf(pen, polar(r * 0.1, bearing), bearing, r * 0.86, r * 0.36, { bend: 0, veins: 4 })
    pen.dots([polar(r * 0.58, bearing + 180 / fewer(fold))], r * 0.09)
  }
  pen.area(disc([0, 0], r * 0.19))
}
/** A star of four or six blooms on stalks. */
const posy: Filler = (pen, r, fold) => {
  const arms = fewer(fold)
  for (const bearing of bearings(arms, 180 / arms)) {
    pen.area(
      petal(polar(r * 0.12, bearing), bearing, r * 0.62, r * 0.3, { peak: 0.5 }).outline,
      'second',
    )
  }
  for (const bearing of bearings(arms)) {
    stem(
      pen,
      [polar(r * 0.1, bearing), polar(r * 0.3, bearing), polar(r * 0.55, bearing)],
      r * 0.09,
    )
    flower(pen, polar(r * 0.74, bearing), r * 0.25, 6, { form: 'round', turn: bearing })
  }
  pen.area(disc([0, 0], r * 0.16))
}
/** The eightfold star of tile and cloth. */
const khatam: Filler = (pen, r, fold) => {
  const points = fewer(fold) * 2
  const spikes = bearings(points * 2).map((bearing, i) => polar(r * (i % 2 ? 0.6 : 0.84), bearing))
  pen.area(spikes)
  pen.area(disc([0, 0], r * 0.42), 'bare', 0.9)
  flower(pen, [0, 0], r * 0.38, points, { form: 'pointed', tone: 'second', heart: 'body' })
  pen.dots(
    bearings(points, 180 / points).map((bearing) => polar(r * 0.88, bearing)),
    r * 0.06,
    'second',
  )
}
/** A ring of dots about a flower no larger than they need. */
const shower: Filler = (pen, r, fold) => {
  flower(pen, [0, 0], r * 0.42, fold, { form: 'round', heart: 'second' })
  pen.dots(
    bearings(fold * 2).map((bearing) => polar(r * 0.62, bearing)),
    r * 0.055,
    'second',
  )
  pen.dots(
    bearings(fold * 2, 90 / fold).map((bearing) => polar(r * 0.86, bearing)),
    r * 0.07,
  )
}
const blossom: Filler = (pen, r, fold) => {
  flower(pen, [0, 0], r * 0.9, fold % 4 ? 6 : 8, { form: 'round' })
}
const quatrefoil: Filler = (pen, r, fold) => {
  for (const bearing of bearings(fewer(fold))) {
    const shape = { peak: 0.6, round: 0.6 }
    pen.area(petal(polar(r * 0.2, bearing), bearing, r * 0.7, r * 0.5, shape).outline, 'second')
  }
  pen.area(disc([0, 0], r * 0.24))
}
const seeds: Filler = (pen, r, fold) => {
  for (const bearing of bearings(fewer(fold))) {
    pen.area(petal(polar(r * 0.16, bearing), bearing, r * 0.8, r * 0.34, { peak: 0.6 }).outline)
    pen.dots([polar(r * 0.6, bearing + 180 / fewer(fold))], r * 0.11, 'second')
  }
}
const ringed: Filler = (pen, r, fold) => {
  pen.dots([[0, 0]], r * 0.4, 'second')
  pen.dots(
    bearings(fold).map((bearing) => polar(r * 0.85, bearing)),
    r * 0.2,
  )
}
const spot: Filler = (pen, r) => pen.dots([[0, 0]], r * 0.62, 'second')
const clover: Filler = (pen, r, fold) => {
  pen.dots(
    bearings(fewer(fold)).map((bearing) => polar(r * 0.6, bearing)),
    r * 0.36,
  )
}

/** Figures for ample, moderate and small places. Mirrors and turns take each to itself. */
export const fillers: readonly (readonly Filler[])[] = [
  [rosette, wheelet, cross, posy, khatam, shower],
  [blossom, quatrefoil, seeds],
  [ringed, spot, clover],
]
