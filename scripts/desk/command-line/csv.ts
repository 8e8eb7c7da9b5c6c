/** CSV as RFC 4180 describes it. */

/** A spreadsheet would run text that begins with one of these characters as a formula. */
const formulaStart = /^[=+\-@\t\r]/

function formatCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formulaStart.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the line without its line break. Numbers stay numbers, whatever their sign. */
export const formatCsvLine = (cells: readonly (string | number | null)[]) =>
  cells.map(formatCell).join(',')
