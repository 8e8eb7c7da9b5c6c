/** Converts pictures that our server wouldn't accept, because of their type or size. Most files stay as they are. */
import { detectImageType, imageTypeBytes } from '../contracts/endpoints/image-type.ts'
import { fail, type Result, succeed } from '../domain/result.ts'
import { maxImageBytes } from '../domain/upload-limits.ts'

/** In pixels. iPhones can't draw a larger canvas. */
const maxCanvasPixels = 16_000_000

/** Bytes. Decoding a larger file can take more memory than a phone gives to a page, which then ends without a word. */
const maxDrawnBytes = 3 * maxImageBytes

const quality = 0.9

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

const messages = {
  heic: 'This is a HEIC picture, which this browser can’t read. Export it as a JPEG, or open this page in Safari. For new pictures, choose Settings → Camera → Formats → Most Compatible on the iPhone.',
  svg: 'This is an SVG drawing, which can contain scripts. Save it as a PNG.',
  unknown: 'This isn’t a picture that we can show. Save it as a JPEG or PNG.',
  large: 'The picture is too large for this browser. Save it as a JPEG of at most 30 MB.',
} as const

export async function preparePicture(file: File): Promise<Result<File, string>> {
  if (file.size === 0) return fail('The file is empty. Choose another one.')
  const head = new Uint8Array(await file.slice(0, imageTypeBytes).arrayBuffer())
  if (detectImageType(head) !== null)
    return file.size > maxImageBytes ? draw(file, messages.large) : succeed(file)
  const text = String.fromCharCode(...head)
  if (text.slice(4, 8) === 'ftyp' && heicBrands.includes(text.slice(8, 12)))
    return draw(file, messages.heic)
  const isDrawing = file.type === 'image/svg+xml' || /^\s*<(?:\?xml|svg)/.test(text)
  return fail(isDrawing ? messages.svg : messages.unknown)
}

/** Draws the file as a JPEG. Browsers apply the rotation in the file's metadata. */
async function draw(file: File, failure: string): Promise<Result<File, string>> {
  if (file.size > maxDrawnBytes) return fail(messages.large)
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return fail(failure)
  const { width, height } = bitmap
  const scale = Math.min(1, Math.sqrt(maxCanvasPixels / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(width * scale)
  canvas.height = Math.floor(height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/jpeg', quality)
  const blob = await promise
  // Phones keep a canvas's memory until they collect it, and limit that of all canvases together.
  canvas.width = 0
  if (!blob || blob.size > maxImageBytes) return fail(failure)
  const name = `${file.name.replace(/\.[a-z0-9]{1,5}$/i, '')}.jpg`
  return succeed(new File([blob], name, { type: 'image/jpeg' }))
}
