/** Finds Markdown's code spans, which end with as many backticks as they begin with. */

type BacktickRun = { readonly start: number; readonly length: number }

export function replaceCodeSpans(text: string, replaceSpan: (span: string) => string): string {
  const runs: BacktickRun[] = [...text.matchAll(/`+/g)].map((run) => ({
    start: run.index,
    length: run[0].length,
  }))
  const nextOfLength = new Map<number, number>()
  const closings = new Array<number | undefined>(runs.length)
  for (let index = runs.length - 1; index >= 0; index--) {
    const { length } = runs[index]!
    closings[index] = nextOfLength.get(length)
    nextOfLength.set(length, index)
  }
  const parts: string[] = []
  let at = 0
  for (let index = 0; index < runs.length; index++) {
    const closing = closings[index]
    if (closing === undefined) continue
    const { start } = runs[index]!
    const end = runs[closing]!.start + runs[closing]!.length
    parts.push(text.slice(at, start), replaceSpan(text.slice(start, end)))
    at = end
    index = closing
  }
  return parts.join('') + text.slice(at)
}
