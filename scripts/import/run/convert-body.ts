/** Makes a body valid, with stored pictures and no broken directives. */
import { describeBodyProblem } from '../../../src/content/body-problem.ts'
import { findFileDirectives } from '../../../src/content/manuscript/figure-directives.ts'
import { findFirstParagraphEnd, renderIssueBody } from '../../../src/content/markdown.ts'
import type { StoredImage } from '../../desk/site/image-storage.ts'
import { readFileName } from '../html-to-markdown/link-addresses.ts'
import { formatAttributes } from '../items/format-directive.ts'
import type { ImportedImage } from '../items/imported-item.ts'
import {
  type Note,
  type Noted,
  noteConversion,
  noteForEditor,
  noteLoss,
  withNotes,
} from '../items/note.ts'
import { toSingleLine } from '../items/single-line.ts'
import type { ImageImporter } from './import-images.ts'
import { renderImportedBody } from './render-imported-body.ts'

export type ResolvedAltText = {
  readonly alt: string
  /** See `altNeeded` in src/domain/image/image.ts. */
  readonly altNeeded: boolean
}

export type StoredFigure = StoredImage &
  ResolvedAltText & {
    readonly src: string
    readonly caption: string | null
    readonly credit: string | null
  }

type StoredRecording = Pick<StoredFigure, 'id' | 'src'>

export type BodyWithImages = {
  readonly body: string
  readonly figures: readonly StoredFigure[]
  readonly recordings: readonly StoredRecording[]
  readonly notes: readonly Note[]
  /** Pictures and recordings that another run may be able to fetch. */
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

const escapeText = (text: string) => toSingleLine(text).replace(/[\\[\]`*_<>]/g, '\\$&')

function formatLink(address: string, label: string): string {
  const target = address.replace(/[<>\s\\]/g, encodeURIComponent)
  return `[${escapeText(label || readFileName(address))}](<${target}>)`
}

function linkToFile(src: string, label: string): string {
  const address = src.replace(/^\/\//, 'https://')
  if (/^https?:\/\//i.test(address)) return formatLink(address, label)
  return label ? `*${escapeText(label)}*` : ''
}

export async function storeFiles(
  body: string,
  images: Pick<ImageImporter, 'load' | 'loadRecording'>,
  descriptions: ReadonlyMap<string, string>,
): Promise<BodyWithImages> {
  const directives = findFileDirectives(body)
  const figures = directives.filter(
    ({ name, attributes }) => name === 'figure' && attributes.src !== undefined,
  )
  const loaded = await Promise.all(figures.map(({ attributes }) => images.load(attributes.src!)))
  const lines = body.split('\n')
  const notes: Note[] = []
  const storedFigures: StoredFigure[] = []
  const recordings: StoredRecording[] = []
  let missingImageCount = 0
  const replaceWithLink = (line: number, name: string, link: string) => {
    const written = lines[line - 1]!
    const before = written.slice(0, written.indexOf(`::${name}`))
    const blankLine = before.trimEnd()
    lines[line - 1] = `${blankLine}\n${before}${link}\n${blankLine}`
  }
  for (const { name, line, attributes } of directives) {
    const { src } = attributes
    if (src === undefined) {
      // A source must not name files in our own storage.
      lines[line - 1] = lines[line - 1]!.replace(`::${name}`, `\\::${name}`)
      notes.push(noteConversion(`::${name} without src shown as text`))
    }
    if (src === undefined || name !== 'audio') continue
    const { title = '', credit = '' } = attributes
    const words = toSingleLine(title) || readFileName(src)
    const result = await images.loadRecording(src)
    if (result.ok) {
      const { id } = result.value
      const stored = { file: id, title: words, ...(credit ? { credit } : {}) }
      const written = lines[line - 1]!
      lines[line - 1] =
        `${written.slice(0, written.indexOf('::audio'))}::audio${formatAttributes(stored)}`
      recordings.push({ id, src })
      continue
    }
    if (result.failure.isTemporary) missingImageCount++
    notes.push(noteLoss(`recording {} ${result.failure.reason}: replaced with a link`, src))
    // A path becomes a link to the old site (old-site-files.ts).
    const isPath = /^\/(?!\/)/.test(src)
    replaceWithLink(line, name, isPath ? formatLink(src, words) : linkToFile(src, words))
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
    replaceWithLink(line, 'figure', linkToFile(src, caption || alt))
  }
  return {
    body: lines.join('\n').trim(),
    figures: storedFigures,
    recordings,
    notes,
    missingImageCount,
  }
}

const describeReplacement = (src: string) =>
  /^(?:https?:)?\/\//i.test(src) ? 'a link' : 'its caption or description, if any'

/**
 * Moves recordings out of a free preview that the source hasn't chosen, because they weren't public. At the end of the
 * body, they are in the closed part, wherever that begins.
 */
export function closeRecordings(body: string): Noted<string> {
  if (!body.includes('::audio')) return withNotes(body)
  // `renderIssueBody` ends the free preview at a marker only.
  if (renderIssueBody(body).rest !== '') return withNotes(body)
  const lines = body.split('\n')
  const open = new Set(renderImportedBody(body).files.freePreview)
  const moved = findFileDirectives(body).flatMap(({ name, line, attributes }) => {
    if (name !== 'audio' || !open.has(attributes.file ?? '')) return []
    const written = lines[line - 1]!
    const start = written.indexOf('::audio')
    lines[line - 1] = written.slice(0, start).trimEnd()
    return [`\n${written.slice(start)}`]
  })
  if (moved.length === 0) return withNotes(body)
  const note = noteForEditor('recording moved to the end, because it wasn’t public')
  return withNotes([...lines, ...moved].join('\n').trim(), note)
}

export function escapeBrokenDirectives(body: string): { body: string; notes: readonly Note[] } {
  const notes: Note[] = []
  let escaped = body
  // Fixing one directive may reveal problems that it was hiding.
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
