/** Prepares Blogger's HTML: small copies of pictures, captions in tables, and the jump break's marker. */
import type { Element } from 'hast'
import { moreTag } from '../../html-to-markdown/directive-elements.ts'
import {
  createElement,
  findElement,
  getAttribute,
  hasClass,
  isBlank,
  isElement,
  type Node,
} from '../../html-to-markdown/html-tree.ts'
import { replaceElements } from '../../html-to-markdown/replace-elements.ts'

const pictureHost = /^https?:\/\/[\w.-]+\.(?:blogspot|googleusercontent|ggpht)\.com\//i
/** Matches `/s320/`, `/w400-h300-p/` and `=s320` at the end. */
const sizeInPath = /\/(?:s\d+|w\d+-h\d+)(?:-[a-z\d-]+)?\/(?=[^/]*$)/i
const sizeAtEnd = /=(?:s\d+|w\d+-h\d+)(?:-[a-z\d-]+)?$/i

/** Returns the address of the largest copy that Blogger serves. */
function enlargeBloggerImageUrl(src: string): string {
  if (!pictureHost.test(src)) return src
  return src.replace(sizeInPath, '/s1600/').replace(sizeAtEnd, '=s1600')
}

export function prepareBloggerHtml(nodes: readonly Node[]): Node[] {
  return replaceElements(nodes, (node) => {
    if (hasClass(node, /^tr-caption-container$/)) return convertCaptionedPicture(node)
    if (node.tagName === 'img') return [enlargeImage(node)]
    if (node.tagName !== 'a') return null
    if (getAttribute(node, 'name') === 'more' && isBlank(node.children))
      return [createElement(moreTag)]
    const image = findElement(node, ({ tagName }) => tagName === 'img')
    return image && pictureHost.test(getAttribute(node, 'href'))
      ? prepareBloggerHtml(node.children)
      : null
  })
}

function enlargeImage(node: Element): Element {
  const src = enlargeBloggerImageUrl(getAttribute(node, 'src'))
  return { ...node, properties: { ...node.properties, src } }
}

function convertCaptionedPicture(node: Element): Node[] | null {
  const image = findElement(node, ({ tagName }) => tagName === 'img')
  const caption = findElement(node, (inner) => hasClass(inner, /^tr-caption$/))
  if (!image || !isElement(caption)) return null
  return [
    createElement('figure', [
      enlargeImage(image),
      createElement('figcaption', prepareBloggerHtml(caption.children)),
    ]),
  ]
}
