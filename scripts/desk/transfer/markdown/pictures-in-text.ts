/** Pictures as Markdown writes them within a line, found in one pass over the text. */

export type PictureInText = {
  readonly start: number
  readonly end: number
  readonly alt: string
  /** What stands in the parentheses; null where it names a reference. */
  readonly target: string | null
  /** The name of a reference; `alt` is the name where it is empty. */
  readonly reference: string
  /** Whether it was the whole of a link, which `start` and `end` include. */
  readonly isLinked: boolean
}

const partners: Readonly<Record<string, string>> = { ']': '[', ')': '(' }

/** For each opening bracket or parenthesis, where it is closed: in the same line, counting nested ones. */
function closingsIn(text: string): ReadonlyMap<number, number> {
  const closings = new Map<number, number>()
  let open: Record<string, number[]> = { '[': [], '(': [] }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '\\') at++
    else if (character === '\n') open = { '[': [], '(': [] }
    else if (character === '[' || character === '(') open[character]!.push(at)
    else if (character === ']' || character === ')') {
      const start = open[partners[character]!]!.pop()
      if (start !== undefined) closings.set(start, at)
    }
  }
  return closings
}

/** In their order; those within another are part of it. */
export function picturesInText(text: string): PictureInText[] {
  const closings = closingsIn(text)
  const afterSpace = (at: number) => {
    let next = at
    while (text[next] === ' ' || text[next] === '\t') next++
    return next
  }

  function pictureAt(start: number): PictureInText | null {
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

  function linkedPictureAt(start: number): PictureInText | null {
    if (text[start] !== '[') return null
    const picture = pictureAt(afterSpace(start + 1))
    if (!picture || picture.target === null) return null
    const close = afterSpace(picture.end)
    const end = closings.get(start) === close ? closings.get(close + 1) : undefined
    if (end === undefined || text[close + 1] !== '(') return null
    return { ...picture, start, end: end + 1, isLinked: true }
  }

  const pictures: PictureInText[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') {
      at++
      continue
    }
    const picture = linkedPictureAt(at) ?? pictureAt(at)
    if (!picture) continue
    pictures.push(picture)
    at = picture.end - 1
  }
  return pictures
}
