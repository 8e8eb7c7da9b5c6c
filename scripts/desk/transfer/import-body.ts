/**
 * A body from elsewhere becomes one that passes our rules: its figures are stored pictures with a
 * description, and nothing in it is a directive that does not work.
 */
import { describeBodyProblem } from '../../../src/content/body-problem.ts'
import { firstParagraphEnd, renderBody } from '../../../src/content/markdown.ts'
import { fail } from '../../../src/domain/result.ts'
import { figuresOf } from '../figures.ts'
import type { StoredPicture } from '../pictures.ts'
import type { ImportPictures, PictureProblem } from './import-pictures.ts'

export type PlacedFigure = StoredPicture & {
  readonly src: string
  readonly alt: string
  readonly credit: string | null
}

export type PlacedBody = {
  readonly body: string
  readonly figures: readonly PlacedFigure[]
  readonly notes: readonly string[]
  /** Pictures that another run may have more luck with. */
  readonly missed: number
}

/** A picture has to be described for who does not see it. */
export const undescribed: PictureProblem = { reason: 'has no description', passing: false }

const attribute = (text: string) =>
  text.replace(/\s+/g, ' ').replaceAll('"', '”').replaceAll('}', ')')

/** A link to where the picture was; its words alone where that is no address on the web. */
function inItsPlace(src: string, words: string): string {
  const text = words.replace(/\s+/g, ' ').replace(/[\\[\]`*_<>]/g, '\\$&') || 'Picture'
  const address = src.replace(/^\/\//, 'https://')
  if (/^https?:\/\//i.test(address))
    return `[${text}](<${address.replace(/[<>\s\\]/g, encodeURIComponent)}>)`
  return words ? `*${text}*` : ''
}

/** Where figures stand in a body, in their order. */
export async function placeFigures(
  body: string,
  pictures: Pick<ImportPictures, 'look'>,
  descriptions: ReadonlyMap<string, string>,
): Promise<PlacedBody> {
  const found = figuresOf(body)
  const figures = found.filter(({ attributes }) => attributes.src !== undefined)
  const altOf = ({ src = '', alt, caption = '' }: Readonly<Record<string, string>>) =>
    alt || descriptions.get(src) || caption
  const looked = await Promise.all(
    figures.map(({ attributes }) =>
      // What could not be shown anyway is not fetched.
      altOf(attributes) ? pictures.look(attributes.src!) : fail(undescribed),
    ),
  )
  const lines = body.split('\n')
  const notes: string[] = []
  const placed: PlacedFigure[] = []
  let missed = 0
  for (const { line, attributes } of found) {
    if (attributes.src !== undefined) continue
    // Of our own storage, which no source knows.
    lines[line - 1] = lines[line - 1]!.replace('::figure', '\\::figure')
    notes.push('a ::figure without src is shown as text')
  }
  for (const [index, { line, attributes }] of figures.entries()) {
    const { src = '', caption = '', credit = '' } = attributes
    const alt = altOf(attributes)
    const result = looked[index]!
    const written = lines[line - 1]!
    const before = written.slice(0, written.indexOf('::figure'))
    if (result.ok) {
      const { id, width, height } = result.value
      const pairs = { image: id, width: `${width}`, height: `${height}`, alt, caption, credit }
      const shown = Object.entries(pairs).filter(([, value]) => value !== '')
      const list = shown.map(([name, value]) => `${name}="${attribute(value)}"`)
      lines[line - 1] = `${before}::figure{${list.join(' ')}}`
      placed.push({ id, width, height, src, alt, credit: credit || null })
      continue
    }
    if (result.failure.passing) missed++
    notes.push(
      `the picture ${src} ${result.failure.reason}: ${captionOrLink(src)} stands in its place`,
    )
    const blank = before.trimEnd()
    lines[line - 1] = `${blank}\n${before}${inItsPlace(src, caption || alt)}\n${blank}`
  }
  return { body: lines.join('\n').trim(), figures: placed, notes, missed }
}

const captionOrLink = (src: string) =>
  /^(?:https?:)?\/\//i.test(src) ? 'a link' : 'its caption, if any,'

/** Turns what is no sound directive into text, so that it is read instead of refused. */
export function mendDirectives(body: string): { body: string; notes: readonly string[] } {
  const notes: string[] = []
  let mended = body
  // Each round may bring to light what the one before was hiding; a handful is plenty.
  for (let round = 0; round < 5; round++) {
    const { problems } = renderBody(mended)
    if (problems.length === 0) break
    const lines = mended.split('\n')
    for (const problem of problems) {
      const index = problem.line - 1
      const line = lines[index]
      if (line === undefined) continue
      lines[index] = line.replace(/<!--\s*more\s*-->|:{2,}/i, (found) =>
        found[0] === '<' ? '' : `\\${found}`,
      )
      notes.push(`“${line.trim().slice(0, 60)}” is shown as text: ${describeBodyProblem(problem)}`)
    }
    mended = lines.join('\n')
  }
  return { body: mended, notes }
}

const more = '<!-- more -->'
const anyMore = /^<!--\s*more\s*-->$/i

/**
 * The same body with something behind its lead-in; null where there is nothing that could be. The
 * cut comes after the first block with words in it, which is the least that can be open.
 */
export function withSomethingBehind(body: string): string | null {
  if (renderBody(body).rest) return body
  const lines = body.split('\n').filter((line) => !anyMore.test(line.trim()))
  const end = firstParagraphEnd(lines.join('\n'))
  if (end === null) return null
  // Each block by itself, with one empty line between.
  const [before, after] = [lines.slice(0, end), lines.slice(end)]
  const cut = [before.join('\n').trimEnd(), more, after.join('\n').trim()].join('\n\n').trim()
  const { rest, problems } = renderBody(cut)
  return rest && problems.length === 0 ? cut : null
}
