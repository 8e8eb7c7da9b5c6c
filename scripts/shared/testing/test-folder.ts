import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

const created: string[] = []
afterAll(() => {
  for (const folder of created) rmSync(folder, { recursive: true, force: true })
})

export type TestFiles = Readonly<Record<string, string | Uint8Array>>

/** Creates a folder with these files, which is removed after the last test of the file. */
export function createTestFolder(files: TestFiles = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'test-')))
  created.push(folder)
  writeTestFiles(folder, files)
  return folder
}

/** Creates the folders that the files' paths name. */
export function writeTestFiles(folder: string, files: TestFiles) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}
