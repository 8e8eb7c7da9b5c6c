/** Makes a body valid: stored pictures, and no broken directives. */
import { describeBodyProblem } from '../../../src/content/body-problem.ts'
import { findFigures } from '../../../src/content/manuscript/figure-directives.ts'
import { findFirstParagraphEnd } from '../../../src/content/markdown.ts'
import { decodePercentEncoding } from '../../../src/domain/percent-encoding.ts'
import type { StoredImage } from '../../desk/site/image-storage.ts'
import { formatAttributes } from '../items/format-directive.ts'
import type { ImportedImage } from '../items/imported-item.ts'
import { type Note, noteConversion, noteForEditor, noteLoss } from '../items/note.ts'
import { toSingleLine } from '../items/single-line.ts'
import type { ImageImporter } from './import-images.ts'
import { renderImportedBody } from './render-imported-body.ts'

export type ResolvedAltText = {
  readonly alt: string
  /** See src/domain/image/image.ts. */
  readonly altNeeded: boolean
}

export type StoredFigure = StoredImage &
  ResolvedAltText & {
    readonly src: string
    readonly caption: string | null
    readonly credit: string | null
  }

export type BodyWithImages = {
  readonly body: string
  readonly figures: readonly StoredFigure[]
  readonly notes: readonly Note[]
  /** Pictures that another run may be able to fetch. */
  readonly missingImageCount: number
}

export function resolveAltText(
  { src, alt, caption }: Pick<ImportedImage, 'src' | 'alt' | 'caption'>,
  descriptions: ReadonlyMap<string, string>,
): ResolvedAltText {
  const description = toSingleLine(alt || descriptions.get(src) || '')
  if (description !== '') return { alt: description, altNeeded: false }
  return { alt: toSingleLine(caption ?? ''), altNeeded: true }
}

export const noteMissingAlt = (src: string) =>
  noteForEditor('picture without a description: {}', src)

function linkToImage(src: string, label: string): string {
  const escapeText = (text: string) => toSingleLine(text).replace(/[\\[\]`*_<>]/g, '\\$&')
  const address = src.replace(/^\/\//, 'https://')
  if (/^https?:\/\//i.test(address)) {
    const target = address.replace(/[<>\s\\]/g, encodeURIComponent)
    return `[${escapeText(label || readFileName(address))}](<${target}>)`
  }
  return label ? `*${escapeText(label)}*` : ''
}

export const withoutQuery = (src: string) => src.replace(/[?#].*$/s, '')

function readFileName(address: string): string {
  const path = withoutQuery(address)
  return decodePercentEncoding(path.slice(path.lastIndexOf('/') + 1)) || new URL(address).hostname
}

export async function storeFigures(
  body: string,
  images: Pick<ImageImporter, 'load'>,
  descriptions: ReadonlyMap<string, string>,
): Promise<BodyWithImages> {
  const allFigures = findFigures(body)
  const figures = allFigures.filter(({ attributes }) => attributes.src !== undefined)
  const loaded = await Promise.all(figures.map(({ attributes }) => images.load(attributes.src!)))
  const lines = body.split('\n')
  const notes: Note[] = []
  const storedFigures: StoredFigure[] = []
  let missingImageCount = 0
  for (const { line, attributes } of allFigures) {
    if (attributes.src !== undefined) continue
    // A source must not name pictures of our own storage.
    lines[line - 1] = lines[line - 1]!.replace('::figure', '\\::figure')
    notes.push(noteConversion('::figure without src shown as text'))
  }
  for (const [index, { line, attributes }] of figures.entries()) {
    const { src = '', caption = '', credit = '' } = attributes
    const { alt, altNeeded } = resolveAltText(
      { src, alt: attributes.alt ?? '', caption },
      descriptions,
    )
    const result = loaded[index]!
    const written = lines[line - 1]!
    const before = written.slice(0, written.indexOf('::figure'))
    if (result.ok) {
      const { id, width, height } = result.value
      lines[line - 1] = `${before}::figure${formatAttributes({
        image: id,
        width: `${width}`,
        height: `${height}`,
        alt,
        ...(altNeeded ? { altNeeded: 'true' } : {}),
        ...(caption ? { caption } : {}),
        ...(credit ? { credit } : {}),
      })}`
      if (altNeeded) notes.push(noteMissingAlt(src))
      storedFigures.push({
        ...{ id, width, height, src, alt, altNeeded },
        caption: caption || null,
        credit: credit || null,
      })
      continue
    }
    if (result.failure.isTemporary) missingImageCount++
    notes.push(
      noteLoss(
        `picture {} ${result.failure.reason}: replaced with ${describeReplacement(src)}`,
        src,
      ),
    )
    const blankLine = before.trimEnd()
    lines[line - 1] = `${blankLine}\n${before}${linkToImage(src, caption || alt)}\n${blankLine}`
  }
  return { body: lines.join('\n').trim(), figures: storedFigures, notes, missingImageCount }
}

const describeReplacement = (src: string) =>
  /^(?:https?:)?\/\//i.test(src) ? 'a link' : 'its caption, if any'

export function escapeBrokenDirectives(body: string): { body: string; notes: readonly Note[] } {
  const notes: Note[] = []
  let escaped = body
  // A round may reveal problems that another directive was hiding.
  for (let round = 0; round < 5; round++) {
    const { problems } = renderImportedBody(escaped)
    if (problems.length === 0) break
    const lines = escaped.split('\n')
    for (const problem of problems) {
      const index = problem.line - 1
      const line = lines[index]
      if (line === undefined) continue
      lines[index] = line.replace(/<!--\s*more\s*-->|:{2,}/i, (found) =>
        found[0] === '<' ? '' : `\\${found}`,
      )
      notes.push(
        noteConversion(
          `“{}” shown as text: ${describeBodyProblem(problem)}`,
          line.trim().slice(0, 60),
        ),
      )
    }
    escaped = lines.join('\n')
  }
  return { body: escaped, notes }
}

const moreMarker = '<!-- more -->'
export const isMoreMarker = (line: string) => /^<!--\s*more\s*-->$/i.test(line.trim())

/** Ends the free preview after the first block with words if nothing would be closed; null if nothing follows. */
export function ensureClosedPart(body: string): string | null {
  if (renderImportedBody(body).rest) return body
  const lines = body.split('\n').filter((line) => !isMoreMarker(line))
  const end = findFirstParagraphEnd(lines.join('\n'))
  if (end === null) return null
  const [before, after] = [lines.slice(0, end), lines.slice(end)]
  const withMarker = [before.join('\n').trimEnd(), moreMarker, after.join('\n').trim()]
    .join('\n\n')
    .trim()
  const { rest, problems } = renderImportedBody(withMarker)
  return rest && problems.length === 0 ? withMarker : null
}
