/**
 * Checks that no folders of the Worker, or of the scripts, import each other, even in a circle of several, so that each
 * folder can be read, and deleted, without the folders above it. Tests may import what they test. dependency-cruiser
 * checks circles of files, but its circles of folders include those of tests.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { listImports } from './check-astro-imports.ts'

type Import = { readonly file: string; readonly imported: string }

/**
 * Returns the folders of one circle in order, or null if there is no circle. Each begins and ends with the same folder.
 */
export function findFolderCircle(imports: readonly Import[]): readonly string[] | null {
  const above = new Map<string, Set<string>>()
  for (const { file, imported } of imports) {
    const [from, to] = [dirname(file), dirname(imported)]
    if (from === to) continue
    above.set(from, (above.get(from) ?? new Set()).add(to))
  }
  const done = new Set<string>()
  const visit = (folder: string, path: readonly string[]): readonly string[] | null => {
    const start = path.indexOf(folder)
    if (start !== -1) return [...path.slice(start), folder]
    if (done.has(folder)) return null
    for (const next of above.get(folder) ?? []) {
      const circle = visit(next, [...path, folder])
      if (circle) return circle
    }
    done.add(folder)
    return null
  }
  for (const folder of above.keys()) {
    const circle = visit(folder, [])
    if (circle) return circle
  }
  return null
}

const isTest = (file: string) => /\.test\.ts$|\.d\.ts$|\/testing\//.test(file)

if (import.meta.main) {
  const files = globSync('{functions,scripts}/**/*.ts').map((file) => file.replaceAll('\\', '/'))
  const imports = files
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      listImports(file, readFileSync(file, 'utf8')).map((imported) => ({ file, imported })),
    )
    .filter(({ file, imported }) => imported.split('/', 1)[0] === file.split('/', 1)[0])
  const circle = findFolderCircle(imports)
  if (circle) console.error(`These folders import each other: ${circle.join(' → ')}`)
  console.log(`${imports.length} imports checked in the Worker and the scripts`)
  process.exitCode = circle || imports.length === 0 ? 1 : 0
}
