import { isUnfinished } from '../../domain/reading-history/reading-depth.ts'

/** Describes progress in words, because a percentage would be more precise than the measurement. */
export function describeProgress(depth: number): string {
  if (!isUnfinished(depth)) return 'Finished'
  if (depth < 0.2) return 'Just started'
  if (depth < 0.4) return 'About a third read'
  if (depth < 0.6) return 'About half read'
  return depth < 0.75 ? 'About two thirds read' : 'Nearly finished'
}
