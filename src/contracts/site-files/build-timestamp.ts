/** The site includes everything committed to Firestore by this time. Each Worker version reads its own. */
import { z } from 'zod'

export const buildTimestampFile = 'build-timestamp.json'

/** Problems of the content of the build. Only the Worker may read them: see `run_worker_first`. */
export const contentProblemsPath = '/landing/content-problems.json'
export const contentProblemsSchema = z.array(z.string())

/** Milliseconds that reads overlap: a document may become visible later than its timestamp. */
export const syncOverlap = 10 * 60 * 1000

const buildTimestampSchema = z.object({ syncedAt: z.iso.datetime() })

/** Firestore's time. */
export function formatBuildTimestamp(syncedAt: Date): string {
  return JSON.stringify({ syncedAt: syncedAt.toISOString() } satisfies z.input<
    typeof buildTimestampSchema
  >)
}

export function parseBuildTimestamp(text: string): Date {
  return new Date(buildTimestampSchema.parse(JSON.parse(text)).syncedAt)
}
