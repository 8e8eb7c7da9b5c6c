import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'

export const manifestFile = 'export.json'

const manifestSchema = z.strictObject({
  format: z.literal('publication-export'),
  version: z.literal(2),
  /** False during the export. An unfinished folder can't be imported. */
  complete: z.boolean(),
  counts: z.record(z.string(), z.int().min(0)),
})
export type ExportManifest = z.infer<typeof manifestSchema>

export function isExport(folder: string): boolean {
  const path = join(folder, manifestFile)
  return existsSync(path) && /"publication-export"/.test(readFileSync(path, 'utf8').slice(0, 1000))
}

/** The failure is a phrase that follows the folder's name. */
export function readManifest(folder: string): Result<ExportManifest, string> {
  try {
    const parsed = manifestSchema.safeParse(
      JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')),
    )
    return parsed.success
      ? succeed(parsed.data)
      : fail('was exported by a different version of the desk. Export it again with this version')
  } catch {
    return fail('has a damaged export.json. Export the publication again')
  }
}

export function formatManifest(
  complete: boolean,
  counts: Readonly<Record<string, number>>,
): string {
  const manifest = { format: 'publication-export', version: 2, complete, counts }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
