/** What a benchmark reports: figures with their spread, in tables, on the screen and as JSON. */

export type Figure = {
  readonly median: number
  readonly least: number
  readonly most: number
  readonly runs: number
}

/** Null where nothing was measured, or some of it could not be. */
export function figureOf(values: readonly (number | null)[]): Figure | null {
  const known = values.filter((value) => value !== null).sort((one, other) => one - other)
  if (known.length === 0 || known.length < values.length) return null
  const middle = known.length / 2
  const median = (known[Math.ceil(middle) - 1]! + known[Math.floor(middle)]!) / 2
  return { median, least: known[0]!, most: known.at(-1)!, runs: known.length }
}

export type Unit = 's' | 'MB' | 'kB' | 'ms' | '/s' | ''

const digits: Record<Unit, number> = { s: 1, MB: 0, kB: 1, ms: 1, '/s': 0, '': 0 }

/** “2.1 s (2.0–2.3)”, or “–” where there is none. */
export function printFigure(figure: Figure | null, unit: Unit, fraction = digits[unit]): string {
  if (!figure) return '–'
  const print = (value: number) =>
    value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? fraction : 0 })
  const suffix = unit === '/s' ? '/s' : unit && ` ${unit}`
  const [least, most] = [print(figure.least), print(figure.most)]
  const range = figure.runs > 1 && least !== most ? ` (${least}–${most})` : ''
  return `${print(figure.median)}${suffix}${range}`
}

/** An aim of the design beside what was measured. */
export type Aim = {
  readonly what: string
  readonly aim: string
  readonly measured: string
  /** Null where it could not be measured here. */
  readonly reached: boolean | null
}

export type Table = {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A part of the report: tables for people, the figures themselves, and the aims they answer. */
export type Section = {
  readonly name: string
  readonly tables: readonly Table[]
  readonly figures: unknown
  readonly aims: readonly Aim[]
}

export function markdownTable({ title, head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'))
  return [`**${title}**`, '', line(head), line(rule), ...rows.map(line), ''].join('\n')
}

/** For the screen: columns as wide as what is in them. */
export function screenTable({ title, head, rows }: Table): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column]!
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('   ')
  return ['', title, '─'.repeat(title.length), line(head), ...rows.map(line)].join('\n')
}

const verdicts = new Map([
  [true, 'reached'],
  [false, 'not reached'],
  [null, 'not measured'],
])

export function aimsTable(aims: readonly Aim[]): Table {
  return {
    title: 'Aims',
    head: ['aim', 'wanted', 'measured', ''],
    rows: aims.map(({ what, aim, measured, reached }) => [
      what,
      aim,
      measured,
      verdicts.get(reached)!,
    ]),
  }
}
