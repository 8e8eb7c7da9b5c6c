import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stack } from './edge-client.ts'

/** Folders for a copy of the stack's build, inside the project: a build resolves packages from its output folder. */
export function createBuildFolders(name: string) {
  const folder = mkdtempSync(join(stack.folder, `${name}-`))
  return { folder, state: join(folder, 'build'), site: join(folder, 'site') }
}

export function copyBuild({ state, site }: ReturnType<typeof createBuildFolders>) {
  const { BUILD_STATE, BUILD_OUTPUT } = stack.buildEnvironment
  cpSync(BUILD_STATE, state, { recursive: true, preserveTimestamps: true })
  cpSync(BUILD_OUTPUT, site, { recursive: true, preserveTimestamps: true })
  writeFileSync(join(site, '.build-inputs'), resolve(state))
}
