/**
 * Folders of earlier runs. They are deleted after the last one, because ext4 avoids the inodes of deleted files for
 * minutes, and searches through all of them for each new file (`recently_deleted` in the kernel's fs/ext4/ialloc.c).
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve('.local/bench/aside')
let count = 0

export function setAside(folder: string) {
  if (!existsSync(folder)) return
  mkdirSync(root, { recursive: true })
  renameSync(folder, join(root, `${process.pid}-${count++}`))
}

export function deleteSetAside() {
  rmSync(root, { recursive: true, force: true })
}
