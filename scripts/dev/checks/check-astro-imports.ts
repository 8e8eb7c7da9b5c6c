/**
 * Checks the imports of `.astro` files, which dependency-cruiser can't parse, against its own rules
 * (.dependency-cruiser.cjs). Rules about cycles and packages don't apply, because only `.astro`
 * files import these files.
 */
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, normalize } from 'node:path'

type Condition = { readonly path?: string; readonly pathNot?: string }
type Rule = {
  readonly name: string
  readonly comment: string
  readonly from: Condition
  readonly to: Condition & { readonly circular?: boolean; readonly dependencyTypes?: unknown }
}

const importPattern = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"?]+)/g

/** Paths of the project's files that an `.astro` file imports, from the repository's root. */
export function listImports(file: string, source: string): string[] {
  return [...source.matchAll(importPattern)].map(([, path]) =>
    normalize(join(file, '..', path!)).replaceAll('\\', '/'),
  )
}

/** Returns one line for each import that a rule forbids. */
export function checkAstroImports(
  rules: readonly Rule[],
  imports: readonly { readonly file: string; readonly imported: string }[],
): string[] {
  const applicable = rules.filter(({ to }) => !to.circular && !to.dependencyTypes)
  return imports.flatMap(({ file, imported }) =>
    applicable
      .filter((rule) => isForbidden(rule, file, imported))
      .map(({ name, comment }) => `${name}: ${file} → ${imported} (${comment})`),
  )
}

function isForbidden({ from, to }: Rule, file: string, imported: string): boolean {
  const match = new RegExp(from.path ?? '').exec(file)
  if (!match || (from.pathNot && new RegExp(from.pathNot).test(file))) return false
  const fill = (pattern: string) => pattern.replaceAll('$1', match[1] ?? '')
  if (to.path && !new RegExp(fill(to.path)).test(imported)) return false
  return !to.pathNot || !new RegExp(fill(to.pathNot)).test(imported)
}

if (import.meta.main) {
  const { forbidden } = createRequire(import.meta.url)('../../../.dependency-cruiser.cjs')
  const files = globSync('src/**/*.astro').map((file) => file.replaceAll('\\', '/'))
  const imports = files.flatMap((file) =>
    listImports(file, readFileSync(file, 'utf8')).map((imported) => ({ file, imported })),
  )
  const violations = checkAstroImports(forbidden, imports)
  for (const violation of violations) console.error(violation)
  console.log(`${imports.length} imports of ${files.length} .astro files checked`)
  process.exitCode = violations.length > 0 || imports.length === 0 ? 1 : 0
}
