/** Finds figures with the parser that renders them, and replaces their attributes. */
import MarkdownIt from 'markdown-it'
import { addDirectives } from '../markdown-directives.ts'
import { addFootnotes } from '../markdown-footnotes.ts'

export type Figure = {
  /** Line in the body, counted from 1. */
  readonly line: number
  readonly attributes: Readonly<Record<string, string>>
}

const parser = MarkdownIt({ html: false }).use(addFootnotes).use(addDirectives)

export function findFigures(body: string): Figure[] {
  return parser
    .parse(body, {})
    .filter(({ type }) => type === 'figure')
    .map(({ map, meta }) => ({ line: map![0] + 1, attributes: meta as Figure['attributes'] }))
}

export function replaceFigures(
  body: string,
  attributesByLine: ReadonlyMap<number, Readonly<Record<string, string>>>,
): string {
  const lines = body.split('\n')
  for (const [line, attributes] of attributesByLine) {
    const pairs = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)
    const original = lines[line - 1]!
    lines[line - 1] =
      `${original.slice(0, original.indexOf('::figure'))}::figure{${pairs.join(' ')}}`
  }
  return lines.join('\n')
}
