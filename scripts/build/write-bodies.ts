/**
 * Writes rendered bodies into shared files. Later syncs add files, so an interrupted one leaves the bodies of the saved
 * content copy as they were. A file is removed when no article uses it (write-content-copy.ts); the next full sync
 * writes all bodies again.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BodyPlace,
  contentCopyPaths,
  type StoredBody,
} from '../../src/content/content-copy.ts'
import { writeFileAtomically } from '../shared/write-file-atomically.ts'

/** Bytes of a file of bodies; one such file is held in memory. */
const fileSize = 8 * 2 ** 20

export function createBodyWriter(state: string, maxFileSize = fileSize) {
  let file = randomUUID()
  let parts: Buffer[] = []
  let size = 0

  /** Has to be called before the content copy is saved. */
  function flush() {
    if (parts.length === 0) return
    writeFileAtomically(join(contentCopyPaths.bodies(state), file), Buffer.concat(parts))
    file = randomUUID()
    parts = []
    size = 0
  }

  return {
    flush,
    add({ freePreview, rest }: StoredBody): BodyPlace {
      const added = [Buffer.from(freePreview), Buffer.from(rest)] as const
      const [{ length: freePreviewLength }, { length: restLength }] = added
      const place = { file, offset: size, freePreviewLength, restLength }
      parts.push(...added)
      size += freePreviewLength + restLength
      if (size >= maxFileSize) flush()
      return place
    },
  }
}

export type BodyWriter = ReturnType<typeof createBodyWriter>

/**
 * Overwrites withdrawn and replaced bodies with zeros, because others share their file; `readBody` rejects them. Must
 * follow a save of the content copy without these bodies. An interruption leaves bodies until the next full sync.
 */
export function eraseBodies(state: string, places: readonly BodyPlace[]) {
  for (const { file, offset, freePreviewLength, restLength } of places) {
    const path = join(contentCopyPaths.bodies(state), file)
    if (!existsSync(path)) continue
    const opened = openSync(path, 'r+')
    try {
      const length = freePreviewLength + restLength
      writeSync(opened, Buffer.alloc(length), 0, length, offset)
    } finally {
      closeSync(opened)
    }
  }
}
