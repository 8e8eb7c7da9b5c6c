/** What swims and what floats. */
import {
  arc,
  blade,
  clip,
  curve,
  disc,
  divide,
  frame,
  leafShape,
  type Point,
  petal,
  points,
} from './curve.ts'
import type { Drawing } from './drawing.ts'
import { flower, hatch } from './flora.ts'
import type { Pen } from './pen.ts'

/** A carp of the rivers, as painted on weddings' trays. */
export const fish: Drawing = {
  draw(pen, random) {
    const spine = curve(points('-96 10, -56 -3, 0 -8, 40 2, 62 10'))
    const girth = (size: number, peak: number) => (t: number) =>
      size * Math.sin(Math.PI * Math.min(1, t * 0.93 + 0.016) ** peak) ** 0.86 + 3 * t
    const [upper, lower] = [girth(37, 0.74), girth(33, 0.8)]
    const on = frame(spine, upper, lower)
    const line = (from: number, to: number, v: (s: number) => number) =>
      curve(Array.from({ length: 7 }, (_, i) => on(from + ((to - from) * i) / 6, v(i / 6))))
    for (const [bearing, bend, size] of [
      [46, 40, 64],
      [130, -40, 64],
      [88, 0, 44],
    ] as const) {
      const { outline, spine: rib } = petal([52, 9], bearing, size, size * 0.44, {
        peak: 0.52,
        bend: -bend,
      })
      pen.area(outline, 'second')
      const ray = frame(rib, leafShape(size * 0.22, 0.52))
      for (const v of [-0.55, 0, 0.55]) {
        pen.vein(
          Array.from({ length: 7 }, (_, i) => ray(0.34 + i * 0.085, v)),
          1.8,
          'second',
        )
      }
    }
    fin(pen, on, 0.32, 0.78, -1, 23)
    fin(pen, on, 0.3, 0.46, 1, 20)
    fin(pen, on, 0.62, 0.8, 1, 15)
    pen.area(blade(spine, upper, lower))
    const belly = [
      ...line(0.32, 0.9, (s) => 0.55 + s * 0.1),
      ...[...line(0.32, 0.9, () => 0.94)].reverse(),
    ]
    // Scales lie in the body's own frame, so that they close up towards the tail.
    const rows = 11
    for (let i = 0; i < rows; i++) {
      const t = 0.365 + (0.57 * i) / rows
      for (let k = 0; k < (i % 2 ? 4 : 5); k++) {
        const v = -0.76 + (k + (i % 2 ? 0.5 : 0)) * 0.36
        if (v > 0.66) continue
        const scale = [-1, -0.6, 0, 0.6, 1].map((s) =>
          on(t + 0.05 * (1 - s * s * 0.95), Math.max(-0.92, Math.min(0.9, v + s * 0.19))),
        )
        pen.vein(curve(scale), 2)
        pen.beads([on(t + 0.012, v)], 1.1)
      }
    }
    pen.area(belly, 'bare', 0.8)
    pen.beads(
      Array.from({ length: 13 }, (_, i) => on(0.36 + i * 0.042, 0.77)),
      1.6,
      'bare',
    )
    const gill = curve([on(0.3, -0.93), on(0.36, -0.4), on(0.362, 0.35), on(0.29, 0.93)])
    const front = curve([on(0.24, 0.93), on(0.29, 0.4), on(0.288, -0.4), on(0.245, -0.93)])
    pen.area([...gill, ...front], 'second')
    pen.beads(
      divide(curve([on(0.275, -0.8), on(0.325, -0.3), on(0.325, 0.35), on(0.266, 0.82)]), 8),
      1.7,
      'second',
    )
    pen.vein(
      line(0.05, 0.22, (s) => -0.62 - s * 0.1),
      1.9,
    )
    pen.beads([on(0.2, 0.5), on(0.225, 0.22), on(0.23, -0.06), on(0.15, 0.55)], 1.7)
    pen.vein(curve([on(0.001, 0.34), on(0.035, 0.36), on(0.07, 0.3)]), 2.4)
    const eye = on(0.145, -0.24)
    pen.area(disc(eye, 9.4), 'bare')
    pen.area(disc(eye, 5.6), 'second', 0.8)
    pen.beads([eye], 2.4, 'second')
    pen.vein(arc(eye, 12.4, 30, 150), 1.9)
    const bubbles: Point[] = [
      [-98, -20],
      [-90, -32],
      [-98, -42],
    ]
    pen.dots(random.chance(0.6) ? bubbles : [], 2.8, 'second')
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
  const crest = foot.map(
    ([x, y], i): Point => [
      x + 10 + i * 2,
      y + side * height * (0.55 + 0.45 * Math.sin((i + 1) * 0.75)) * (i > 3 ? 0.6 : 1),
    ],
  )
  pen.area(curve([...foot, ...[...crest].reverse()], true), 'second')
  foot.slice(0, 5).forEach((p, i) => {
    const tip = crest[i]!
    pen.vein(
      [
        [p[0] + 1, p[1]],
        [p[0] + (tip[0] - p[0]) * 0.84, p[1] + (tip[1] - p[1]) * 0.84],
      ],
      1.8,
      'second',
    )
  })
}

/** A river boat under its patched sail, with an eye to see its way and a man to steer it. */
export const boat: Drawing = {
  draw(pen) {
    const keel = curve(points('-98 12, -66 44, -10 58, 50 48, 98 0'))
    const beam = leafShape(18, 0.5, 0.62)
    const on = frame(keel, beam)
    pen.area(
      blade(points('14 44, 13 0, 12 -50, 11 -94'), () => 2.8),
      'second',
      0.8,
    )
    const sail = curve(points('-46 -76, 14 -84, 74 -74, 84 -42, 76 0, 18 9, -38 2, -33 -38'), true)
    pen.area(sail, 'body')
    const panel = (left: number, right: number, bow: number) => [
      ...clip(
        curve([
          [left, -92],
          [left + bow, -40],
          [left, 16],
        ]),
        sail,
        1,
      ).flat(),
      ...clip(
        curve([
          [right, 16],
          [right + bow, -40],
          [right, -92],
        ]),
        sail,
        1,
      ).flat(),
    ]
    pen.area(panel(-6, 32, 7), 'second', 0.8)
    pen.area(panel(52, 64, 9), 'bare', 0.8)
    pen.area(panel(-33, -22, 5), 'bare', 0.8)
    for (const y of [-62, -38, -14])
      flower(pen, [17, y], 11, 6, { form: 'round', tone: 'bare', heart: 'body' })
    for (const [x, bow] of [
      [-14, 5],
      [40, 8],
    ] as const) {
      pen.beads(
        divide(
          curve([
            [x, -70],
            [x + bow, -38],
            [x, -4],
          ]),
          11,
        ),
        1.9,
      )
    }
    pen.area(
      blade(curve(points('-54 -80, 14 -90, 80 -78')), () => 2.8),
      'second',
      0.8,
    )
    pen.area(curve(points('11 -95, 25 -101, 42 -94, 28 -91, 11 -87')), 'body', 0.8)
    const cabin = [...arc([-34, 46], 31, -90, 90, 1.02)]
    pen.area(cabin, 'second')
    for (const bearing of [45, -45]) {
      for (const line of hatch(cabin, bearing, 8, 3)) pen.vein(line, 1.9, 'second')
    }
    steersman(pen)
    pen.area(blade(keel, beam))
    for (const v of [-0.46, 0.24, 0.7]) {
      pen.vein(curve(Array.from({ length: 9 }, (_, i) => on(0.12 + i * 0.093, v))), 2.2)
    }
    for (let i = 0; i < 13; i++) {
      const t = 0.19 + i * 0.05
      pen.beads([on(t, -0.1)], 2.2)
    }
    pen.area(disc(on(0.895, 0), 5.4), 'bare', 0.7)
    pen.beads([on(0.895, 0)], 2.4, 'bare')
    for (const [y, from, count] of [
      [80, -92, 9],
      [91, -72, 8],
    ] as const) {
      const wave = Array.from(
        { length: count * 2 + 1 },
        (_, i): Point => [from + i * 9.5, y + (i % 2 ? 5 : -2)],
      )
      pen.line(curve(wave), 3.2)
    }
  },
}

/** At the stern with his oar. */
function steersman(pen: Pen) {
  pen.line(points('-66 6, -84 40, -99 76'), 3.4, false)
  pen.area(petal([-91, 58], 206, 32, 12, { peak: 0.6 }).outline, 'second', 0.8)
  pen.area(curve(points('-78 40, -80 22, -75 6, -66 5, -61 18, -63 40'), true), 'bare', 0.9)
  pen.vein(points('-77 18, -70 21, -62 18'), 2, 'bare')
  pen.area(disc([-70, -3], 7), 'body', 0.8)
  pen.area(curve(points('-79 -5, -70 -14, -60 -6, -70 -7'), true), 'second', 0.8)
}
