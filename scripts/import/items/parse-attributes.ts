/** The attributes of shortcodes and template tags: `src="a.jpg" title='A cat' wide`. */
export type ParsedAttributes = {
  /** Keyed by name, in lower case. */
  readonly named: Readonly<Record<string, string>>
  /** Values without a name, in order. */
  readonly plain: readonly string[]
}

/** An unclosed quotation extends to the end, which keeps matching linear. */
const attributePattern =
  /(?:([\w-]+)\s*=\s*)?(?:"((?:[^"\\]|\\[\s\S])*)(?:"|\\?$)|'([^']*)(?:'|$)|`([^`]*)(?:`|$)|([^\s"'`]+))/g

export function parseAttributes(source: string): ParsedAttributes {
  const named: Record<string, string> = Object.create(null)
  const plain: string[] = []
  for (const [, name, ...values] of source.matchAll(attributePattern)) {
    const value = values.find((each) => each !== undefined) ?? ''
    if (name) named[name.toLowerCase()] = value.replace(/\\(.)/g, '$1')
    else plain.push(value)
  }
  return { named, plain }
}
