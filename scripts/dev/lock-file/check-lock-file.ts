/** The lock file must have every version and no registry's addresses, to install anywhere. */
import { readFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version?: string; resolved?: string }>
}
const problems = Object.entries(lock.packages).flatMap(([path, { version, resolved }]) => [
  ...(resolved === undefined ? [] : [`${path} names where it was downloaded from`]),
  ...(version === undefined ? [`${path} has no version`] : []),
])
for (const problem of problems) console.error(`package-lock.json: ${problem}; run "npm run lock"`)
process.exitCode = problems.length > 0 ? 1 : 0
