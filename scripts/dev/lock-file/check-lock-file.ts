import { readFileSync } from 'node:fs'
import { findLockProblems, type LockEntry } from './find-lock-problems.ts'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockEntry>
}
const problems = findLockProblems(lock.packages)
for (const problem of problems) console.error(`package-lock.json: ${problem}; run "npm run lock"`)
process.exitCode = problems.length > 0 ? 1 : 0
