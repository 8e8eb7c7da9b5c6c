/** Draws SVG as PNG, which can't contain scripts. Files that a drawing refers to aren't loaded. */
import sharp from 'sharp'

/** Figures are as wide as the column; this is twice its width. */
const size = { width: 1600, height: 3200, fit: 'inside' } as const
/** The time limit for drawing, because filters can take any amount of time. */
const timeout = { seconds: 20 }

/** sharp doesn't recognise drawings with a byte order mark. */
function removeByteOrderMark(bytes: Uint8Array<ArrayBuffer>) {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

/** Returns other files unchanged, and also unreadable drawings, which aren't stored. */
export async function drawSvg(file: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = removeByteOrderMark(file)
  const start = new TextDecoder().decode(bytes.subarray(0, 4096)).trimStart()
  if (!start.startsWith('<') || !/<svg\b/i.test(start)) return file
  try {
    const drawing = sharp(bytes).timeout(timeout)
    if ((await drawing.metadata()).format !== 'svg') return file
    // Most drawings are made for white pages.
    const picture = drawing.resize(size).flatten({ background: 'white' })
    return new Uint8Array(await picture.png().toBuffer())
  } catch {
    return file
  }
}
