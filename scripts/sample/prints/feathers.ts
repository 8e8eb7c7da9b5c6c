/** The part that birds share. */
import { type Point, petal, pointAt, polar } from './curve.ts'
import type { Pen, Tone } from './pen.ts'

/** Feathers side by side from a shoulder, laid from the far end of the wing inwards. */
export function feathers(
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
