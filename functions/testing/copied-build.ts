import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBuildInputs, recordBuildInputs } from '../../scripts/build/build-inputs.ts'
import { computeCompileId } from '../../scripts/build/compile-id.ts'
import { compiledPath } from '../../scripts/build/compiled-templates.ts'
import { parseBuildEnvironment } from '../../src/content/build-environment.ts'
import { stack } from './edge-client.ts'

const copyOptions = { recursive: true, preserveTimestamps: true }

/**
 * Creates folders for a copy of the stack's build. They are inside the project, because a build resolves packages from
 * its output folder.
 */
export function createBuildFolders(name: string) {
  const folder = mkdtempSync(join(stack.folder, `${name}-`))
  return { folder, state: join(folder, 'build'), site: join(folder, 'site') }
}

type BuildFolders = Pick<ReturnType<typeof createBuildFolders>, 'state' | 'site'>

/**
 * Makes builds use the copied templates instead of compiling, although these were compiled for another output folder or
 * project.
 */
function adoptTemplates({ state, site }: BuildFolders, projectId: string) {
  const environment = parseBuildEnvironment({
    ...stack.buildEnvironment,
    FIREBASE_PROJECT_ID: projectId,
    BUILD_STATE: state,
    BUILD_OUTPUT: site,
  })
  const id = computeCompileId(environment)
  const record = join(compiledPath(state), 'compilation.json')
  writeFileSync(record, JSON.stringify({ ...JSON.parse(readFileSync(record, 'utf8')), id }))
  recordBuildInputs(environment, id)
}

export function copyBuild(folders: BuildFolders) {
  const { BUILD_STATE, BUILD_OUTPUT, FIREBASE_PROJECT_ID } = stack.buildEnvironment
  cpSync(BUILD_STATE, folders.state, copyOptions)
  cpSync(BUILD_OUTPUT, folders.site, copyOptions)
  adoptTemplates(folders, FIREBASE_PROJECT_ID)
}

/** Copies the compiled templates, but no content. */
export function copyTemplates(folders: BuildFolders, projectId: string) {
  const { BUILD_STATE, BUILD_OUTPUT } = stack.buildEnvironment
  cpSync(compiledPath(BUILD_STATE), compiledPath(folders.state), copyOptions)
  for (const file of readBuildInputs(stack.buildEnvironment)!.compiledFiles) {
    cpSync(join(BUILD_OUTPUT, file), join(folders.site, file), copyOptions)
  }
  adoptTemplates(folders, projectId)
}
