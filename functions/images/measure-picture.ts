/** Reads the type and the size of a picture from its first bytes; the rest may be damaged. */
import { detectImageType } from '../../src/contracts/endpoints/image-type.ts'
import type { ImageType } from '../../src/contracts/endpoints/publishing-endpoints.ts'

type PictureSize = { readonly width: number; readonly height: number }

export type MeasuredPicture = PictureSize & { readonly kind: ImageType }

/** Returns null for anything other than a picture. The size takes the picture's rotation into account. */
export function measurePicture(bytes: Uint8Array<ArrayBuffer>): MeasuredPicture | null {
  const kind = detectImageType(bytes)
  if (!kind) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = readers[kind](view)
    return size && size.width > 0 && size.height > 0 ? { kind, ...size } : null
  } catch (error) {
    // The file ends too early.
    if (error instanceof RangeError) return null
    throw error
  }
}

const readers: Readonly<Record<ImageType, (view: DataView) => PictureSize | null>> = {
  'image/png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  'image/gif': (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
  'image/avif': readAvif,
}

const readText = (view: DataView, at: number, length: number) =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)))

const turn = ({ width, height }: PictureSize, isTurned: boolean): PictureSize =>
  isTurned ? { width: height, height: width } : { width, height }

/** Source: ITU T.81, B.1.1.3. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function readJpeg(view: DataView): PictureSize | null {
  let isTurned = false
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    const length = view.getUint16(at + 2)
    if (marker === 0xe1 && readText(view, at + 4, 4) === 'Exif')
      isTurned = isTurnedByExif(new DataView(view.buffer, view.byteOffset + at + 10, length - 8))
    if (isFrame(marker))
      return turn({ height: view.getUint16(at + 5), width: view.getUint16(at + 7) }, isTurned)
    at += 2 + length
  }
  return null
}

/** Orientations from 5 upwards rotate the picture by 90°. */
function isTurnedByExif(view: DataView): boolean {
  const orientationTag = 0x0112
  try {
    const isLittle = view.getUint16(0) === 0x4949
    const directory = view.getUint32(4, isLittle)
    const entries = view.getUint16(directory, isLittle)
    for (let entry = 0; entry < entries; entry++) {
      const at = directory + 2 + entry * 12
      if (view.getUint16(at, isLittle) !== orientationTag) continue
      return view.getUint16(at + 8, isLittle) >= 5
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return false
}

/** Source: RFC 9649, 2.5 to 2.7, and RFC 6386, 9.1. */
function readWebp(view: DataView): PictureSize | null {
  const read24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
  switch (readText(view, 12, 4)) {
    case 'VP8X':
      return { width: read24(24) + 1, height: read24(27) + 1 }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    default:
      return null
  }
}

/** Boxes that contain other boxes, and the offsets at which these begin. */
const containers: Readonly<Record<string, number>> = { meta: 12, iprp: 8, ipco: 8 }

/** If an AVIF picture consists of several parts, the largest size is the whole picture's. Source: ISO 23008-12, 6.5. */
function readAvif(view: DataView): PictureSize | null {
  let size: PictureSize | null = null
  let isTurned = false
  const readBoxes = (from: number, end: number) => {
    for (let at = from; at + 8 <= end; ) {
      const length = view.getUint32(at)
      const name = readText(view, at + 4, 4)
      if (length < 8) return
      const contents = containers[name]
      if (contents !== undefined) readBoxes(at + contents, Math.min(at + length, end))
      if (name === 'ispe') {
        const found = { width: view.getUint32(at + 12), height: view.getUint32(at + 16) }
        if (!size || found.width * found.height > size.width * size.height) size = found
      }
      if (name === 'irot') isTurned = view.getUint8(at + 8) % 2 === 1
      at += length
    }
  }
  readBoxes(0, view.byteLength)
  return size && turn(size, isTurned)
}
