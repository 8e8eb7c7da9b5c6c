/** Many pictures of pages side by side on one sheet, each with its name. */
import sharp, { type OverlayOptions } from 'sharp'

const column = 320
const tallest = 900
const label = 28
const gap = 24
const columns = 6
const paper = '#8c8880'

type Entry = { readonly name: string; readonly file: string }

const caption = (name: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${column}" height="${label}"><text x="0" y="19" font-family="sans-serif" font-size="15" fill="#16130f">${name}</text></svg>`,
  )

/** The upper part of each picture, made small. */
async function thumbnail({ file }: Entry) {
  const { data, info } = await sharp(file).resize({ width: column }).toBuffer({
    resolveWithObject: true,
  })
  if (info.height <= tallest) return { data, height: info.height }
  const cut = { left: 0, top: 0, width: column, height: tallest }
  return { data: await sharp(data).extract(cut).toBuffer(), height: tallest }
}

export async function writeContactSheet(entries: readonly Entry[], to: string) {
  const pictures = await Promise.all(entries.map(thumbnail))
  const layers: OverlayOptions[] = []
  let top = gap
  for (let start = 0; start < entries.length; start += columns) {
    const row = pictures.slice(start, start + columns)
    for (const [place, { data }] of row.entries()) {
      const left = gap + place * (column + gap)
      layers.push({ input: caption(entries[start + place]!.name), left, top })
      layers.push({ input: data, left, top: top + label })
    }
    top += label + Math.max(...row.map(({ height }) => height)) + gap
  }
  const width = gap + columns * (column + gap)
  await sharp({ create: { width, height: top, channels: 3, background: paper } })
    .composite(layers)
    .png({ palette: true })
    .toFile(to)
}
