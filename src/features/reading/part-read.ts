import { isUnfinished } from '../../domain/reading-depth.ts'

/** How far somebody has come, in words: hundredths would claim more than a scroll bar knows. */
export function partRead(depth: number): string {
  if (!isUnfinished(depth)) return 'Read to the end'
  if (depth < 0.2) return 'Just begun'
  if (depth < 0.4) return 'About a third read'
  if (depth < 0.6) return 'About half read'
  return depth < 0.75 ? 'About two thirds read' : 'Nearly finished'
}
