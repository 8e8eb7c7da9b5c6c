/** Finds figures and recordings with the parser that renders them, and replaces their attributes. */
import MarkdownIt from 'markdown-it'
import { addDirectives } from '../markdown-directives.ts'
import { addFootnotes } from '../markdown-footnotes.ts'

export type FileDirective = {
  readonly name: 'figure' | 'audio'
  /** Line in the body, counted from 1. */
  readonly line: number
  readonly attributes: Readonly<Record<string, string>>
}

const parser = MarkdownIt({ html: false }).use(addFootnotes).use(addDirectives)

export function findFileDirectives(body: string): FileDirective[] {
  return parser.parse(body, {}).flatMap(({ type: name, map, meta }) => {
    if (name !== 'figure' && name !== 'audio') return []
    return [{ name, line: map![0] + 1, attributes: meta as FileDirective['attributes'] }]
  })
}

export const findFigures = (body: string): FileDirective[] =>
  findFileDirectives(body).filter(({ name }) => name === 'figure')

export function replaceFileDirectives(
  body: string,
  attributesByLine: ReadonlyMap<number, Readonly<Record<string, string>>>,
): string {
  const lines = body.split('\n')
  for (const [line, attributes] of attributesByLine) {
    const pairs = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)
    lines[line - 1] = lines[line - 1]!.replace(
      /::(figure|audio).*$/s,
      (_, name: string) => `::${name}{${pairs.join(' ')}}`,
    )
  }
  return lines.join('\n')
}
