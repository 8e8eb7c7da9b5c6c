/** The time up to which the site includes everything committed to Firestore. Each Worker version has its own file. */
import { z } from 'zod'

export const buildTimestampFile = 'build-timestamp.json'

/** Lists problems with the build's content. Only the Worker may read the file: see `run_worker_first`. */
export const contentProblemsPath = '/landing/content-problems.json'
export const contentProblemsSchema = z.array(z.string())

/** Lists stories' dead links. Only the Worker may read this file, too. */
export const deadLinksPath = '/landing/dead-links.json'
export const deadLinksSchema = z.array(
  z.object({ slug: z.string(), title: z.string(), link: z.string() }),
)
export type DeadLink = z.infer<typeof deadLinksSchema>[number]

/** Milliseconds by which reads overlap, because a document may become visible later than its timestamp. */
export const syncOverlap = 10 * 60 * 1000

const buildTimestampSchema = z.object({ syncedAt: z.iso.datetime() })

/** `syncedAt` is by Firestore's clock. */
export function formatBuildTimestamp(syncedAt: Date): string {
  return JSON.stringify({ syncedAt: syncedAt.toISOString() } satisfies z.input<
    typeof buildTimestampSchema
  >)
}

export function parseBuildTimestamp(text: string): Date {
  return new Date(buildTimestampSchema.parse(JSON.parse(text)).syncedAt)
}
