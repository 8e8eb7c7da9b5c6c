/** Reads files of a source. Must never read outside its folder, even through links. */
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { formatMegabytes } from './megabyte.ts'

export type SourceFile = {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** A stamp that changes when the file changes. */
  readonly stamp: string
}

/** The failure is a predicate of the path, such as "isn't a file". */
export async function readFileInside(
  folder: string,
  path: string,
  maxBytes: number,
): Promise<Result<SourceFile, string>> {
  const isOutside = (inner: string) => inner.startsWith('..') || isAbsolute(inner)
  try {
    const root = await realpath(folder)
    const requestedPath = resolve(root, `./${path}`)
    if (path.includes('\0') || isOutside(relative(root, requestedPath)))
      return fail('is outside the folder')
    const realPath = await realpath(requestedPath)
    if (isOutside(relative(root, realPath))) return fail('is a link to outside the folder')
    const file = await open(realPath, 'r')
    try {
      const stats = await file.stat()
      const { size, mtimeMs } = stats
      if (!stats.isFile()) return fail('isn’t a file')
      if (size > maxBytes) return fail(`is larger than ${formatMegabytes(maxBytes)}`)
      const bytes = new Uint8Array(await file.readFile())
      return succeed({ bytes, stamp: `${size}:${mtimeMs}` })
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return fail(
      code === 'ENOENT' || code === 'ENOTDIR' ? 'was not found' : `can’t be read (${code})`,
    )
  }
}
