/** The files that a stack's last build has written, as tests look at them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { RunningStack } from './running-stack.ts'

type Node = DefaultTreeAdapterTypes.Node
export type Element = DefaultTreeAdapterTypes.Element

export type BuiltPage = {
  readonly file: string
  /** Below the site's address, with a slash before it. */
  readonly path: string
  readonly elements: readonly Element[]
}

export type BuiltSite = {
  /** Every file's place, with slashes. */
  readonly files: readonly string[]
  read(file: string): Buffer
  text(file: string): string
  pages(): BuiltPage[]
  /** The one at this path. */
  page(path: string): BuiltPage
}

export function builtSite({ buildEnvironment }: RunningStack): BuiltSite {
  const client = join(buildEnvironment.BUILD_OUTPUT, 'client')
  const files = readdirSync(client, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(client.length + 1))
    .sort()
  const read = (file: string) => readFileSync(join(client, file))
  const text = (file: string) => read(file).toString('utf8')
  const pageOf = (file: string): BuiltPage => ({
    file,
    path: pathOf(file),
    elements: elementsOf(parse(text(file))),
  })
  return {
    files,
    read,
    text,
    pages: () => files.filter((file) => file.endsWith('.html')).map(pageOf),
    page: (path) => pageOf(`${path.slice(1) || 'index'}.html`),
  }
}

/** Of a page, by its file. */
export function pathOf(file: string): string {
  return `/${file.replace(/(?:^|\/)index\.html$|\.html$/, '')}`
}

/** An element with all that stands below it, in the order of the document. */
export function elementsOf(node: Node): Element[] {
  const below = 'childNodes' in node ? node.childNodes.flatMap(elementsOf) : []
  return 'tagName' in node ? [node, ...below] : below
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value
}

export function textOf(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

export function hasClass(element: Element, name: string): boolean {
  return attribute(element, 'class')?.split(' ').includes(name) ?? false
}

export function named(page: BuiltPage, tag: string, name: string, value: string): Element[] {
  return page.elements.filter((one) => one.tagName === tag && attribute(one, name) === value)
}

/** The contents of every meta element with this name or property. */
export function metas(page: BuiltPage, name: string): string[] {
  return [...named(page, 'meta', 'name', name), ...named(page, 'meta', 'property', name)].map(
    (element) => attribute(element, 'content')!,
  )
}
