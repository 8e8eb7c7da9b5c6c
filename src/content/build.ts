/**
 * A build from its beginning to its end: the sync, then templates where those kept are not of this
 * code, then the site written from both (site-files.ts). So pages are made in one way and by one
 * small process, whether or not templates were compiled before; where the sync fails, nothing changes.
 */
import { join } from 'node:path'
import { builtFile, builtNote } from '../contracts/built.ts'
import { noteBuiltFrom, readBuiltFrom } from './built-from.ts'
import { isCompiled, loadCompiledSite } from './compiled-site.ts'
import type { BuildEnvironment } from './environment.ts'
import { writeWhole } from './mirror.ts'
import { type SiteReport, writeSite } from './site-files.ts'
import type { ContentSource } from './source.ts'
import { type SyncReport, syncMirror } from './sync.ts'

/** What a build has done, for whoever started it. Also kept as `report.json` in the state folder. */
export type BuildReport = SyncReport & SiteReport & { readonly compiled: boolean }

export function reportPath(state: string): string {
  return join(state, 'report.json')
}

export type Templates = {
  /** Identifies the code and the settings that they are compiled from. */
  readonly id: string
  /** Has Astro compile them and keep them in the state folder. Throws where it cannot. */
  compile(): void
}

/** Whether templates and output are those of this code, and whole. */
function isUpToDate(environment: BuildEnvironment, id: string): boolean {
  const builtFrom = readBuiltFrom(environment)
  const isWhole = builtFrom?.isOwn === true && builtFrom.compileId === id
  return isWhole && isCompiled(environment.BUILD_STATE, id)
}

export async function buildPublication(
  environment: BuildEnvironment,
  source: ContentSource,
  { id, compile }: Templates,
): Promise<BuildReport> {
  const { BUILD_STATE, SITE_URL } = environment
  const { mirror, report: sync } = await syncMirror(environment, source)
  const compiled = !isUpToDate(environment, id)
  if (compiled) compile()
  const site = await loadCompiledSite(BUILD_STATE, SITE_URL)
  const report = { ...sync, ...(await writeSite(environment, mirror, site)), compiled }
  // Last of all: what the note promises is there.
  writeWhole(join(environment.BUILD_OUTPUT, 'client', builtFile), builtNote(mirror.syncedAt!))
  if (compiled) noteBuiltFrom(environment, id)
  writeWhole(reportPath(BUILD_STATE), JSON.stringify(report))
  return report
}
