/** What a reader would see of a converted body: for the tests of the conversion. */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import type { BodyProblem } from '../../../src/content/body-problem.ts'
import { renderBody } from '../../../src/content/markdown.ts'

type Child = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

export type Rendered = {
  readonly html: string
  readonly text: string
  readonly elements: readonly Element[]
  readonly problems: readonly BodyProblem[]
}

/** With stored pictures in the place of those that the source only names, as the importer does. */
export function rendered(body: string): Rendered {
  const stored = body.replace(
    /^([> \-*+\d.)]*::figure\{)src="[^"]*" alt="([^"]*)"/gm,
    (_, before, alt) => {
      return `${before}image="picture-0123456789abcdef" width="800" height="600" alt="${alt || 'none'}"`
    },
  )
  const { leadIn, rest, problems } = renderBody(stored)
  const html = leadIn + rest
  const elements: Element[] = []
  const texts: string[] = []
  const walk = (nodes: readonly Child[]) => {
    for (const node of nodes) {
      if ('value' in node) texts.push(node.value)
      if (!('tagName' in node)) continue
      elements.push(node)
      walk(node.childNodes)
      if (!/^(em|strong|s|a|code|sup)$/.test(node.tagName)) texts.push(' ')
    }
  }
  walk(parseFragment(html).childNodes)
  return { html, text: texts.join(''), elements, problems }
}

const allowed = new Set(
  'p em strong s a code pre ul ol li blockquote h2 h3 h4 h5 h6 hr br sup section aside div table thead tbody tr th td figure img figcaption span'.split(
    ' ',
  ),
)

/** What could harm a reader in a rendered body; empty where nothing can. */
export function harmIn({ elements }: Rendered): string[] {
  return elements.flatMap(({ tagName, attrs }) => [
    ...(allowed.has(tagName) ? [] : [`<${tagName}>`]),
    ...attrs.flatMap(({ name, value }) => {
      if (/^on|^srcdoc$|^formaction$/.test(name)) return [`${name}="${value}"`]
      if (name === 'style' && !/^text-align:(left|right|center)$/.test(value))
        return [`style="${value}"`]
      if (name === 'href' && !/^(https?:|mailto:|\/(?![/\\])|#)/i.test(value))
        return [`href="${value}"`]
      return []
    }),
  ])
}
