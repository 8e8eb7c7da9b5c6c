import { it } from 'vitest'

/** Runs a test for each line. Cells are separated by “|”. */
export function eachRow(rows: string) {
  const lines = rows.trim().split('\n')
  return it.each(lines.map((row) => row.split('|').map((cell) => cell.trim())))
}
