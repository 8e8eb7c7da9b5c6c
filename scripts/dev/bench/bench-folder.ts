/**
 * The folder for benchmarks' builds, in memory if Linux offers that. On ext4, creating a file takes up to ten times as
 * long for minutes after many were deleted, because ext4 searches their inodes but doesn't reuse them so soon.
 */
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const shared = '/dev/shm'

export const benchFolder = existsSync(shared)
  ? `${shared}/verandah-bench-${process.getuid?.()}`
  : resolve('.local/bench')

// The folder contains secrets of local publications, so only its owner may read it.
mkdirSync(benchFolder, { recursive: true, mode: 0o700 })
if (benchFolder.startsWith(shared)) {
  // The folder needs the packages, because compiled templates import them.
  const link = join(benchFolder, 'node_modules')
  rmSync(link, { force: true })
  symlinkSync(resolve('node_modules'), link)
}
