import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { workingDirectory } from '../../shared/operator-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'

/** `file` is below the current folder. Existing files are never changed. */
export function createManuscript(file: string, text: string) {
  const path = resolve(workingDirectory(), file)
  const relativePath = relative(workingDirectory(), path)
  if (isAbsolute(relativePath) || relativePath.split(sep)[0] === '..') {
    throw new DeskError(`${file} is outside the current folder. Choose a path inside it.`, 'usage')
  }
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { flag: 'wx' })
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    const exists = code === 'EEXIST' && syscall === 'open'
    throw new DeskError(
      exists
        ? `${path} already exists. Choose another name.`
        : `${path} can’t be written (${code}). Choose another path.`,
    )
  }
}
