/** What the parts of a conversion share: where the HTML came from, and what was lost so far. */
import type { ImportedPicture } from '../imported.ts'
import type { Losses } from './losses.ts'
import type { Node } from './tree.ts'

/** A picture that the source knows by a number. */
export type Attachment = ImportedPicture

/** What a source knows beyond the HTML of a post. */
export type HtmlSource = {
  /**
   * WordPress: paragraphs are blank lines where no block says otherwise, and square brackets call
   * functions. Others: HTML as it stands.
   */
  readonly dialect: 'wordpress' | 'plain'
  /** The post's own address, against which relative links are read. A path, or an absolute one. */
  readonly address?: string | undefined
  /** Where the source lived: links that lead there become paths. Absolute. */
  readonly site?: string | undefined
  /** A picture by the source's number for it. */
  readonly attachment?: (id: string) => Attachment | undefined
  /** The pictures that were uploaded to this post, in their order. */
  readonly attached?: () => readonly Attachment[]
  /** Notes that are kept apart from the text: HTML by id. */
  readonly footnotes?: ReadonlyMap<string, string>
}

export type Conversion = { readonly source: HtmlSource; readonly losses: Losses }

/** What stands around a node, as far as it changes what becomes of it. */
export type Around = {
  /** Emphasis and links do not nest in Markdown. */
  readonly marks: ReadonlySet<string>
  readonly quotations: number
  readonly lists: number
  /** Directly in a list, where items stand. */
  readonly items: boolean
  readonly table: boolean
  readonly heading: boolean
}

export type Reduce = (nodes: readonly Node[], change?: Partial<Around>) => Node[]
