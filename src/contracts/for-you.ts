/**
 * A file of the site with the stories that a reader's own shelf is filled from, newest first: the
 * browser chooses (domain/for-you.ts), so that nobody has to be told what a reader likes.
 */
import type { Choosable } from '../domain/for-you.ts'

export const storiesToChoosePath = '/for-you.json'

export type StoryToChoose = Choosable & {
  readonly title: string
  /** The names of its writers, in the order of `by`. */
  readonly names: readonly string[]
}
