/** Fruits of the orchard and the kitchen garden, and the tree they hang from. */
import {
  arc,
  blade,
  curve,
  disc,
  divide,
  frame,
  type Line,
  leafShape,
  mirrored,
  petal,
  type Point,
  pointAt,
  polar,
  shift,
} from './curve.ts'
import type { Drawing } from './drawing.ts'
import { beading, bud, flower, leaf, stem } from './flora.ts'
import type { Pen } from './pen.ts'

/** The kairi: the young mango whose tip has curled, one garden within another. */
export const mango: Drawing = {
  width: 148,
  height: 200,
  draw(pen, random) {
    const spine = curve([[6, 66], [12, 26], [10, -14], [-6, -50], [-36, -64], [-50, -44], [-40, -32]])
    const belly = (width: number, bluff: number) => (t: number) =>
      t < bluff
        ? width * Math.sqrt(Math.max(0, 1 - (1 - t / bluff) ** 2))
        : width * (1 - ((t - bluff) / (1 - bluff)) ** 1.15) ** 0.95 + 1.6
    const outer = blade(spine, belly(50, 0.3))
    for (const { point, bearing } of frill(spine, belly(50, 0.3))) {
      pen.area(petal(point, bearing, 17, 12, { peak: 0.6, round: 0.65 }).outline, 'second', 0.85)
    }
    const low = curve([[4, 66], [2, 80], [-8, 94]])
    stem(pen, low, 4.6)
    leaf(pen, [2, 80], 82, 58, 21, { bend: -26 })
    leaf(pen, [0, 82], -76, 60, 21, { bend: 28 })
    pen.area(outer, 'body')
    const trim = (from: number, to: number) =>
      spine.slice(Math.floor(spine.length * from), Math.ceil(spine.length * to))
    const band = blade(trim(0.05, 0.86), belly(40.5, 0.3))
    pen.beads(beading(band, 0.1, 6.4).slice(0, -1), 1.8)
    const middle = blade(trim(0.1, 0.74), belly(33, 0.32))
    pen.area(middle, 'bare')
    const inner = blade(trim(0.16, 0.66), belly(25, 0.34))
    pen.area(inner, 'second', 0.9)
    const heart = curve([[8, 50], [12, 26], [9, 2], [-2, -22]])
    pen.vein(heart, 2.6, 'second')
    for (const [t, size] of [[0.18, 15], [0.42, 14], [0.64, 10]] as const) {
      const node = pointAt(heart, t)
      for (const side of [-1, 1]) {
        const sprig = petal(node.point, node.bearing + side * 52, size, size * 0.5, { bend: -side * 24 })
        pen.area(sprig.outline, 'bare', 0.6)
      }
    }
    flower(pen, [8, 36], 13, random.pick([5, 6]), { tone: 'bare', heart: 'body' })
    pen.dots([polar(12, 200, [-38, -34]), polar(20, 190, [-38, -34])], 2.4, 'second')
  },
}

/** Feet for a row of petals round a blade, closer where it narrows. */
function frill(spine: Line, width: (t: number) => number) {
  const outline = blade(spine, width)
  const feet: { point: Point; bearing: number }[] = []
  const half = outline.length / 2
  const sides = [outline.slice(0, half), outline.slice(half).reverse()]
  for (const [which, side] of sides.entries()) {
    const count = Math.round(side.length / 3.6)
    for (let i = 0; i < count; i++) {
      const t = (i + (which ? 0.5 : 0)) / count
      if (t > 0.93) continue
      const { point, bearing } = pointAt(side, t)
      feet.push({ point: polar(4, bearing + (which ? -90 : 90), point), bearing: bearing + (which ? 82 : -82) })
    }
  }
  return feet
}

/** A pomegranate split by its ripeness, on a bough that bends under it. */
export const pomegranate: Drawing = {
  width: 156,
  height: 200,
  draw(pen, _random, occasion) {
    if (occasion === 'roundel') return splitFruit(pen)
    const bough = curve([[-44, 96], [-34, 70], [-6, 56], [8, 44]])
    stem(pen, bough, 5.4)
    leaf(pen, [-36, 74], 118, 56, 19, { bend: -44 })
    leaf(pen, [-22, 62], 78, 72, 22, { bend: 18 })
    leaf(pen, [-38, 78], -34, 52, 18, { bend: -26 })
    const side = curve([[-34, 70], [-58, 54], [-64, 34]])
    stem(pen, side, 3)
    bud(pen, [-64, 35], -4, 32)
    crownOf(pen, [8, -40], 1)
    const fruit = curve([[8, -44], [34, -40], [58, -18], [60, 14], [40, 42], [8, 52], [-24, 42], [-44, 14], [-42, -18], [-18, -40]], true)
    pen.area(fruit)
    pen.beads(beading(fruit, -6, 7.4), 1.7)
    const cleft = curve([[6, -36], [26, -16], [32, 8], [22, 32], [6, 44], [-8, 28], [-12, 4], [-6, -18]], true)
    pen.area(cleft, 'bare')
    seeds(pen, curve([[7, -26], [10, 4], [7, 36]]), leafShape(20, 0.52, 0.62), 6)
    pen.vein(curve([[-30, -20], [-36, 4], [-26, 28]]), 2.4)
    pen.vein(curve([[46, -16], [51, 6], [42, 28]]), 2.4)
    pen.dots([[66, 60], [60, 70], [72, 70]], 2.3, 'second')
  },
}

function crownOf(pen: Pen, foot: Point, size: number) {
  for (const lean of [-50, 50, -26, 26, 0]) {
    const sepal = petal(foot, lean, 34 * size, 15 * size, { peak: 0.4, bend: lean * 0.7, round: 0.8 })
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
      pen.area(drop.outline, 'second', 0.75)
      pen.beads([[seat[0], seat[1] + 1]], 1.2, 'second')
    }
  }
}

function splitFruit(pen: Pen) {
  crownOf(pen, [0, -62], 1.15)
  leaf(pen, [-10, 76], -66, 62, 24, { bend: 34 })
  leaf(pen, [10, 76], 66, 62, 24, { bend: -34 })
  stem(pen, curve([[0, 98], [-3, 86], [0, 70]]), 6)
  const fruit = curve([[0, -66], [36, -58], [68, -28], [74, 10], [58, 50], [24, 74], [0, 78], [-24, 74], [-58, 50], [-74, 10], [-68, -28], [-36, -58]], true)
  pen.area(fruit)
  pen.beads(beading(fruit, -6.5, 8), 1.9)
  pen.area(disc([0, 6], 56), 'bare')
  for (const [ring, radius, count] of [[0, 47, 20], [1, 33, 14], [2, 19, 8]] as const) {
    for (let i = 0; i < count; i++) {
      const bearing = (360 * i) / count + ring * 9
      // One seed has slipped from its ring.
      const slipped = ring === 1 && i === 3
      const foot = polar(radius - 8 + (slipped ? 5 : 0), bearing + (slipped ? 9 : 0), [0, 6])
      const drop = petal(foot, bearing + (slipped ? 38 : 0), 15, 11.4, { peak: 0.62, round: 0.62 })
      pen.area(drop.outline, 'second', 0.8)
      pen.beads([polar(8.5, bearing + (slipped ? 38 : 0), foot)], 1.7, 'second')
    }
  }
  flower(pen, [0, 6], 9, 5, { tone: 'body', heart: 'second' })
}

/** Chillies on the twig; in a medallion they chase each other round. */
export const chilli: Drawing = {
  width: 158,
  height: 196,
  draw(pen, _random, occasion) {
    if (occasion === 'roundel') {
      for (let i = 0; i < 8; i++) {
        const turn = i * 45
        const bow = [16, 20, 13, 18, 22, 15, 19, 12][i]!
        const wind = curve([[-38, -76], [0, -82 - bow * 0.2], [30, -70], [46, -46 + bow * 0.3]])
        pepper(pen, shift(wind, { turn }), 8.6, i % 2 ? 'second' : 'body')
      }
      flower(pen, [0, 0], 30, 8, { form: 'pointed' })
      pen.dots(disc([0, 0], 38).filter((_, i) => i % 5 === 0), 2.2, 'second')
      return
    }
    const twig = curve([[-14, -96], [-4, -76], [0, -52]])
    stem(pen, twig, 5)
    leaf(pen, [-6, -80], 72, 66, 25, { bend: 34, veins: 6 })
    leaf(pen, [-8, -82], -84, 60, 24, { bend: -34, veins: 6 })
    for (const [x, y] of [[-36, -34], [40, -36], [0, -30]] as const) {
      const stalk = curve([[-1, -56], [x * 0.55, -54], [x, y]])
      stem(pen, stalk, 3)
    }
    flower(pen, [24, -72], 15, 5, { form: 'pointed' })
    pepper(pen, curve([[-36, -36], [-44, -4], [-50, 34], [-70, 66]]), 12, 'body')
    pepper(pen, curve([[40, -38], [48, -4], [50, 30], [70, 58]]), 12, 'body')
    pepper(pen, curve([[0, -32], [3, 4], [-2, 50], [10, 92]]), 13, 'body')
    leaf(pen, [-4, -58], -128, 34, 14, { bend: 40, veins: 4 })
    leaf(pen, [2, -58], 132, 34, 14, { bend: -40, veins: 4 })
    pen.dots([[-28, 74], [-22, 84], [-34, 84], [38, 80], [32, 90], [44, 90]], 2.3, 'second')
  },
}

function pepper(pen: Pen, spine: Line, width: number, tone: 'body' | 'second') {
  const shape = (t: number) => width * (1 - t) ** 0.62 * Math.min(1, (t + 0.02) * 9) ** 0.5 + 0.6
  pen.area(blade(spine, shape), tone)
  const on = frame(spine, shape)
  const steps = (from: number, to: number, v: number) =>
    curve(Array.from({ length: 6 }, (_, i) => on(from + ((to - from) * i) / 5, v)))
  pen.vein(steps(0.14, 0.8, -0.45), 2.6, tone)
  pen.beads(Array.from({ length: 9 }, (_, i) => on(0.16 + i * 0.065, 0.38)), 1.3, tone)
  const cap = spine[0]!
  const way = pointAt(spine, 0.03).bearing
  for (const lean of [-46, 46, 0]) {
    const sepal = petal(polar(-3, way, cap), way + lean, width * 1.25, width * 0.72, { bend: -lean * 0.6, peak: 0.4 })
    pen.area(sepal.outline, tone === 'body' ? 'second' : 'body', 0.8)
  }
}

/** The tree of life on its hill, in leaf, flower and fruit at once. */
export const tree: Drawing = {
  width: 204,
  height: 208,
  draw(pen) {
    const hill: Line = [...arc([0, 102], 78, -86, 86, 0.34)]
    const limb = (line: Line, from: number, to: number) =>
      pen.area(blade(line, (t) => from + (to - from) * t), 'body', 0.9)
    const boughs: Line[] = [
      curve([[-2, 40], [-30, 22], [-54, 18], [-78, 26]]),
      curve([[-2, 22], [-26, -6], [-54, -18], [-76, -20]]),
      curve([[0, 4], [-18, -34], [-40, -52], [-52, -70]]),
    ]
    const top = curve([[0, 8], [-3, -30], [2, -58], [0, -80]])
    const all = [...boughs, ...boughs.map(mirrored), top]
    for (const bough of all) limb(bough, 4.2, 1.4)
    limb(curve([[0, 92], [-5, 60], [4, 34], [0, 0]]), 8.5, 4)
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
    const bark = curve([[1, 84], [-3, 60], [3, 36], [0, 8]])
    pen.vein(bark, 2.6)
    pen.vein(curve([[-5, 88], [-7, 66], [-2, 46]]), 1.8)
    pen.area(hill, 'second')
    for (let row = 0; row < 3; row++) {
      const count = 9 - row * 2
      for (let i = 0; i < count; i++) {
        const x = (i - (count - 1) / 2) * 15.5
        pen.vein(arc([x, 98 - row * 7 + Math.abs(x) * 0.05], 6.4, -82, 82), 1.9, 'second')
      }
    }
    for (const side of [-1, 1]) {
      stem(pen, curve([[side * 40, 84], [side * 46, 72], [side * 45, 58]]), 2.6)
      leaf(pen, [side * 43, 76], side * 70, 20, 9, { veins: 3, bend: -side * 20 })
      flower(pen, [side * 45, 55], 9.5, 5, { form: 'round' })
    }
  },
}
