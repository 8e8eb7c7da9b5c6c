export type MarkdownImage = {
  readonly start: number
  readonly end: number
  readonly alt: string
  /** The target in parentheses; null for a reference. */
  readonly target: string | null
  /** The reference's name; if empty, `alt` is the name. */
  readonly reference: string
  /** True for the only content of a link, which `start` and `end` include. */
  readonly isLinked: boolean
}

const openingBrackets: Readonly<Record<string, string>> = { ']': '[', ')': '(' }

/** Returns the place where each opening bracket or parenthesis closes on the same line. */
function findClosings(text: string): ReadonlyMap<number, number> {
  const closings = new Map<number, number>()
  let open: Record<string, number[]> = { '[': [], '(': [] }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '\\') at++
    else if (character === '\n') open = { '[': [], '(': [] }
    else if (character === '[' || character === '(') open[character]!.push(at)
    else if (character === ']' || character === ')') {
      const start = open[openingBrackets[character]!]!.pop()
      if (start !== undefined) closings.set(start, at)
    }
  }
  return closings
}

/** Finds pictures in order; a picture within another is part of the outer one. */
export function findImages(text: string): MarkdownImage[] {
  const closings = findClosings(text)
  const skipSpace = (at: number) => {
    let next = at
    while (text[next] === ' ' || text[next] === '\t') next++
    return next
  }

  function parseImage(start: number): MarkdownImage | null {
    if (text[start] !== '!' || text[start + 1] !== '[') return null
    const close = closings.get(start + 1)
    if (close === undefined) return null
    const found = { start, alt: text.slice(start + 2, close), isLinked: false }
    const end = closings.get(close + 1)
    if (end === undefined) return { ...found, end: close + 1, target: null, reference: '' }
    const inner = text.slice(close + 2, end)
    return text[close + 1] === '('
      ? { ...found, end: end + 1, target: inner, reference: '' }
      : { ...found, end: end + 1, target: null, reference: inner }
  }

  function parseLinkedImage(start: number): MarkdownImage | null {
    if (text[start] !== '[') return null
    const image = parseImage(skipSpace(start + 1))
    if (!image || image.target === null) return null
    const close = skipSpace(image.end)
    const end = closings.get(start) === close ? closings.get(close + 1) : undefined
    if (end === undefined || text[close + 1] !== '(') return null
    return { ...image, start, end: end + 1, isLinked: true }
  }

  const images: MarkdownImage[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') {
      at++
      continue
    }
    const image = parseLinkedImage(at) ?? parseImage(at)
    if (!image) continue
    images.push(image)
    at = image.end - 1
  }
  return images
}
