/**
 * A file as text, piece by piece, in the encoding that it says it has. Bytes that this encoding does
 * not have are a failure: guessing would put wrong letters into every article.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { ImportFailure } from './imported.ts'

const pieceSize = 64 * 1024

export async function* decodedFile(path: string): AsyncGenerator<Result<string, ImportFailure>> {
  const encoding = await encodingOf(path)
  if (!encoding.ok) return yield encoding
  const name = encoding.value
  const decoder = new TextDecoder(name, { fatal: true })
  let line = 1
  const decode = (bytes: Uint8Array | undefined): Result<string, ImportFailure> => {
    try {
      const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
      line += linesIn(text)
      return succeed(text)
    } catch {
      // Decoded again, forgivingly, to find the line. A letter cut by the piece's edge may stand in
      // front as a mark of its own; it is on the same line or the one before.
      const forgiven = new TextDecoder(name).decode(bytes?.subarray(1) ?? new Uint8Array())
      const at = forgiven.indexOf('\uFFFD')
      const reason = `holds bytes that are not ${name.toUpperCase()}`
      return fail({ reason, line: line + linesIn(forgiven.slice(0, Math.max(at, 0))) })
    }
  }
  for await (const bytes of createReadStream(path, { highWaterMark: pieceSize })) {
    const piece = decode(bytes as Uint8Array)
    yield piece
    if (!piece.ok) return
  }
  yield decode(undefined)
}

function linesIn(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** By its byte order mark, else as its first line declares, else UTF-8. */
async function encodingOf(path: string): Promise<Result<string, ImportFailure>> {
  const start = Buffer.alloc(256)
  try {
    const file = await open(path)
    try {
      await file.read(start, 0, start.length, 0)
    } finally {
      await file.close()
    }
  } catch (error) {
    return fail({ reason: `cannot be read: ${error instanceof Error ? error.message : error}` })
  }
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return succeed('utf-16le')
  if (first === 0xfe && second === 0xff) return succeed('utf-16be')
  // Without a mark, the zeros of "<" tell.
  if (first === 0x3c && second === 0) return succeed('utf-16le')
  if (first === 0 && second === 0x3c) return succeed('utf-16be')
  const declared = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?encoding=["']([\w.:-]+)["']/.exec(
    start.toString('latin1'),
  )?.[1]
  // These letters are in bytes, whatever the declaration says.
  const label = declared === undefined || /^utf-?(8|16)/i.test(declared) ? 'utf-8' : declared
  try {
    return succeed(new TextDecoder(label).encoding)
  } catch {
    return fail({ reason: `says that it is encoded as ${label}, which is not known`, line: 1 })
  }
}
