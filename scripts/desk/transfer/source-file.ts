/** Files of a source, which lie inside its folder and nowhere else, whatever is linked from there. */
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'

export type SourceFile = {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Changes when the file does. */
  readonly stamp: string
}

/** Reads a path below a folder, of at most so many bytes. The reason follows upon the path. */
export async function readInside(
  folder: string,
  path: string,
  mostBytes: number,
): Promise<Result<SourceFile, string>> {
  const outside = (inner: string) => inner.startsWith('..') || isAbsolute(inner)
  try {
    const root = await realpath(folder)
    const wanted = resolve(root, `./${path}`)
    if (path.includes('\0') || outside(relative(root, wanted)))
      return fail('lies outside the folder')
    const found = await realpath(wanted)
    if (outside(relative(root, found))) return fail('is a link out of the folder')
    const file = await open(found, 'r')
    try {
      const { size, mtimeMs, isFile } = await file.stat().then((stats) => ({
        size: stats.size,
        mtimeMs: stats.mtimeMs,
        isFile: stats.isFile(),
      }))
      if (!isFile) return fail('is no file')
      if (size > mostBytes) return fail(`is larger than ${Math.floor(mostBytes / 1024 / 1024)} MB`)
      const bytes = new Uint8Array(await file.readFile())
      return succeed({ bytes, stamp: `${size}:${mtimeMs}` })
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return fail(
      code === 'ENOENT' || code === 'ENOTDIR' ? 'is not there' : `cannot be read (${code})`,
    )
  }
}
