/** The figures of a body: found by the parser that renders them, rewritten where they stand. */
import MarkdownIt from 'markdown-it'
import { directives } from '../../src/content/directives.ts'
import { footnotes } from '../../src/content/footnotes.ts'

export type Figure = {
  /** Within the body, from 1. */
  readonly line: number
  readonly attributes: Readonly<Record<string, string>>
}

const parser = MarkdownIt({ html: false }).use(footnotes).use(directives)

export function figuresOf(body: string): Figure[] {
  return parser
    .parse(body, {})
    .filter(({ type }) => type === 'figure')
    .map(({ map, meta }) => ({ line: map![0] + 1, attributes: meta as Figure['attributes'] }))
}

/** Gives figures other attributes, by their lines; all else stays as it is. */
export function withFigures(
  body: string,
  attributesAt: ReadonlyMap<number, Readonly<Record<string, string>>>,
): string {
  const lines = body.split('\n')
  for (const [line, attributes] of attributesAt) {
    const pairs = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)
    const written = lines[line - 1]!
    lines[line - 1] = `${written.slice(0, written.indexOf('::figure'))}::figure{${pairs.join(' ')}}`
  }
  return lines.join('\n')
}
