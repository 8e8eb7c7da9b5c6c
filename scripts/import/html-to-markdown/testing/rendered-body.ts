import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { expect } from 'vitest'
import type { BodyProblem } from '../../../../src/content/body-problem.ts'
import { renderBody } from '../../../../src/content/markdown.ts'

type Child = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

export type RenderedBody = {
  readonly html: string
  readonly text: string
  readonly elements: readonly Element[]
  readonly problems: readonly BodyProblem[]
}

/** Replaces the source's pictures and recordings with stored ones, as the importer does. */
export function renderConvertedBody(body: string): RenderedBody {
  const withRecordings = body.replace(
    /^([> \-*+\d.)]*::audio\{)src="[^"]*"/gm,
    '$1file="recording-0123456789abcdef"',
  )
  const stored = withRecordings.replace(
    /^([> \-*+\d.)]*::figure\{)src="[^"]*" alt="([^"]*)"/gm,
    (_, before, alt) => {
      return `${before}image="picture-0123456789abcdef" width="800" height="600" alt="${alt || 'none'}"`
    },
  )
  const { freePreview, rest, problems } = renderBody(stored)
  const html = freePreview + rest
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

const allowedTags = new Set(
  'p em strong s a code pre ul ol li blockquote h2 h3 h4 h5 h6 hr br sup section aside div table thead tbody tr th td figure img audio figcaption span'.split(
    ' ',
  ),
)

/** Lists the elements and attributes that could harm a reader. */
export function findUnsafeMarkup({ elements }: RenderedBody): string[] {
  return elements.flatMap(({ tagName, attrs }) => [
    ...(allowedTags.has(tagName) ? [] : [`<${tagName}>`]),
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

export function renderSafely(body: string): RenderedBody {
  const page = renderConvertedBody(body)
  expect(page.problems).toEqual([])
  expect(findUnsafeMarkup(page)).toEqual([])
  return page
}
