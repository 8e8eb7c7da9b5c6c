import sharp, { type OverlayOptions } from 'sharp'

const columnWidth = 320
const maxHeight = 900
const captionHeight = 28
const gap = 24
const columns = 6
const backgroundColour = '#8c8880'

type Entry = { readonly name: string; readonly file: string }

const renderCaption = (name: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${columnWidth}" height="${captionHeight}"><text x="0" y="19" font-family="sans-serif" font-size="15" fill="#16130f">${name}</text></svg>`,
  )

async function createThumbnail({ file }: Entry) {
  const { data, info } = await sharp(file).resize({ width: columnWidth }).toBuffer({
    resolveWithObject: true,
  })
  if (info.height <= maxHeight) return { data, height: info.height }
  const crop = { left: 0, top: 0, width: columnWidth, height: maxHeight }
  return { data: await sharp(data).extract(crop).toBuffer(), height: maxHeight }
}

export async function writeContactSheet(entries: readonly Entry[], to: string) {
  const thumbnails = await Promise.all(entries.map(createThumbnail))
  const layers: OverlayOptions[] = []
  let top = gap
  for (let start = 0; start < entries.length; start += columns) {
    const row = thumbnails.slice(start, start + columns)
    for (const [place, { data }] of row.entries()) {
      const left = gap + place * (columnWidth + gap)
      layers.push({ input: renderCaption(entries[start + place]!.name), left, top })
      layers.push({ input: data, left, top: top + captionHeight })
    }
    top += captionHeight + Math.max(...row.map(({ height }) => height)) + gap
  }
  const width = gap + columns * (columnWidth + gap)
  await sharp({ create: { width, height: top, channels: 3, background: backgroundColour } })
    .composite(layers)
    .png({ palette: true })
    .toFile(to)
}
