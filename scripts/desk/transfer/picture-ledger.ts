/**
 * Which pictures of a source are stored already, one line each, written as it happens: an import
 * that was interrupted, or is run again, fetches none of them a second time.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { pictureIdPattern } from '../../../src/domain/picture.ts'

const entrySchema = z.object({
  /** The site whose storage it is in. */
  site: z.string(),
  src: z.string(),
  /** Of a file on this machine: another one when the file has changed. */
  stamp: z.string(),
  id: z.string().regex(pictureIdPattern),
  width: z.int().positive(),
  height: z.int().positive(),
  closed: z.boolean(),
})
export type LedgerEntry = z.infer<typeof entrySchema>

export type PictureLedger = {
  find(src: string, stamp: string): LedgerEntry | undefined
  note(entry: Omit<LedgerEntry, 'site'>): void
}

export function openLedger(path: string, site: string): PictureLedger {
  const entries = new Map<string, LedgerEntry>()
  const keep = (entry: LedgerEntry) => entries.set(entry.src, entry)
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []) {
    const parsed = entrySchema.safeParse(parseLine(line))
    // A line that was cut off is a picture that is fetched again.
    if (parsed.success && parsed.data.site === site) keep(parsed.data)
  }
  return {
    find(src, stamp) {
      const entry = entries.get(src)
      return entry?.stamp === stamp ? entry : undefined
    },
    note(entry) {
      const whole = { site, ...entry }
      keep(whole)
      // Begins anew behind a line that was cut off.
      appendFileSync(path, `\n${JSON.stringify(whole)}`, { mode: 0o600 })
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
