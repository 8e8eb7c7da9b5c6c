import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { readReaders } from '../read-readers.ts'

const folder = createTestFolder()

export function writeReadersFile(content: string | Uint8Array, name = 'readers.csv'): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Returns the rows, and the failure at the end if there is one. */
export async function readRows(content: string | Uint8Array, name?: string): Promise<unknown[]> {
  const rows: unknown[] = []
  for await (const read of readReaders(writeReadersFile(content, name))) {
    const row = read.ok ? read.value.row : read
    rows.push(row.ok ? row.value : row.failure)
  }
  return rows
}
