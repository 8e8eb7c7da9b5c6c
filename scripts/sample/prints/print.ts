/**
 * Draws the sample publication's pictures: block prints on cloth, after the printers of Sanganer,
 * Bagru and Kachchh. The same request gives the same picture; nothing here reads a clock or the
 * disk.
 */
import sharp from 'sharp'
import { allover } from './allover.ts'
import { dyed } from './ink.ts'
import { type Motif, motifs } from './motifs.ts'
import { plates } from './pen.ts'
import { type Colour, type Dye, dyeing, dyes } from './pigments.ts'
import type { Plan } from './plan.ts'
import { marksOf, press } from './press.ts'
import { randomOf } from './random.ts'
import { roundel } from './roundel.ts'

export { type Dye, dyes, type Motif, motifs }
export type PrintRequest = {
  seed: string
  motif: Motif
  dye: Dye
  width: number
  height: number
  composition: 'allover' | 'roundel'
}

/** What is printed where: the same request, the same plan. */
function planOf(request: PrintRequest): Plan {
  const { seed, motif, dye, width, height, composition } = request
  const random = randomOf(`${seed} ${motif} ${dye} ${composition}`)
  const dyes = dyeing(dye, random)
  const field = { width, height, motif, dyeing: dyes, random }
  const composed = composition === 'allover' ? allover(field) : roundel(field)
  return { seed, width, height, dyeing: dyes, ...composed }
}

/** The SVG of the print, in flat colours, without cloth: same request, same string. */
export function printSvg(request: PrintRequest): string {
  return svgOf(planOf(request))
}

/** JPEG bytes (quality 82) of photographic size. */
export async function drawPrint(request: PrintRequest): Promise<Buffer> {
  const plan = planOf(request)
  const pixels = dyed(plan, await press(plan))
  const raw = { width: plan.width, height: plan.height, channels: 3 } as const
  return sharp(pixels, { raw }).jpeg({ quality: 82 }).toBuffer()
}

const rgb = ([r, g, b]: Colour) => `rgb(${r},${g},${b})`
const short = (value: number) => Math.round(value * 1000) / 1000

/** Each plate is a mask through which its dye shows, so that dyes overlap as on cloth. */
function svgOf({ width, height, dyeing, blocks, impressions }: Plan): string {
  const size = `width="${width}" height="${height}"`
  const used = plates.filter((plate) => dyeing.inks[plate])
  const faces = blocks.flatMap((block, i) =>
    used.map((plate) => {
      // The bath dyes what the paste did not cover: its mask is the negative.
      const paint = plate === 'resist' ? { ink: '#000', cut: '#fff' } : { ink: '#fff', cut: '#000' }
      const marks = marksOf(block.carving[plate], paint)
      return `<g id="${plate}-${i}" stroke-linejoin="round">${marks}</g>`
    }),
  )
  const masks = used.map((plate) => {
    const uses = impressions.map(({ block, placed, slips }) => {
      const [dx, dy] = slips[plate] ?? [0, 0]
      const { scale } = blocks[block]!
      const [x, y] = [short(placed.x + dx), short(placed.y + dy)]
      const place = `translate(${x} ${y}) rotate(${short(placed.turn)})`
      const zoom = `scale(${short(placed.mirror ? -scale : scale)} ${short(scale)})`
      return `<use href="#${plate}-${block}" transform="${place} ${zoom}"/>`
    })
    const ground = plate === 'resist' ? '<rect width="100%" height="100%" fill="#fff"/>' : ''
    const box = `x="0" y="0" ${size}`
    return `<mask id="${plate}" maskUnits="userSpaceOnUse" ${box}>${ground}${uses.join('')}</mask>`
  })
  const layers = used.map((plate) => {
    const style = 'style="mix-blend-mode:multiply"'
    const fill = rgb(dyeing.inks[plate]!)
    return `<rect width="100%" height="100%" fill="${fill}" mask="url(#${plate})" ${style}/>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}">`,
    `<defs>${faces.join('')}${masks.join('')}</defs>`,
    `<rect width="100%" height="100%" fill="${rgb(dyeing.cloth)}"/>`,
    ...layers,
    '</svg>',
  ].join('\n')
}
