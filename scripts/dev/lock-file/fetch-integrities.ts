import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'

type Package = { readonly name: string; readonly version: string }

/**
 * Returns the integrity that the registry publishes for each of these versions, in their order; undefined for a version
 * that the registry lacks. npm resolves the versions as an empty project's dependencies, under aliases, because the
 * list may contain several versions of one package.
 */
export async function fetchIntegrities(
  packages: readonly Package[],
): Promise<(string | undefined)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  try {
    const specifiers = packages.map(({ name, version }, index) => [
      `package-${index}`,
      `npm:${name}@${version}`,
    ])
    const manifest = { private: true, optionalDependencies: Object.fromEntries(specifiers) }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    // The command is forced, because most packages are for other platforms.
    await execa('npm', ['install', '--package-lock-only', '--force'], { cwd: folder })
    const resolved = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string }>
    }
    return packages.map((_, index) => resolved.packages[`node_modules/package-${index}`]?.integrity)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
