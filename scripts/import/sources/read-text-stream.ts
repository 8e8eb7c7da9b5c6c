/** Reads a file in chunks, in its declared encoding. Fails for bytes that aren't in that encoding. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { ImportFailure } from '../items/imported-item.ts'

const chunkSize = 64 * 1024

export async function* readTextStream(path: string): AsyncGenerator<Result<string, ImportFailure>> {
  const encoding = await detectEncoding(path)
  if (!encoding.ok) return yield encoding
  const encodingName = encoding.value
  const decoder = new TextDecoder(encodingName, { fatal: true })
  let line = 1
  const decode = (bytes: Uint8Array | undefined): Result<string, ImportFailure> => {
    try {
      const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
      line += countLines(text)
      return succeed(text)
    } catch {
      // Decodes leniently to find the line. The first byte may belong to the previous chunk.
      const lenientText = new TextDecoder(encodingName).decode(
        bytes?.subarray(1) ?? new Uint8Array(),
      )
      const at = lenientText.indexOf('\uFFFD')
      const reason = `contains bytes that aren’t ${encodingName.toUpperCase()}. Export it again.`
      return fail({ reason, line: line + countLines(lenientText.slice(0, Math.max(at, 0))) })
    }
  }
  for await (const bytes of createReadStream(path, { highWaterMark: chunkSize })) {
    const chunk = decode(bytes as Uint8Array)
    yield chunk
    if (!chunk.ok) return
  }
  yield decode(undefined)
}

export function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** Detects the byte order mark, else the XML declaration, else UTF-8. */
async function detectEncoding(path: string): Promise<Result<string, ImportFailure>> {
  const start = Buffer.alloc(256)
  try {
    const file = await open(path)
    try {
      await file.read(start, 0, start.length, 0)
    } finally {
      await file.close()
    }
  } catch (error) {
    return fail({ reason: `can’t be read: ${error instanceof Error ? error.message : error}` })
  }
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return succeed('utf-16le')
  if (first === 0xfe && second === 0xff) return succeed('utf-16be')
  // "<" in UTF-16 without a mark.
  if (first === 0x3c && second === 0) return succeed('utf-16le')
  if (first === 0 && second === 0x3c) return succeed('utf-16be')
  const declared = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?encoding=["']([\w.:-]+)["']/.exec(
    start.toString('latin1'),
  )?.[1]
  // Without signs of UTF-16, the text isn't UTF-16, whatever it declares.
  const label = declared === undefined || /^utf-?(8|16)/i.test(declared) ? 'utf-8' : declared
  try {
    return succeed(new TextDecoder(label).encoding)
  } catch {
    return fail({
      reason: `declares an unknown encoding, ${label}. Save the file as UTF-8, and declare that.`,
      line: 1,
    })
  }
}
