/** What says that a folder is an export, whole or on its way, and what is in it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'

export const manifestFile = 'export.json'

const manifestSchema = z.strictObject({
  format: z.literal('publication-export'),
  version: z.literal(1),
  /** False while it is being written: such a folder is not to be taken for a publication. */
  complete: z.boolean(),
  counts: z.record(z.string(), z.int().min(0)),
})
export type ExportManifest = z.infer<typeof manifestSchema>

/** Whether a folder says of itself that it is an export. */
export function isExport(folder: string): boolean {
  const path = join(folder, manifestFile)
  return existsSync(path) && /"publication-export"/.test(readFileSync(path, 'utf8').slice(0, 1000))
}

/** The reason follows upon the folder. */
export function readManifest(folder: string): Result<ExportManifest, string> {
  try {
    const parsed = manifestSchema.safeParse(
      JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')),
    )
    return parsed.success ? succeed(parsed.data) : fail('was made by another version of the desk')
  } catch {
    return fail('is no export')
  }
}

export function manifestText(complete: boolean, counts: Readonly<Record<string, number>>): string {
  const manifest = { format: 'publication-export', version: 1, complete, counts }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
