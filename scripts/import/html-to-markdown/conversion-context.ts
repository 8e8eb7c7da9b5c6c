/** The data that all parts of a conversion share. */
import type { ImportedImage } from '../items/imported-item.ts'
import type { LossReport } from './conversion-losses.ts'
import type { Node } from './html-tree.ts'

/** A source's data outside a post's HTML. */
export type HtmlSource = {
  /** `wordpress` adds shortcodes and, for posts without blocks, paragraphs at blank lines. */
  readonly dialect: 'wordpress' | 'plain'
  /** The post's address, absolute or a path; the base of relative links. */
  readonly address?: string | undefined
  /** The origin of the old site; links to it become paths. */
  readonly site?: string | undefined
  /** Finds a picture by its id in the source. */
  readonly findAttachment?: (id: string) => ImportedImage | undefined
  /** The pictures uploaded to this post, in order. */
  readonly listAttachedImages?: () => readonly ImportedImage[]
  /** Footnotes stored apart from the text: HTML by id. */
  readonly footnotes?: ReadonlyMap<string, string>
  /** Replaces markup that only this source writes, such as its widgets, before anything else is converted. */
  readonly prepare?: (nodes: Node[], context: ConversionContext) => Node[]
}

export type ConversionContext = { readonly source: HtmlSource; readonly losses: LossReport }

export type NodePosition = {
  /** Emphasis and links around the node; they don't nest in Markdown. */
  readonly marks: ReadonlySet<string>
  readonly quoteDepth: number
  readonly listDepth: number
  /** True for nodes directly in a list. */
  readonly allowsItems: boolean
  readonly isInTable: boolean
  readonly isInHeading: boolean
}

export type ReduceNodes = (nodes: readonly Node[], change?: Partial<NodePosition>) => Node[]

export type NodeContext = ConversionContext & {
  readonly position: NodePosition
  readonly reduceNodes: ReduceNodes
}
