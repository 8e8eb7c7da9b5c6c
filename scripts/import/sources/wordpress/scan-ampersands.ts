/**
 * Finds the ampersands of an XML file that begin no reference, such as in "tea & salt", while the file is read in
 * chunks. CDATA sections, comments and processing instructions stay as they are.
 */
import { countLines } from '../read-text-stream.ts'
import { maxEntityLength, resolveEntity } from './xml-entities.ts'

export type AmpersandScanner = {
  read(chunk: string): void
  /** Must be called after the last chunk. */
  end(): void
}

/** Both are called in the order of the file: with the text between bare ampersands, and with each ampersand's line. */
type AmpersandHandlers = {
  readonly onText: (text: string) => void
  readonly onAmpersand: (line: number) => void
}

const opening = /&|<!\[CDATA\[|<!--|<\?/g
const endings: Readonly<Record<string, string>> = {
  '<![CDATA[': ']]>',
  '<!--': '-->',
  '<?': '?>',
}
/** Characters that may belong to an opening or a reference that the next chunk completes. */
const maxTokenLength = maxEntityLength + 2

export function createAmpersandScanner({
  onText,
  onAmpersand,
}: AmpersandHandlers): AmpersandScanner {
  let pending = ''
  /** The end of the section that the text is in, if any. */
  let sectionEnd: string | null = null
  let line = 1
  function scan(chunk: string, isLast: boolean) {
    const source = pending + chunk
    const limit = isLast ? source.length : source.length - maxTokenLength
    let start = 0
    const passOn = (end: number) => {
      const text = source.slice(start, end)
      if (text !== '') onText(text)
      line += countLines(text)
      start = Math.max(start, end)
    }
    let at = 0
    while (at < limit) {
      if (sectionEnd !== null) {
        const end = source.indexOf(sectionEnd, at)
        // The next chunk may complete the section's end.
        at = end < 0 ? Math.max(at, limit) : end + sectionEnd.length
        if (end >= 0) sectionEnd = null
        continue
      }
      opening.lastIndex = at
      const found = opening.exec(source)
      if (!found || found.index >= limit) {
        at = limit
        break
      }
      at = found.index + found[0].length
      if (found[0] !== '&') sectionEnd = endings[found[0]]!
      else if (!isReference(source, at)) {
        passOn(found.index)
        onAmpersand(line)
        start = at
      }
    }
    passOn(Math.max(at, start))
    pending = source.slice(start)
  }
  return { read: (chunk) => scan(chunk, false), end: () => scan('', true) }
}

/** True if a reference's name and its semicolon begin at this position. */
function isReference(source: string, at: number): boolean {
  const name = source.slice(at, at + maxEntityLength + 1)
  const end = name.indexOf(';')
  // A reference that is cut off by the end of the file isn't bare: the file is incomplete.
  if (end < 0) return at + name.length === source.length && /^[#\w]*$/.test(name)
  return resolveEntity(name.slice(0, end)) !== null
}
