/** The part of subset-font that we use; the package has no types. */
declare module 'subset-font' {
  type Options = {
    readonly targetFormat: 'woff2' | 'sfnt'
    readonly noHinting?: boolean
    /** Set if there is no text to cut the font to. */
    readonly keepAllGlyphs?: boolean
  }
  /** `text` contains each character that the result shows. All forms of these characters are kept. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
