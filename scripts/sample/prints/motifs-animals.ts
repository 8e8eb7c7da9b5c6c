/** Creatures, and what people have of theirs: the eye and the hand. */
import {
  arc,
  blade,
  curve,
  disc,
  divide,
  frame,
  type Line,
  leafShape,
  petal,
  type Point,
  pointAt,
  polar,
  soften,
} from './curve.ts'
import type { Drawing } from './drawing.ts'
import { flower, leaf, stem } from './flora.ts'
import type { Pen, Tone } from './pen.ts'

/** Feathers side by side from a shoulder, laid from the far end of the wing inwards. */
function feathers(
  pen: Pen,
  root: (t: number) => Point,
  count: number,
  bearing: (t: number) => number,
  length: (t: number) => number,
  width: number,
  tone: Tone,
) {
  for (let i = 0; i < count; i++) {
    const t = i / (count - 1)
    const shape = { peak: 0.68, bend: 0, round: 0.6 }
    const { outline, spine } = petal(root(t), bearing(t), length(t), width, shape)
    pen.area(outline, tone, 0.9)
    const ends = [Math.ceil(spine.length * 0.3), Math.ceil(spine.length * 0.92)] as const
    pen.vein(spine.slice(...ends), 1.8, tone)
    for (const at of [0.55, 0.68, 0.8]) {
      const rib = pointAt(spine, at)
      for (const side of [-1, 1]) {
        pen.vein([rib.point, polar(width * 0.36, rib.bearing + side * 52, rib.point)], 1.3, tone)
      }
    }
  }
}

/** A peacock with its train spread behind it. */
export const peacock: Drawing = {
  width: 204,
  height: 196,
  draw(pen) {
    const rump: Point = [-6, 26]
    const bearings = [-112, -94, -76, -58, -40, -22, -4]
    for (const rank of [1, 0]) {
      bearings.forEach((bearing, i) => {
        if (rank && i === 6) return
        trainFeather(pen, rump, bearing + rank * 9, rank ? 72 : 98 - Math.abs(i - 3) * 1.5, rank > 0)
      })
    }
    for (const [x, turn] of [[22, 0], [36, 4]] as const) {
      pen.line([[x, 44], [x + turn - 2, 66], [x + turn, 84]], 3.6, false)
      for (const toe of [-16, 0, 17]) pen.line([[x + turn, 83], [x + turn + toe, 91]], 3)
    }
    const body = curve(
      [[58, -80], [68, -74], [70, -64], [63, -54], [60, -36], [66, -12], [66, 10], [54, 34], [30, 50],
        [2, 48], [-22, 36], [-30, 22], [-12, 8], [12, -2], [32, -14], [42, -36], [46, -60], [50, -75]],
      true,
    )
    pen.area([[67, -75], [87, -64], [67, -62]], 'second')
    for (const [lean, reach] of [[-44, 19], [-20, 23], [4, 24], [28, 20]] as const) {
      const tip = polar(reach, lean, [57, -78])
      pen.line([[57, -78], tip], 2, false)
      pen.dots([tip], 3.4, 'second')
    }
    pen.area(body)
    const neck = curve([[58, -54], [51, -34], [54, -12], [44, 12]])
    for (let row = 0; row < 7; row++) {
      const { point, bearing } = pointAt(neck, 0.06 + row * 0.145)
      for (const across of row % 2 ? [-0.5, 0.5] : [-1, 0, 1]) {
        const seat = polar(across * (6 + row * 1.7), bearing + 90, point)
        pen.vein(arc(seat, 4.4, bearing - 75, bearing + 75), 1.9)
      }
    }
    pen.area(disc([59, -68], 4.6), 'bare', 0.7)
    pen.beads([[59.6, -68]], 2.2, 'bare')
    const wing = curve([[46, 8], [50, 22], [36, 36], [8, 38], [-26, 30], [0, 22], [16, 8], [32, 2]], true)
    pen.area(wing, 'second')
    for (let i = 0; i < 4; i++) {
      pen.vein(curve([[34 - i * 6, 10 + i * 6], [12 - i * 5, 22 + i * 3.4], [-8 - i * 3, 28 + i * 1.6]]), 2, 'second')
    }
    pen.vein(arc([40, 14], 10, 190, 330), 2.2, 'second')
    pen.beads([[40, 15], [36, 21], [43, 22]], 1.7, 'second')
    pen.beads(divide(curve([[58, 20], [46, 36], [26, 43], [2, 42]]), 9), 1.6)
  },
}

function trainFeather(pen: Pen, root: Point, bearing: number, length: number, small: boolean) {
  const spine = curve([root, polar(length * 0.55, bearing - 3, root), polar(length, bearing + 5, root)])
  const eye = small ? 0.72 : 1
  const shape = leafShape(6.5, 0.55, 0.7)
  pen.area(blade(spine, shape), small ? 'second' : 'body', 0.8)
  for (let i = 0; i < 7; i++) {
    const rib = pointAt(spine, 0.32 + i * 0.06)
    for (const side of [-1, 1]) {
      pen.vein([rib.point, polar(6, rib.bearing + side * 38, rib.point)], 1.3, small ? 'second' : 'body')
    }
  }
  const tip = spine.at(-1)!
  const way = pointAt(spine, 0.98).bearing
  const base = polar(-26 * eye, way, tip)
  pen.area(petal(base, way, 33 * eye, 27 * eye, { peak: 0.62, round: 0.6 }).outline, small ? 'second' : 'body')
  const heart = polar(6 * eye, way, base)
  pen.area(petal(heart, way, 22 * eye, 17 * eye, { peak: 0.62, round: 0.6 }).outline, small ? 'body' : 'second')
  pen.area(petal(polar(5 * eye, way, heart), way, 12 * eye, 9 * eye, { peak: 0.6, round: 0.6 }).outline, 'bare', 0.7)
}

/** A carp of the rivers, as painted on weddings' trays. */
export const fish: Drawing = {
  width: 202,
  height: 122,
  draw(pen, random) {
    const spine = curve([[-94, 8], [-56, -4], [0, -8], [40, 2], [62, 10]])
    const upper = (t: number) => 37 * Math.sin(Math.PI * Math.min(1, t * 0.93 + 0.02) ** 0.72) ** 0.82 + 3 * t
    const lower = (t: number) => 33 * Math.sin(Math.PI * Math.min(1, t * 0.93 + 0.02) ** 0.78) ** 0.82 + 3 * t
    const on = frame(spine, upper, lower)
    for (const [bearing, bend] of [[52, 26], [124, -26]] as const) {
      const { outline, spine: rib } = petal([54, 9], bearing, 62, 31, { peak: 0.5, bend: -bend })
      pen.area(outline, 'second')
      for (const v of [-0.55, 0, 0.55]) {
        const line = rib.slice(4, -4).map((p, i, all): Point => {
          const t = (i + 4) / (all.length + 8)
          return polar(leafShape(15, 0.5)(t) * v, pointAt(rib, t).bearing + 90, p)
        })
        pen.vein(line, 1.8, 'second')
      }
    }
    fin(pen, on, 0.34, 0.76, -1, 21)
    fin(pen, on, 0.3, 0.46, 1, 19)
    fin(pen, on, 0.64, 0.8, 1, 14)
    pen.area(blade(spine, upper, lower))
    // Scales lie in the body's own frame, so that they close up towards the tail.
    const rows = 12
    for (let i = 0; i < rows; i++) {
      const t = 0.36 + (0.58 * i) / rows
      const count = i % 2 ? 4 : 5
      for (let k = 0; k < count; k++) {
        const v = ((k - (count - 1) / 2) / 2.5) * 0.94
        const line = [-1, -0.6, 0, 0.6, 1].map((s) =>
          on(t + 0.048 * (1 - s * s * 0.95), Math.max(-0.93, Math.min(0.93, v + s * 0.19))),
        )
        pen.vein(curve(line), 1.9)
      }
    }
    const gill = curve([on(0.3, -0.88), on(0.345, -0.3), on(0.345, 0.35), on(0.29, 0.9)])
    pen.vein(gill, 3.4)
    pen.vein(curve([on(0.255, -0.8), on(0.295, -0.2), on(0.295, 0.4), on(0.25, 0.82)]), 2)
    pen.beads(divide(curve([on(0.2, 0.45), on(0.235, 0.1), on(0.225, -0.2)]), 4), 1.7)
    pen.vein(curve([on(0.012, 0.2), on(0.06, 0.34), on(0.1, 0.22)]), 2.2)
    const eye = on(0.15, -0.3)
    pen.area(disc(eye, 8.6), 'bare')
    pen.area(disc(eye, 5), 'second', 0.8)
    pen.beads([eye], 2, 'second')
    const bubbles: Point[] = [[-97, -22], [-90, -33], [-98, -41]]
    pen.dots(random.chance(0.6) ? bubbles : [], 2.6, 'second')
  },
}

function fin(
  pen: Pen,
  on: (t: number, v: number) => Point,
  from: number,
  to: number,
  side: 1 | -1,
  height: number,
) {
  const foot = [0, 0.25, 0.5, 0.75, 1].map((s) => on(from + (to - from) * s, side * 0.92))
  const crest = foot.map(([x, y], i): Point => [
    x + 10 + i * 2,
    y + side * height * (0.55 + 0.45 * Math.sin((i + 1) * 0.75)) * (i > 3 ? 0.6 : 1),
  ])
  pen.area(curve([...foot, ...[...crest].reverse()], true), 'second')
  foot.slice(0, 5).forEach((p, i) => {
    const tip = crest[i]!
    pen.vein([[p[0] + 1, p[1]], [p[0] + (tip[0] - p[0]) * 0.84, p[1] + (tip[1] - p[1]) * 0.84]], 1.8, 'second')
  })
}

/** A pigeon on the wing; in a medallion, a swallow with a sprig. */
export const bird: Drawing = {
  width: 188,
  height: 172,
  draw(pen, _random, occasion) {
    if (occasion === 'roundel') return swallow(pen)
    feathers(pen, (t) => [20 + t * 10, -2], 7, (t) => 62 - t * 50, (t) => 62 + 26 * t, 17, 'second')
    feathers(pen, (t) => [-46 + t * 2, 22 + (t - 0.5) * 4], 5, (t) => -128 + t * 46, (t) => 46 + 8 * Math.sin(t * 3.14), 16, 'body')
    const body = curve(
      [[70, -18], [76, -6], [66, 6], [54, 26], [28, 42], [-8, 42], [-40, 32], [-56, 24], [-44, 12], [-10, 2],
        [24, -6], [42, -16], [56, -24]],
      true,
    )
    pen.area([[72, -14], [92, -17], [75, -8]], 'second')
    pen.area([[73, -6], [89, 0], [70, 2]], 'second')
    pen.area(body)
    pen.area(disc([62, -9], 4.6), 'bare', 0.7)
    pen.beads([[62.5, -9]], 2.1, 'bare')
    pen.vein(curve([[47, -18], [54, 2], [48, 24]]), 2.6)
    pen.vein(curve([[41, -14], [48, 4], [42, 26]]), 2)
    for (let row = 0; row < 4; row++) {
      for (let i = 0; i < 5 - row; i++) {
        pen.vein(arc([34 - i * 14 - row * 4, 16 + row * 7], 5, 180, 330), 1.9)
      }
    }
    // The near wing: long feathers, then coverts, then the shoulder.
    feathers(pen, (t) => [18 - t * 44, 2 + t * 10], 8, (t) => 2 - t * 66, (t) => 92 - 30 * t, 19, 'body')
    feathers(pen, (t) => [20 - t * 40, 6 + t * 8], 6, (t) => 4 - t * 62, (t) => 50 - 14 * t, 17, 'second')
    const shoulder = curve([[34, 4], [26, -14], [6, -14], [-16, -2], [-34, 14], [-14, 20], [12, 18], [28, 14]], true)
    pen.area(shoulder)
    pen.beads(divide(curve([[24, -6], [6, -6], [-14, 6], [-24, 13]]), 7), 1.9)
    pen.vein(curve([[27, 6], [8, 5], [-12, 13]]), 2)
  },
}

function swallow(pen: Pen) {
  for (const side of [-1, 1]) {
    const streamer = curve([[-34, 30], [-62, 52 + side * 8], [-88, 66 + side * 24]])
    pen.area(blade(streamer, (t) => 8 * (1 - t) + 1.6), 'body')
    pen.vein(streamer.slice(3, -3), 1.8)
  }
  feathers(pen, (t) => [24 + t * 8, -8 + t * 4], 6, (t) => 44 - t * 40, (t) => 58 + 36 * t, 17, 'second')
  const sprig = curve([[72, -30], [84, -44], [98, -52]])
  stem(pen, sprig, 2.6)
  leaf(pen, [80, -40], 4, 22, 10, { bend: 24, veins: 3 })
  leaf(pen, [84, -44], 104, 22, 10, { bend: -24, veins: 3 })
  leaf(pen, [97, -52], 50, 18, 9, { bend: 0, veins: 3 })
  const body = curve(
    [[58, -44], [70, -38], [76, -28], [68, -16], [56, 4], [34, 24], [4, 36], [-26, 38], [-44, 36], [-32, 24],
      [-8, 8], [20, -10], [40, -34]],
    true,
  )
  pen.area([[72, -37], [90, -31], [74, -25]], 'second')
  pen.area(body)
  const throat = curve([[72, -22], [62, -4], [42, 16], [12, 30], [-20, 35], [4, 24], [32, 6], [52, -16]], true)
  pen.area(throat, 'bare', 0.8)
  pen.beads(divide(curve([[62, -10], [44, 10], [16, 26]]), 8), 1.5, 'bare')
  pen.area(disc([62, -34], 4.4), 'bare', 0.7)
  pen.beads([[62.5, -34]], 2, 'bare')
  feathers(pen, (t) => [26 - t * 42, -8 + t * 22], 8, (t) => -28 - t * 58, (t) => 100 - 44 * t, 17, 'body')
  feathers(pen, (t) => [28 - t * 36, -8 + t * 20], 6, (t) => -26 - t * 52, (t) => 54 - 16 * t, 15, 'second')
  const shoulder = curve([[40, -12], [28, -26], [8, -18], [-10, 2], [-22, 20], [0, 20], [22, 8]], true)
  pen.area(shoulder)
  pen.beads(divide(curve([[27, -18], [8, -8], [-8, 10]]), 6), 1.8)
}

/** The long eye of the scroll painters, under its brow. */
export const eye: Drawing = {
  width: 204,
  height: 128,
  draw(pen) {
    const upper = curve([[-82, 22], [-52, -10], [-8, -27], [38, -14], [72, 12], [100, 20]])
    const lower = curve([[100, 20], [60, 27], [22, 42], [-18, 44], [-54, 34], [-82, 22]])
    const brow = curve([[-90, -16], [-58, -46], [-10, -60], [44, -46], [92, -14]])
    pen.area(blade(brow, leafShape(9.5, 0.36, 0.7)), 'body')
    for (let i = 0; i < 16; i++) {
      const hair = pointAt(brow, 0.12 + i * 0.05)
      pen.vein([polar(5, hair.bearing + 150, hair.point), polar(6, hair.bearing - 22, hair.point)], 1.7)
    }
    pen.dots(divide(brow.map(([x, y]): Point => [x * 1.04, y - 15]), 15), 2.4, 'second')
    for (let i = 0; i < 13; i++) {
      const lash = pointAt(lower, 0.2 + i * 0.055)
      const drop = petal(polar(6, lash.bearing - 90, lash.point), lash.bearing - 90, 15, 7.4, { peak: 0.6 })
      pen.area(drop.outline, 'second', 0.8)
    }
    pen.area([...upper, ...lower.slice(1)], 'bare')
    const lid = [...upper, ...upper.map(([x, y], i): Point => [x, y + 8.5 * Math.sin((Math.PI * i) / (upper.length - 1)) ** 0.7]).reverse()]
    const white: Line = [...upper, ...lower.slice(1)]
    const iris: Point = [-2, 6]
    pen.area(disc(iris, 29.5), 'body')
    for (let i = 0; i < 24; i++) pen.vein([polar(19, i * 15, iris), polar(26.5, i * 15, iris)], 1.7)
    pen.area(disc(iris, 16), 'second')
    pen.area(disc(iris, 9.5), 'body')
    pen.area(disc([iris[0] - 4, iris[1] - 4], 3), 'bare', 0.5)
    pen.area(lid, 'body', 0.8)
    for (const [x, reach] of [[-58, 5], [-66, 4], [48, 6], [58, 5], [67, 4]] as const) {
      const line = curve([[x, 20 - reach], [x + (x < 0 ? -3 : 3), 21], [x, 22 + reach]])
      if (white.length) pen.vein(line, 2, 'bare')
    }
    pen.area(petal([-80, 23], 100, 15, 8, { peak: 0.4 }).outline, 'second', 0.7)
    pen.line(curve([[72, 31], [88, 34], [98, 28]]), 2.6)
  },
}

/** An open hand, its palm and fingers painted. */
export const hand: Drawing = {
  width: 140,
  height: 208,
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
      const out: Point = [tip[0] + (tip[0] - foot[0]) / size * half, tip[1] + ((tip[1] - foot[1]) / size) * half]
      const knuckle: Point = [(foot[0] + tip[0]) / 2, (foot[1] + tip[1]) / 2]
      return [at(foot, -half), at(knuckle, -half * 1.08), at(tip, -half * 0.94), at(out, -half * 0.6),
        at(out, half * 0.6), at(tip, half * 0.94), at(knuckle, half * 1.08), at(foot, half)]
    }
    const outline = soften(
      [[-23, 92], [-23, 72], [-38, 50], [-44, 22], ...fingers.flatMap(side), [34, 8], ...side(thumb), [38, 56],
        [24, 72], [23, 92]],
      3,
    )
    pen.area(outline)
    for (const [foot, tip] of [...fingers, thumb]) {
      const way = (Math.atan2(tip[0] - foot[0], foot[1] - tip[1]) * 180) / Math.PI
      const nail = petal(polar(-9, way, tip), way, 17, 12, { peak: 0.58, round: 0.55 })
      pen.area(nail.outline, 'second', 0.8)
      const size = Math.hypot(tip[0] - foot[0], tip[1] - foot[1])
      for (const [away, bow] of [[0.68, 5], [0.36, 5]] as const) {
        const joint = polar(size * away, way, foot)
        for (const lift of [0, 4.4]) pen.vein(arc(polar(lift - bow, way, joint), 9, way - 42, way + 42), 1.8)
      }
      pen.beads([0.5, 0.18].map((away) => polar(size * away, way, foot)), 1.8)
    }
    const palm: Point = [-4, 32]
    flower(pen, palm, 19, random.pick([6, 8]), { tone: 'second', heart: 'body' })
    pen.beads(disc(palm, 24.5).filter((_, i) => i % 3 === 0), 1.5)
    pen.vein(curve([[32, 16], [20, 6], [0, 3], [-24, 8]]), 2)
    pen.vein(curve([[30, 42], [25, 56], [15, 66]]), 2)
    if (occasion === 'roundel') stitches(pen, palm)
    for (const [y, tone] of [[76, 'second'], [86, 'bare'], [96, 'second']] as const) {
      pen.area(curve([[-27, y - 4], [0, y - 1], [27, y - 4], [27, y + 4], [0, y + 7], [-27, y + 4]].map(([x, b]) => [x!, b!] as const), true), tone, 0.9)
      pen.beads(divide([[-20, y + 0.5], [0, y + 3], [20, y + 0.5]], 7), 1.4, tone)
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
