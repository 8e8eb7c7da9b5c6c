export type Figure = {
  readonly median: number
  readonly min: number
  readonly max: number
  readonly runs: number
}

/** Returns null if there are no values, or if one couldn't be measured. */
export function summarise(values: readonly (number | null)[]): Figure | null {
  const known = values.filter((value) => value !== null).sort((one, other) => one - other)
  if (known.length === 0 || known.length < values.length) return null
  const middle = known.length / 2
  const median = (known[Math.ceil(middle) - 1]! + known[Math.floor(middle)]!) / 2
  return { median, min: known[0]!, max: known.at(-1)!, runs: known.length }
}

export const summariseEach = <Field extends string>(
  runs: readonly Readonly<Record<Field, number | null>>[],
) =>
  Object.fromEntries(
    Object.keys(runs[0] ?? {}).map((field) => [
      field,
      summarise(runs.map((run) => run[field as Field])),
    ]),
  ) as Record<Field, Figure | null>

export type Unit = 's' | 'MB' | 'kB' | 'ms' | '/s' | ''

const digits: Record<Unit, number> = { s: 1, MB: 0, kB: 1, ms: 1, '/s': 0, '': 0 }

/** Returns a text such as “2.1 s (2.0–2.3)”, or “–” for a missing figure. */
export function formatFigure(figure: Figure | null, unit: Unit, fraction = digits[unit]): string {
  if (!figure) return '–'
  const formatNumber = (value: number) =>
    value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? fraction : 0 })
  const suffix = unit === '/s' ? '/s' : unit && ` ${unit}`
  const [min, max] = [formatNumber(figure.min), formatNumber(figure.max)]
  const range = figure.runs > 1 && min !== max ? ` (${min}–${max})` : ''
  return `${formatNumber(figure.median)}${suffix}${range}`
}

export type Target = {
  readonly what: string
  readonly required: string
  readonly measured: string
  /** Null if the value couldn't be measured on this machine. */
  readonly isMet: boolean | null
}

export type Table = {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

type Column<Item> = readonly [head: string, format: (item: Item) => string]

/** Creates a table with a row for each item. */
export const createTable = <Item>(
  title: string,
  items: readonly Item[],
  columns: readonly Column<Item>[],
): Table => ({
  title,
  head: columns.map(([head]) => head),
  rows: items.map((item) => columns.map(([, format]) => format(item))),
})

export const formatCount = (count: number) => count.toLocaleString('en-US')

/** Returns a row of `createComparisonTable`. */
export function compareFigures(
  what: string,
  own: Figure | null,
  other: Figure | null,
  unit: Unit,
): string[] {
  const ratio = own && other ? `${(own.median / other.median).toFixed(2)}x` : '–'
  return [what, formatFigure(own, unit), formatFigure(other, unit), ratio]
}

/** Compares with another program, measured in the same run. */
export const createComparisonTable = (program: string, rows: Table['rows']): Table => ({
  title: `Compared with ${program}`,
  head: ['what', 'ours', 'theirs', 'ours / theirs'],
  rows,
})

export type Section = {
  readonly tables: readonly Table[]
  readonly targets: readonly Target[]
}

const verdicts = new Map([
  [true, 'reached'],
  [false, 'not reached'],
  [null, 'not measured'],
])

const createTargetTable = (targets: readonly Target[]) =>
  createTable('Targets', targets, [
    ['target', ({ what }) => what],
    ['required', ({ required }) => required],
    ['measured', ({ measured }) => measured],
    ['', ({ isMet }) => verdicts.get(isMet)!],
  ])

function renderTable({ title, head, rows }: Table): string {
  const renderLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'))
  return [`**${title}**`, '', renderLine(head), renderLine(rule), ...rows.map(renderLine), ''].join(
    '\n',
  )
}

/** Renders a section of Markdown. `measured` names the date and the machine. */
export const renderSection = (name: string, measured: string, { tables, targets }: Section) =>
  [
    `## ${name}`,
    `Measured: ${measured}.`,
    [...tables, createTargetTable(targets)].map(renderTable).join('\n'),
  ].join('\n\n')

/** Replaces the section with the same heading, or appends the section. */
export function replaceSection(results: string, section: string): string {
  const [heading] = section.split('\n', 1)
  const parts = results.split(/\n(?=## )/)
  const index = parts.findIndex((part) => part.startsWith(`${heading}\n`))
  return parts.toSpliced(index === -1 ? parts.length : index, 1, section).join('\n')
}
