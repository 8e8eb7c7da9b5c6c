import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { RunningStack } from '../../shared/running-stack.ts'

type Node = DefaultTreeAdapterTypes.Node
export type Element = DefaultTreeAdapterTypes.Element

export type BuiltPage = {
  readonly file: string
  /** The path below the site's address, starting with a slash. */
  readonly path: string
  readonly elements: readonly Element[]
}

export type BuiltSite = {
  readonly files: readonly string[]
  read(file: string): Buffer
  text(file: string): string
  pages(): BuiltPage[]
  page(path: string): BuiltPage
}

export function openBuiltSite({ buildEnvironment }: RunningStack): BuiltSite {
  const client = join(buildEnvironment.BUILD_OUTPUT, 'client')
  const files = readdirSync(client, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(client.length + 1))
    .sort()
  const read = (file: string) => readFileSync(join(client, file))
  const text = (file: string) => read(file).toString('utf8')
  const parsePage = (file: string): BuiltPage => ({
    file,
    path: toPath(file),
    elements: listElements(parse(text(file))),
  })
  return {
    files,
    read,
    text,
    pages: () => files.filter((file) => file.endsWith('.html')).map(parsePage),
    page: (path) => parsePage(`${path.slice(1) || 'index'}.html`),
  }
}

export function toPath(file: string): string {
  return `/${file.replace(/(?:^|\/)index\.html$|\.html$/, '')}`
}

/** Lists an element and its descendants, in document order. */
export function listElements(node: Node): Element[] {
  const descendants = 'childNodes' in node ? node.childNodes.flatMap(listElements) : []
  return 'tagName' in node ? [node, ...descendants] : descendants
}

export function readAttribute(element: Element, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value
}

export function readTextContent(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value
  return 'childNodes' in node ? node.childNodes.map(readTextContent).join('') : ''
}

export function hasClass(element: Element, name: string): boolean {
  return readAttribute(element, 'class')?.split(' ').includes(name) ?? false
}

export function findNamed(page: BuiltPage, tag: string, name: string, value: string): Element[] {
  return page.elements.filter((one) => one.tagName === tag && readAttribute(one, name) === value)
}

export function readMetas(page: BuiltPage, name: string): string[] {
  return [
    ...findNamed(page, 'meta', 'name', name),
    ...findNamed(page, 'meta', 'property', name),
  ].map((element) => readAttribute(element, 'content')!)
}
