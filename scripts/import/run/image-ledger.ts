/** Records stored files, one line each, so that another or a resumed import doesn't fetch them again. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { imageIdPattern } from '../../../src/domain/image/image.ts'

const entrySchema = z.object({
  site: z.string(),
  src: z.string(),
  /** Changes when a local file changes. */
  stamp: z.string(),
  id: z.string().regex(imageIdPattern),
  /** Recordings have no size. */
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
  isClosed: z.boolean(),
})
type LedgerEntry = z.infer<typeof entrySchema>

export type ImageLedger = {
  find(src: string, stamp: string): LedgerEntry | undefined
  record(entry: Omit<LedgerEntry, 'site'>): void
}

export function openImageLedger(path: string, site: string): ImageLedger {
  const entries = new Map<string, LedgerEntry>()
  const cacheEntry = (entry: LedgerEntry) => entries.set(entry.src, entry)
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []) {
    const parsed = entrySchema.safeParse(parseLine(line))
    // Ignores an incomplete line.
    if (parsed.success && parsed.data.site === site) cacheEntry(parsed.data)
  }
  return {
    find(src, stamp) {
      const entry = entries.get(src)
      return entry?.stamp === stamp ? entry : undefined
    },
    record(entry) {
      const ledgerEntry = { site, ...entry }
      cacheEntry(ledgerEntry)
      // The entry begins with a line break, in case the last line is incomplete.
      appendFileSync(path, `\n${JSON.stringify(ledgerEntry)}`, { mode: 0o600 })
    },
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
