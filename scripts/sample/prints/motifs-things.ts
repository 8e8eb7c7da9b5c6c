/** Things that people make, carry and light. */
import {
  arc,
  blade,
  clip,
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
  shift,
} from './curve.ts'
import type { Drawing } from './drawing.ts'
import { flower, hatch, leaf } from './flora.ts'
import type { Pen, Tone } from './pen.ts'

const box = (left: number, top: number, right: number, bottom: number): Line => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]

/** A river boat under its patched sail, with an eye to see its way. */
export const boat: Drawing = {
  width: 204,
  height: 200,
  draw(pen) {
    const keel = curve([[-98, 16], [-66, 46], [-10, 58], [50, 48], [98, 4]])
    const hull = blade(keel, leafShape(17, 0.5, 0.62))
    pen.area(blade([[14, 44], [11, -92]], () => 2.6), 'second', 0.8)
    const sail = curve([[-52, -74], [14, -84], [70, -72], [80, -40], [74, 2], [18, 8], [-44, 0], [-40, -38]], true)
    pen.area(sail, 'bare')
    const cloths = [[-52, -28], [-2, 22], [48, 86]] as const
    cloths.forEach(([left, right], i) => {
      const strip = [...clip([[left, -90], [left, 20]], sail, 1.5), ...clip([[right, -90], [right, 20]], sail, 1.5).map((l) => [...l].reverse())].flat()
      if (i === 1 && strip.length > 4) pen.area(strip, 'second', 0.8)
    })
    for (const x of [-26, 48]) for (const line of clip([[x, -90], [x + 2, 20]], sail, 3)) pen.vein(line, 2, 'bare')
    for (const [x, y] of [[-36, -56], [-34, -20], [60, -52], [62, -18]] as const) {
      flower(pen, [x, y], 9, 5, { form: 'round' })
    }
    pen.beads(divide([[10, -70], [10, -6]], 9), 2.2, 'second')
    pen.area(blade(curve([[-58, -78], [12, -88], [76, -75]]), () => 2.6), 'second', 0.8)
    const pennant = curve([[11, -94], [24, -99], [38, -92], [26, -90], [11, -86]])
    pen.area(pennant, 'body', 0.8)
    const cabin = [...arc([-40, 44], 34, -90, 90, 0.96)]
    pen.area(cabin, 'second')
    for (const bearing of [45, -45]) for (const line of hatch(cabin, bearing, 8, 3)) pen.vein(line, 1.7, 'second')
    pen.line([[58, 20], [96, 84]], 3.4, false)
    pen.area(petal([84, 64], 148, 30, 12, { peak: 0.6 }).outline, 'second', 0.8)
    pen.area(hull)
    const on = frame(keel, leafShape(17, 0.5, 0.62))
    for (const v of [-0.42, 0.2, 0.7]) {
      const plank = curve(Array.from({ length: 9 }, (_, i) => on(0.12 + i * 0.093, v)))
      pen.vein(plank, 2.2)
    }
    pen.beads(Array.from({ length: 17 }, (_, i) => on(0.17 + i * 0.038, -0.08)), 1.7)
    pen.area(disc(on(0.9, 0), 5), 'bare', 0.7)
    pen.beads([on(0.9, 0)], 2.2, 'bare')
    for (const [y, from, to] of [[78, -90, 74], [88, -70, 92]] as const) {
      const ripples = Math.round((to - from) / 20)
      const wave = Array.from({ length: ripples * 2 + 1 }, (_, i): Point => [from + i * 10, y + (i % 2 ? 5 : -1)])
      pen.line(curve(wave), 3)
    }
  },
}

/** An oil lamp of clay or brass, its flame bowed by some draught. */
export const lamp: Drawing = {
  width: 168,
  height: 204,
  draw(pen) {
    const flame = curve([[6, -2], [-17, -18], [-21, -42], [-6, -66], [10, -96], [14, -70], [25, -48], [24, -22]], true)
    for (let i = 0; i < 11; i++) {
      const bearing = -78 + i * 16
      const ray = petal(polar(i % 2 ? 56 : 52, bearing, [3, -34]), bearing, i % 2 ? 11 : 20, 6.5, { peak: 0.5 })
      if (i % 2) pen.dots([ray.spine[2]!], 2.8, 'second')
      else pen.area(ray.outline, 'second', 0.8)
    }
    pen.area(flame, 'body')
    pen.area(curve([[5, -7], [-9, -20], [-11, -38], [1, -56], [9, -68], [12, -48], [16, -34], [15, -18]], true), 'bare', 0.9)
    pen.area(petal([4, -8], 4, 32, 14, { peak: 0.42, bend: 6 }).outline, 'second', 0.8)
    pen.area(blade(curve([[4, 14], [2, 2], [5, -12]]), () => 2.4), 'body', 0.7)
    const bowl = curve([[-82, 2], [-66, 0], [0, 10], [66, 0], [82, 2], [70, 28], [38, 46], [0, 50], [-38, 46], [-70, 28]], true)
    for (const [y, half, deep, tone] of [[54, 16, 8, 'second'], [66, 10, 10, 'body'], [76, 20, 7, 'second'], [87, 34, 8, 'body']] as const) {
      pen.area(curve([[-half, y - deep * 0.6], [0, y - deep * 0.75], [half, y - deep * 0.6], [half + 3, y], [half, y + deep * 0.6], [0, y + deep * 0.75], [-half, y + deep * 0.6], [-half - 3, y]], true), tone, 0.9)
    }
    pen.beads(divide([[-26, 87], [26, 87]], 9), 1.8)
    pen.area(disc([0, 3], 66, 0.16), 'bare')
    pen.area(bowl)
    pen.vein(curve([[-70, 9], [-34, 17], [0, 19], [34, 17], [70, 9]]), 2.6)
    for (let i = -4; i <= 4; i++) {
      const x = i * 14.5
      const foot: Point = [x * 0.78, 44 - Math.abs(i) * 1.9 - i * i * 0.35]
      const leafy = petal(foot, x * 0.52, 21 - Math.abs(i) * 0.9, 11.5, { peak: 0.55 })
      pen.area(leafy.outline, i % 2 ? 'bare' : 'second', 0.7)
      pen.vein(leafy.spine.slice(2, -2), 1.4, i % 2 ? 'bare' : 'second')
    }
    pen.area(blade(curve([[2, 16], [4, 6], [5, -8]]), (t) => 3 - t), 'second', 0.6)
  },
}

/** A fighter kite: tissue in two colours, a bent bow, a tail of tissue. */
export const kite: Drawing = {
  width: 152,
  height: 208,
  draw(pen, _random, occasion) {
    const round = occasion === 'roundel'
    const lift = round ? -12 : -18
    const y = (v: number) => v + lift
    const [top, left, right, low]: Point[] = [[0, y(-76)], [-72, y(-6)], [72, y(-6)], [0, y(66)]]
    const edge = (a: Point, b: Point) => curve([a, [(a[0] + b[0]) / 2 * 0.965, (a[1] + b[1]) / 2 + (lift - (a[1] + b[1]) / 2) * 0.035], b])
    const sheet = [edge(top!, right!), edge(right!, low!), edge(low!, left!), edge(left!, top!)].flatMap((line) => line.slice(0, -1))
    if (round) {
      const loop = curve([[0, y(4)], [44, 62], [20, 88], [-40, 86], [-86, 40], [-94, -24], [-62, -78], [0, -98], [62, -80], [94, -26], [88, 36], [62, 72]])
      pen.line(loop, 2.6, false)
    } else {
      pen.line(curve([[0, y(6)], [-20, 54], [8, 78], [-8, 92], [-2, 106]]), 2.4, false)
    }
    const tail = round ? 24 : 34
    pen.area([low!, ...arc(low!, tail, 144, 216).map(([a, b]): Point => [a, b])], 'second')
    for (const bearing of [156, 168, 180, 192, 204]) pen.vein([polar(7, bearing, low), polar(tail - 4, bearing, low)], 1.9, 'second')
    pen.area(sheet, 'body')
    pen.area([...edge(left!, top!), ...edge(top!, right!).slice(1), [0, y(-6)]], 'second')
    pen.area([[0, y(-6)], [27, y(21)], [0, y(48)], [-27, y(21)]], 'bare')
    flower(pen, [0, y(21)], 15, 8, { form: 'pointed' })
    pen.area(arcBand([0, y(-30)], 23, 13), 'bare', 0.9)
    flower(pen, [0, y(-34)], 9.5, 5, { form: 'round' })
    for (const side of [-1, 1]) {
      pen.beads(divide([[side * 62, y(3)], [side * 9, y(56)]], 12), 1.9)
      pen.beads(divide([[side * 60, y(-11)], [side * 10, y(-61)]], 11), 1.9, 'second')
      pen.area(disc([side * 40, y(-14)], 6.5), 'bare', 0.8)
      pen.beads([[side * 40, y(-14)]], 2.6, 'bare')
      for (const i of [0, 1]) pen.vein([[side * (46 - i * 12), y(5 + i * 2)], [side * (30 - i * 6), y(20 + i * 6)]], 2.2)
      const tuft: Point = [side * 72, y(-6)]
      for (const lean of [60, 90, 120]) pen.area(petal(tuft, side * lean, 14, 5.4).outline, 'second', 0.6)
    }
    pen.vein([[0, y(-72)], [0, y(62)]], 3, 'bare')
    pen.vein(curve([[-68, y(-7)], [-38, y(-34)], [0, y(-46)], [38, y(-34)], [68, y(-7)]]), 3, 'second')
  },
}

/** A new moon lying on its back, as kites wear it. */
const arcBand = (centre: Point, radius: number, inner: number): Line => [
  ...arc(centre, radius, 112, 248),
  ...arc([centre[0], centre[1] - 6], inner + 5, 250, 110),
]

/** A barrel drum for two hands, its cords laced in zigzag. */
export const drum: Drawing = {
  width: 204,
  height: 146,
  draw(pen, _random, occasion) {
    const turn = occasion === 'roundel' ? 0 : -14
    const put = (line: Line) => shift(line, { turn })
    const strap = curve([[-70, -34], [-44, -64], [6, -74], [50, -64], [70, -38]])
    pen.area(put(blade(strap, () => 3.6)), 'second', 0.9)
    pen.beads(divide(put(strap), 17).slice(1, -1), 1.5, 'second')
    const belly = [...curve([[-74, -38], [-40, -54], [0, -58], [40, -54], [74, -38]]), ...curve([[74, 38], [40, 54], [0, 58], [-40, 54], [-74, 38]])]
    pen.area(put(belly))
    const bulge = (x: number) => 58 - 20 * (Math.abs(x) / 74) ** 1.8
    const staff = (x: number, bow: number): Line =>
      curve([-1, -0.6, 0, 0.6, 1].map((v): Point => [x + bow * (1 - v * v), v * (bulge(x) - 1)]))
    const [from, to] = [staff(-14, 5), staff(14, 5)]
    pen.area(put([...from, ...[...to].reverse()]), 'second')
    for (let i = 0; i < 7; i++) {
      const v = (i - 3) * 15
      pen.area(put([[5, v - 6.4], [14, v], [5, v + 6.4], [-4, v]]), 'bare', 0.7)
      pen.beads(put([[5, v]]), 1.5, 'bare')
    }
    // Cords run rim to band and back; the rings that tune them sit where they pair.
    for (const [a, b, bow] of [[-62, -18, 3], [62, 22, 6]] as const) {
      const points: Point[] = []
      for (let i = 0; i <= 12; i++) {
        const v = -0.94 + (1.88 * i) / 12
        const x = i % 2 ? b : a
        points.push([x + bow * (1 - v * v), v * bulge(x)])
      }
      for (let i = 1; i < points.length; i++) pen.vein(put([points[i - 1]!, points[i]!]), 2.6)
      points.forEach((p, i) => {
        if (i % 2) pen.beads(put([[p[0] * 0.55 + a * 0.45 * 1, p[1]]]), 0.01)
      })
    }
    rim(pen, put, -74, 13, 'second')
    rim(pen, put, 74, 17, 'second')
    const face = disc([76, 0], 34, 1).map(([x, y]): Point => [76 + (x - 76) * 0.36, y])
    pen.area(put(face), 'bare')
    pen.area(put(disc([77, 0], 17).map(([x, y]): Point => [77 + (x - 77) * 0.36, y])), 'body', 0.8)
    pen.beads(put(disc([76, 0], 26).map(([x, y]): Point => [76 + (x - 76) * 0.36, y]).filter((_, i) => i % 3 === 0)), 1.2, 'bare')
    for (const side of [-1, 1]) {
      const knot = shift([[side * -58, 58]], { turn })[0]!
      for (const lean of [150, 180, 210]) pen.area(petal(knot, lean, 17, 6.4).outline, 'second', 0.7)
    }
  },
}

function rim(pen: Pen, put: (line: Line) => Line, x: number, wide: number, tone: Tone) {
  const oval = (r: number) => disc([x, 0], r).map(([a, b]): Point => [x + (a - x) * (wide / 41), b])
  pen.area(put(oval(43)), tone)
  pen.beads(put(oval(38.5).filter((_, i) => i % 4 === 0)), 1.7, tone)
}

/** A book open on its folding stand. */
export const book: Drawing = {
  width: 204,
  height: 172,
  draw(pen) {
    for (const side of [-1, 1]) {
      const leg = curve([[side * -62, 84], [side * -26, 56], [side * 30, 18], [side * 78, -4]])
      pen.area(blade(leg, (t) => 8.5 - 2 * t), 'second')
      pen.vein(leg.slice(8, -8), 2.2, 'second')
      pen.beads(divide(leg.slice(3, 16), 3), 1.7, 'second')
    }
    flower(pen, [0, 40], 14, 8, { form: 'pointed' })
    for (const side of [-1, 1]) {
      const across = (points: Line): Line => points.map(([x, y]): Point => [x * side, y])
      const boards = across([...curve([[0, 16], [46, 4], [96, -14]]), ...curve([[96, -76], [48, -62], [0, -50]])])
      pen.area(boards, 'body')
      const page = across([...curve([[0, 10], [22, -6], [56, -12], [90, -22]]), ...curve([[90, -80], [54, -78], [24, -72], [0, -54]])])
      pen.area(page, 'bare')
      pen.area(across([...curve([[0, 13], [22, -3], [56, -9], [91, -19]]), ...curve([[90, -22], [56, -12], [22, -6], [0, 10]])]), 'second', 0.7)
      for (let i = 0; i < 6; i++) {
        const y = -58 + i * 9
        if (side < 0 && i < 3) continue
        const line = across(curve([[13, y - 2], [30, y - 11], [56, y - 13.5], [78, y - 18 + (i === 5 ? 0 : 0)]]))
        const end = i === 5 ? 0.62 : 1
        pen.vein(line.slice(0, Math.ceil(line.length * end)), 2.9, 'bare')
        pen.beads([0.3, 0.55, 0.8].filter((t) => t < end).map((t) => polar(3.6, 0, pointAt(line, t).point)), 1.3, 'bare')
      }
      if (side < 0) {
        const plate = across([...curve([[15, -42], [34, -50], [56, -52], [78, -57]]), ...curve([[78, -73], [56, -70], [34, -67], [15, -58]])])
        pen.area(plate, 'second', 0.8)
        flower(pen, [-46, -60], 8.2, 6, { form: 'round' })
      }
    }
    pen.area(blade(curve([[0, -52], [-2, -20], [2, 12]]), () => 2.2), 'second', 0.7)
    pen.area(blade(curve([[2, 10], [9, 22], [5, 34], [12, 44]]), (t) => 2.4 + t * 1.6), 'body', 0.8)
    for (const bearing of [-34, -12, 12, 34]) pen.dots([polar(bearing % 34 ? 38 : 33, bearing, [0, -56])], 2.6, 'second')
    pen.area(petal([0, -64], 0, 24, 13, { peak: 0.5 }).outline, 'second', 0.8)
  },
}

/** A cart's wheel, carved like the wheels of a temple. */
export const wheel: Drawing = {
  width: 196,
  height: 196,
  draw(pen) {
    const ring = (r: number) => disc([0, 0], r)
    for (let i = 0; i < 24; i++) {
      pen.area(petal(polar(84, i * 15), i * 15, 13, 10.5, { peak: 0.5, round: 0.6 }).outline, 'second', 0.8)
    }
    pen.area(ring(87))
    pen.beads(Array.from({ length: 36 }, (_, i) => polar(80.5, i * 10)), 2.1)
    pen.area(ring(74.5), 'second', 0.8)
    for (let i = 0; i < 32; i++) pen.vein([polar(69.5, i * 11.25 - 4), polar(65, i * 11.25), polar(69.5, i * 11.25 + 4)], 2, 'second')
    pen.area(ring(62.5), 'bare')
    for (let i = 0; i < 8; i++) {
      const bearing = i * 45
      const fine = blade([polar(20, bearing + 22.5), polar(62, bearing + 22.5)], () => 1.6)
      pen.area(fine, 'second', 0.5)
      pen.area(disc(polar(44, bearing + 22.5), 4), 'second', 0.6)
      const spoke = blade(curve([polar(16, bearing), polar(30, bearing), polar(46, bearing), polar(63, bearing)]), (t) => 4.2 + 4.6 * Math.sin(Math.PI * t) ** 1.4)
      pen.area(spoke)
      const jewel = polar(39.5, bearing)
      pen.area(disc(jewel, 5), 'bare', 0.6)
      pen.beads([jewel], 2, 'bare')
    }
    pen.area(ring(22), 'body')
    pen.beads(Array.from({ length: 16 }, (_, i) => polar(17.6, i * 22.5)), 1.6)
    flower(pen, [0, 0], 13.5, 8, { tone: 'second', heart: 'bare', form: 'pointed' })
  },
}

/** A cup of tea on its saucer, just poured. */
export const cup: Drawing = {
  width: 172,
  height: 190,
  draw(pen, random) {
    const handled = random.chance(0.6)
    for (const [x, lean] of [[-24, -1], [2, 1], [28, -1]] as const) {
      const high = x === 2 ? -92 : -78
      const steam = curve([[x, -30], [x + lean * 11, -44], [x - lean * 9, -60], [x + lean * 6, -74], [x - lean * 2, high]])
      pen.area(blade(steam, leafShape(3.6, 0.4, 0.8)), 'second', 0.6)
    }
    if (handled) {
      pen.area(blade(curve([[48, -6], [76, -12], [82, 12], [66, 30], [38, 36]]), () => 5.4), 'body')
      pen.vein(curve([[52, -4], [72, -7], [77, 12], [63, 26], [46, 31]]), 2)
    }
    pen.area(disc([0, 76], 82, 0.2), 'body')
    pen.beads(disc([0, 76], 73, 0.19).filter((_, i) => i % 5 === 0), 1.9)
    pen.area(disc([0, 73], 54, 0.16), 'bare', 0.9)
    pen.area(curve([[-22, 62], [22, 62], [28, 74], [0, 78], [-28, 74]], true), 'second')
    const bowl = curve([[-60, -16], [-55, 14], [-42, 42], [-22, 64], [0, 68], [22, 64], [42, 42], [55, 14], [60, -16], [0, -12]], true)
    pen.area(bowl)
    const band = [...curve([[-55, 4], [0, 12], [55, 4]]), ...curve([[48, 30], [0, 40], [-48, 30]])]
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
    pen.vein(curve([[-34, -13], [-10, -10], [16, -10], [36, -13]]), 2, 'bare')
  },
}
